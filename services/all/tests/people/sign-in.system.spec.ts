/** What attackers try at the ways in, and keys that change under traffic. */
import http from 'node:http';
import { decodeProtectedHeader } from 'jose';
import { People } from '@larder/identity/people.js';
import { person, type PersonCommand } from '@larder/identity/person.js';
import { Tokens } from '@larder/identity/secrets/tokens.js';
import { standingClock, until, type StandingClock } from '@larder/kit/testing.js';
import { fromOurPages } from '../cognito.testing.js';
import { codeIn, linkIn, mailTo } from '../mailbox.testing.js';
import { PASSWORD, startLarder, type TestLarder } from '../testing.js';

interface Issued { idToken: string; refreshToken: string }

let larder: TestLarder;
let clock: StandingClock;
const start = async (settings: Record<string, string> = {}): Promise<void> => {
  clock = standingClock(new Date().toISOString());
  larder = await startLarder({ clock, settings });
  await larder.signIn('owner');
};
afterEach(() => larder.stop());

const cognito = async (operation: string, body: object, address = '10.0.0.1'): Promise<{ type: string | null; body: unknown }> => {
  const response = await fromOurPages(larder.url, operation, body, { 'x-forwarded-for': address });
  return { type: response.headers.get('x-amzn-errortype'), body: await response.json() };
};
const byPassword = async (email: string, address: string): Promise<string> => (await cognito('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME: email, PASSWORD: 'wrong' } }, address)).type ?? 'in';
const byProof = async (email: string, address: string): Promise<string> => {
  const { body } = await cognito('InitiateAuth', { AuthFlow: 'USER_SRP_AUTH', AuthParameters: { USERNAME: email, SRP_A: 'abcdef' } }, address);
  const { SECRET_BLOCK } = (body as { ChallengeParameters: Record<string, string> }).ChallengeParameters;
  return (await cognito('RespondToAuthChallenge', { ChallengeName: 'PASSWORD_VERIFIER', ChallengeResponses: { PASSWORD_CLAIM_SECRET_BLOCK: SECRET_BLOCK, PASSWORD_CLAIM_SIGNATURE: 'AAAA', TIMESTAMP: 'now' } }, address)).type ?? 'in';
};
const byApi = async (email: string, address: string): Promise<string> => {
  const { status } = await larder.call('POST', '/api/cognito-auth/auth', { body: { email, password: 'wrong' }, headers: { 'x-forwarded-for': address } });
  return status === 401 ? 'NotAuthorizedException' : 'TooManyRequestsException';
};
const count = (answers: string[], type: string): number => answers.filter((answer) => answer === type).length;

it('of many guesses at once at one account by all three ways, from anywhere, ten reach the verifier in a quarter of an hour', async () => {
  await start({ TRUSTED_PROXIES: '1' });
  const ways = [byPassword, byProof, byApi];
  const guesses = Array.from({ length: 45 }, (_, n) => (ways[n % 3] as typeof byProof)('owner@acme.example', `10.0.1.${n}`));
  const answers = await Promise.all(guesses);
  expect(count(answers, 'NotAuthorizedException')).toBeLessThanOrEqual(10);
  expect(count(answers, 'NotAuthorizedException') + count(answers, 'TooManyRequestsException')).toBe(45);
  clock.pass(16 * 60_000);
  expect((await larder.call('POST', '/api/cognito-auth/auth', { body: { email: 'owner@acme.example', password: PASSWORD } })).status).toBe(200);
});

it('guesses under one Idempotency-Key are as many as they are, and so are the sign-ins that come of it', async () => {
  await start();
  const enter = (password: string) => larder.call('POST', '/api/cognito-auth/auth', { body: { email: 'owner@acme.example', password }, headers: { 'idempotency-key': 'one' } });
  for (let n = 0; n < 5; n++) expect((await enter('wrong')).status).toBe(401);
  expect((await enter(PASSWORD)).status).toBe(429);
  clock.pass(2_000);
  for (let n = 0; n < 2; n++) expect((await enter(PASSWORD)).status).toBe(200);
  const owner = await larder.part(People).idOf('owner@acme.example');
  const facts = await larder.kit.history(person, owner.userId, 'people');
  expect(facts.filter(({ type }) => type === 'SignedIn')).toHaveLength(3);
});

it('of whom a new password is demanded is out at once: whoever knows the old one may be in already', async () => {
  await start();
  const [owner, viewer] = [await larder.signIn('owner'), await larder.signIn('viewer')];
  const body = { email: 'viewer@acme.example', password: PASSWORD };
  const { refreshToken } = (await larder.call<{ refreshToken: string }>('POST', '/api/cognito-auth/auth', { body })).body.data as { refreshToken: string };
  const { userId } = await larder.part(People).idOf(body.email);
  await larder.ask('POST', `/api/auth/organization/members/${userId}/demand-new-password`, { token: owner, body: {} });
  expect((await larder.call('GET', '/api/cognito-auth/profile', { token: viewer })).status).toBe(401);
  expect((await cognito('GetTokensFromRefreshToken', { RefreshToken: refreshToken })).type).toBe('NotAuthorizedException');
  expect((await larder.call('GET', '/api/cognito-auth/profile', { token: owner })).status).toBe(200);
});

it('whoever is to be out is out also when the process ends right after it was decided', async () => {
  await start();
  const { userId } = await larder.part(People).idOf('viewer@acme.example');
  const tokens = larder.part(Tokens);
  const here = await tokens.begin(userId, undefined);
  const keeps = here.id;
  const decide = (command: PersonCommand) => larder.part(People).do(userId, command, { account: 'people', actor: 'system:test', correlationId: 'c', commandId: `${command.type} ${clock.now().toISOString()}` });
  const ends = async (command: PersonCommand, left: string[]): Promise<void> => {
    await tokens.begin(userId, undefined);
    clock.pass(1_000);
    await decide(command);
    await until(`${command.type} ends sign-ins`, async () => (await tokens.families(userId)).length <= left.length);
    expect((await tokens.families(userId)).map(({ id }) => id)).toEqual(left);
  };
  await decide({ type: 'PrepareSecondFactor', secret: 's' });
  await decide({ type: 'ProveSecondFactor', keeps });
  await ends({ type: 'SetPassword', verifier: await larder.part(People).verifierFor(userId, PASSWORD), because: 'changed', keeps }, [keeps]);
  await ends({ type: 'SetSecondFactor', enabled: true, keeps }, [keeps]);
  await ends({ type: 'SetSecondFactor', enabled: false, because: 'reset' }, []);
  await ends({ type: 'DemandNewPassword' }, []);
});

it('nobody demands a new password of a role above their own', async () => {
  await start();
  const [admin, owner] = [await larder.signIn('admin'), await larder.signIn('owner')];
  const { userId } = await larder.part(People).idOf('owner@acme.example');
  const { status, body } = await larder.call('POST', `/api/auth/organization/members/${userId}/demand-new-password`, { token: admin, body: {} });
  expect([status, body.error]).toEqual([403, 'FORBIDDEN']);
  expect((await larder.call('GET', '/api/cognito-auth/profile', { token: owner })).status).toBe(200);
});

it('of two who were asked for a new password the first to choose one has the account', async () => {
  await start();
  const email = 'owner@acme.example';
  const { userId } = await larder.part(People).idOf(email);
  await larder.ask('POST', `/api/auth/organization/members/${userId}/demand-new-password`, { token: await larder.signIn('owner'), body: {} });
  const knock = async () => (await cognito('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME: email, PASSWORD } })).body as { Session: string };
  const choose = async ({ Session }: { Session: string }, NEW_PASSWORD: string) => (await cognito('RespondToAuthChallenge', { ChallengeName: 'NEW_PASSWORD_REQUIRED', Session, ChallengeResponses: { USERNAME: email, NEW_PASSWORD } })).type;
  const [first, second] = [await knock(), await knock()];
  expect(await choose(first, 'Another-horse-8')).toBeNull();
  expect(await choose(second, 'A-thiefs-horse-9')).toBe('NotAuthorizedException');
  expect((await larder.call('POST', '/api/cognito-auth/auth', { body: { email, password: 'Another-horse-8' } })).status).toBe(200);
});

it('of guesses from one address at many accounts, ten reach the verifier; who is not behind a proxy of ours cannot pretend another address', async () => {
  await start();
  const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => byPassword(`somebody${n}@else.example`, `10.0.2.${n}`)));
  expect([count(answers, 'NotAuthorizedException'), count(answers, 'TooManyRequestsException')]).toEqual([10, 30]);
});

it('whoever has guessed in vain and then chosen a new password comes in with it at once, and is not locked out by others who guess', async () => {
  await start({ TRUSTED_PROXIES: '1' });
  const [email, home, elsewhere] = ['owner@acme.example', '10.0.5.1', '10.0.5.2'];
  for (let n = 0; n < 10; n++) await byPassword(email, home);
  await cognito('ForgotPassword', { Username: email }, home);
  const ConfirmationCode = codeIn(await mailTo(larder, email, /password code/, new Set()));
  expect((await cognito('ConfirmForgotPassword', { Username: email, ConfirmationCode, Password: 'Another-horse-8' }, home)).type).toBeNull();
  expect(await byPassword(email, elsewhere)).toBe('TooManyRequestsException');
  const enter = async (address: string) => (await larder.call('POST', '/api/cognito-auth/auth', { body: { email, password: 'Another-horse-8' }, headers: { 'x-forwarded-for': address } })).status;
  expect([await enter(home), await enter(elsewhere)]).toEqual([200, 429]);
  // Not without end, and at nobody else's.
  const answers: string[] = [];
  for (let n = 0; n < 12; n++) {
    answers.push(await byPassword(email, home));
    clock.pass(40_000); // longer than it is locked for
  }
  expect([count(answers, 'NotAuthorizedException'), count(answers, 'TooManyRequestsException')]).toEqual([10, 2]);
  expect(await byPassword('viewer@acme.example', home)).toBe('TooManyRequestsException');
});

it('nobody is locked out for as long as a clock was ahead while somebody guessed', async () => {
  await start();
  const enter = async (password: string) => (await larder.call('POST', '/api/cognito-auth/auth', { body: { email: 'owner@acme.example', password } })).status;
  clock.pass(30 * 86_400_000);
  for (let n = 0; n < 12; n++) await enter('wrong');
  expect(await enter(PASSWORD)).toBe(429);
  clock.set(new Date(clock.now().getTime() - 30 * 86_400_000));
  expect(await enter(PASSWORD)).toBe(200);
});

it('whoever was sent a letter chooses a new password by its link also while somebody guesses at its code', async () => {
  await start({ TRUSTED_PROXIES: '1' });
  const email = 'viewer@acme.example';
  await cognito('ForgotPassword', { Username: email });
  const letter = await mailTo(larder, email, /password code/, new Set());
  const set = (ConfirmationCode: string, Password = 'Another-horse-8', from?: string) => cognito('ConfirmForgotPassword', { Username: email, ConfirmationCode, Password }, from);
  for (let n = 0; n < 12; n++) await set(codeIn(letter) === '000000' ? '111111' : '000000', undefined, '10.9.9.9');
  expect((await set(codeIn(letter))).type).toBe('LimitExceededException');
  const proof = new URLSearchParams(linkIn(letter).split('?')[1]).get('proof') ?? '';
  for (const [wrong, password] of [[`${proof}x`], [proof, 'Larder-vending-1']] as const) expect((await set(wrong, password)).type).not.toBeNull();
  expect(await set(proof)).toEqual({ type: null, body: {} });
  expect((await larder.call('POST', '/api/cognito-auth/auth', { body: { email, password: 'Another-horse-8' } })).status).toBe(200);
  expect((await set(proof, 'Another-horse-9')).type).not.toBeNull();
});

it('whoever has signed up confirms the address by the link of the letter also while somebody guesses at its code', async () => {
  await start({ TRUSTED_PROXIES: '1' });
  const email = 'olive@stays.example';
  const UserAttributes = [{ Name: 'given_name', Value: 'Olive' }, { Name: 'family_name', Value: 'Reed' }];
  await cognito('SignUp', { Username: email, Password: 'Correct-horse-7', UserAttributes });
  const letter = await mailTo(larder, email, /confirmation code/, new Set());
  const confirm = (ConfirmationCode: string, from?: string) => cognito('ConfirmSignUp', { Username: email, ConfirmationCode }, from);
  for (let n = 0; n < 5; n++) await confirm(codeIn(letter) === '000000' ? '111111' : '000000', '10.9.9.9');
  expect((await confirm(codeIn(letter))).type).toBe('LimitExceededException');
  const token = new URLSearchParams(linkIn(letter).split('?')[1]).get('token');
  expect(await larder.call('POST', '/api/auth/verify-email', { body: { token } })).toMatchObject({ status: 200, body: { data: { email } } });
  expect((await larder.call('POST', '/api/cognito-auth/auth', { body: { email, password: 'Correct-horse-7' } })).status).toBe(200);
});

it('who has used up the tries of one address uses up nobody else\'s', async () => {
  await start({ TRUSTED_PROXIES: '1' });
  for (let n = 0; n < 10; n++) await byPassword(`somebody${n}@else.example`, '10.0.2.1');
  for (let n = 0; n < 10; n++) expect(await byPassword('owner@acme.example', '10.0.2.1')).toBe('TooManyRequestsException');
  expect((await larder.call('POST', '/api/cognito-auth/auth', { body: { email: 'owner@acme.example', password: PASSWORD } })).status).toBe(200);
});

it('nobody is sent more than ten letters in a quarter of an hour, wherever they are asked for', async () => {
  await start({ TRUSTED_PROXIES: '1' });
  const types: (string | null)[] = [];
  for (let n = 0; n < 11; n++) types.push((await cognito('ForgotPassword', { Username: 'owner@acme.example' }, `10.0.7.${n}`)).type);
  expect(types).toEqual([...Array.from({ length: 10 }, () => null), 'LimitExceededException']);
});

it('one network of IPv6 is one caller, whatever addresses of it are used', async () => {
  await start({ TRUSTED_PROXIES: '1' });
  const answers: string[] = [];
  for (let n = 0; n < 12; n++) answers.push(await byPassword(`somebody${n}@else.example`, `2001:db8:0:1::${n}`));
  expect([count(answers, 'NotAuthorizedException'), count(answers, 'TooManyRequestsException')]).toEqual([10, 2]);
});

it('known and unknown addresses cannot be told apart by any sequence of answers', async () => {
  await start({ TRUSTED_PROXIES: '1' });
  const sequence = async (email: string, net: string): Promise<string[]> => {
    const answers: string[] = [];
    for (let n = 0; n < 14; n++) {
      answers.push(await (n % 2 ? byProof : byPassword)(email, `${net}.${n}`));
      if (n % 3 === 2) clock.pass(2_000);
    }
    return answers;
  };
  const known = await sequence('owner@acme.example', '10.0.3');
  clock.pass(16 * 60_000);
  expect(await sequence('nobody@acme.example', '10.0.4')).toEqual(known);
  const started = async (email: string) => Object.keys(((await cognito('InitiateAuth', { AuthFlow: 'USER_SRP_AUTH', AuthParameters: { USERNAME: email, SRP_A: 'abcdef' } })).body as { ChallengeParameters: object }).ChallengeParameters);
  expect(await started('nobody@acme.example')).toEqual(await started('owner@acme.example'));
  for (const operation of ['ForgotPassword', 'ResendConfirmationCode']) expect((await cognito(operation, { Username: 'nobody@acme.example' })).type).toBe((await cognito(operation, { Username: 'owner@acme.example' })).type);
});

it('an unknown address keeps its salt, and nothing of it tells that it is made up', async () => {
  await start();
  const salt = async (email: string): Promise<string> => ((await cognito('InitiateAuth', { AuthFlow: 'USER_SRP_AUTH', AuthParameters: { USERNAME: email, SRP_A: 'abcdef' } })).body as { ChallengeParameters: { SALT: string } }).ChallengeParameters.SALT;
  expect(await salt('nobody@acme.example')).toBe(await salt('nobody@acme.example'));
  const letters = async (email: string): Promise<string> => Buffer.from(await salt(email), 'hex').toString('latin1');
  for (const email of ['owner', 'nobody', 'somebody', 'anybody'].map((name) => `${name}@acme.example`)) expect(await letters(email)).toMatch(/^[\w-]{22}$/);
});

it('keys change under traffic without one refused request', async () => {
  await start({ KEY_ROTATION_DAYS: '1' });
  let tokens = await larder.ask<Issued>('POST', '/api/cognito-auth/auth', { body: { email: 'owner@acme.example', password: PASSWORD } });
  const kids = new Set<string>();
  const refused: number[] = [];
  const knock = async (token: string): Promise<void> => {
    const { status } = await larder.call('GET', '/api/cognito-auth/machines', { token });
    if (status !== 200) refused.push(status);
  };
  // Three and a half days in steps of five minutes, each with an old token and one just renewed.
  for (let step = 0; step < 3.5 * 288; step++) {
    clock.pass(5 * 60_000);
    if (step % 9 === 0) tokens = await larder.ask<Issued>('POST', '/api/cognito-auth/refresh', { body: { refreshToken: tokens.refreshToken } });
    kids.add(decodeProtectedHeader(tokens.idToken).kid as string);
    await knock(tokens.idToken);
  }
  expect(refused).toEqual([]);
  // The first, and one for each of three days; time here passes faster than a key may be made.
  expect(kids.size).toBeGreaterThanOrEqual(3);
  const { keys } = await fetch(`${larder.url}/idp/.well-known/jwks.json`).then((response) => response.json() as Promise<{ keys: { kid: string; d?: string }[] }>);
  expect(keys.length).toBeLessThanOrEqual(2);
  expect(keys.some(({ d }) => d !== undefined)).toBe(false);
}, 60_000);

it('a key of ours that nobody knows is looked for at no address: who answers there could make tokens', async () => {
  await start();
  const [, claims, signature] = (await larder.signIn('owner')).split('.');
  const asked = jest.spyOn(http, 'request');
  for (const head of [{ alg: 'RS256', kid: 'made up' }, { alg: 'none' }, 'nothing that can be read']) {
    const token = [Buffer.from(JSON.stringify(head)).toString('base64url'), claims, signature].join('.');
    expect((await larder.call('GET', '/api/cognito-auth/profile', { token })).status).toBe(401);
  }
  expect(asked.mock.calls).toEqual([]);
  asked.mockRestore();
});
