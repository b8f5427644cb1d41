/** Whether the time an answer takes tells a known address from an unknown one: wrong passwords for both, in turns, by both ways in. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const GUESSES = Number(process.env.GUESSES ?? 400);
const WARM = 50;
const root = join(dirname(fileURLToPath(import.meta.url)), '..');

const port = await new Promise((found) => {
  const server = createServer().listen(0, () => {
    const { port: free } = server.address();
    server.close(() => found(free));
  });
});
const folder = mkdtempSync(join(root, 'data', 'bench-'));
const larder = spawn(process.execPath, [join(root, 'services/all/dist/main.js')], {
  stdio: ['ignore', 'pipe', 'inherit'],
  env: { ...process.env, PORT: String(port), MQTT_PORT: '0', DATA_DIR: folder, DEMO: 'false', LOG_LEVEL: 'error', TRUSTED_PROXIES: '1', WEB_DIR: './no-pages' },
});
process.on('exit', () => {
  larder.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});
await new Promise((started) => larder.stdout.on('data', (text) => String(text).includes('answers on') && started()));

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
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

for (let n = 0; n < GUESSES + WARM; n += 1) {
  const { type } = await cognito('SignUp', { Username: email('known', n), Password: 'Correct-horse-7', UserAttributes: [{ Name: 'given_name', Value: 'A' }, { Name: 'family_name', Value: 'B' }] });
  if (type) throw new Error(`Signing up was refused: ${type}`);
}
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
  const [known, unknown] = [median(taken.known), median(taken.unknown)];
  process.stdout.write(`${[`wrong ${name}, unknown against known address`, `${unknown.toFixed(2)} ms`, `${known.toFixed(2)} ms`, Math.max(known / unknown, unknown / known).toFixed(3), '<= 1.05'].join('\t')}\n`);
}
process.exit(0);
