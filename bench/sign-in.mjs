/** Whether the time an answer takes tells a known address from an unknown one: wrong passwords for both, in turns, by both ways in. */
import { quantile, report } from './measure.mjs';
import { startProduct } from './processes.mjs';

const GUESSES = Number(process.env.GUESSES ?? 400);
const WARM = 50;
const TURNS = 5;

const { port } = await startProduct({ demo: false, env: { TRUSTED_PROXIES: '1', WEB_DIR: './no-pages' } });

let addresses = 0;
/** Every call comes from an address of its own, so that none is held back for what another tried. */
async function cognito(operation, body) {
  addresses += 1;
  const response = await fetch(`http://localhost:${port}/cognito`, {
    method: 'POST', body: JSON.stringify({ ClientId: 'larder-web', ...body }),
    headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`, 'x-forwarded-for': `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}` },
  });
  return { type: response.headers.get('x-amzn-errortype'), body: await response.json() };
}

const email = (who, n) => `${who}${n}@bench.example`;
const byPassword = (name) => cognito('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME: name, PASSWORD: 'wrong' } });
async function byProof(name) {
  const { body } = await cognito('InitiateAuth', { AuthFlow: 'USER_SRP_AUTH', AuthParameters: { USERNAME: name, SRP_A: 'abcdef' } });
  return cognito('RespondToAuthChallenge', { ChallengeName: 'PASSWORD_VERIFIER', ChallengeResponses: { PASSWORD_CLAIM_SECRET_BLOCK: body.ChallengeParameters.SECRET_BLOCK, PASSWORD_CLAIM_SIGNATURE: 'AAAA', TIMESTAMP: 'now' } });
}

for (let n = 0; n < GUESSES + WARM; n += 1) {
  const { type } = await cognito('SignUp', { Username: email('known', n), Password: 'Correct-horse-7', UserAttributes: [{ Name: 'given_name', Value: 'A' }, { Name: 'family_name', Value: 'B' }] });
  if (type) throw new Error(`Signing up was refused: ${type}`);
}
const turnOf = (own, around) => ({ own: quantile(own, 0.5), around: quantile(around, 0.5) });

for (const [name, guess] of [['password', byPassword], ['proof', byProof]]) {
  const taken = { known: [], unknown: [] };
  for (let n = 0; n < GUESSES + WARM; n += 1) {
    for (const who of n % 2 ? ['known', 'unknown'] : ['unknown', 'known']) {
      const before = performance.now();
      const { type } = await guess(email(who, n));
      const ms = performance.now() - before;
      if (type !== 'NotAuthorizedException') throw new Error(`${who}: ${type}`);
      if (n >= WARM) taken[who].push(ms);
    }
  }
  const isSlower = quantile(taken.unknown, 0.5) > quantile(taken.known, 0.5);
  const turns = Array.from({ length: TURNS }, (_, turn) => {
    const [known, unknown] = [taken.known, taken.unknown].map((its) => its.filter((_ms, n) => n % TURNS === turn));
    return isSlower ? turnOf(unknown, known) : turnOf(known, unknown);
  });
  report(`wrong ${name}, unknown against known address or the other way round`, turns, { unit: 'ms', aim: '<= 1.05', digits: 3 });
}
process.exit(0);
