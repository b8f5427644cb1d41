/** Every operation of the served API document × everybody who may ask, of our own and of foreign organizations × every fault a token can have. An operation without a row here fails. */
import { createPublicKey, createSign, generateKeyPairSync } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, importJWK, SignJWT, type JWK } from 'jose';
import { keyRoles, type issueApiKey, type KeyRole } from '@larder/contracts/identity/api-keys.js';
import type { Out } from '@larder/contracts/request.js';
import { establish } from '@larder/contracts/identity.js';
import { roles, type Role } from '@larder/contracts/roles.js';
import type { SessionView } from '@larder/contracts/vending.js';
import { describeApi } from '@larder/gateway/openapi.js';
import { Tokens } from '@larder/identity/secrets/tokens.js';
import { fromOurPages } from '../cognito.testing.js';
import { codeIn, mailTo } from '../mailbox.testing.js';
import { expectShown } from '../table.testing.js';
import { DOORS, ENDS_THE_SIGN_IN, FEATURES, type Who } from './doors.testing.js';
import { emailOf, PASSWORD, startLarder, type AddedMachine, type CallOptions, type TestLarder } from '../testing.js';

const CANARY = 'VM-CANARY';
/** Callers × operations, so many at least. */
const CELLS = 3_000;
let cells = 0;
let larder: TestLarder;
let machine: AddedMachine;
let memberId: string;
let visitId: string;

/** The operations of an API document, as the rows name them; those after which a token is no longer good come last. */
const operationsOf = ({ paths }: { paths?: object }): string[] => Object.entries(paths ?? {})
  .flatMap(([path, methods]) => Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`))
  .sort((a, b) => Number(ENDS_THE_SIGN_IN.has(a)) - Number(ENDS_THE_SIGN_IN.has(b)));
const operations = operationsOf(describeApi()).map((operation) => [...operation.split(' '), DOORS[operation]] as [string, string, Who]);

beforeAll(async () => {
  larder = await startLarder();
  machine = await larder.addMachine({ machineId: CANARY, name: 'Canary Lobby', slots: [{ slot: 'A1', name: 'Canary Cola', price: 2 }] });
  memberId = await idOf(emailOf('viewer', 'acme'), await larder.signIn('owner'));
  ({ sessionId: visitId } = await larder.ask<SessionView>('POST', '/api/vend/start', { body: { nfcSessionId: `${CANARY}-001` } }));
});
afterAll(() => larder.stop());

const idOf = async (email: string, token: string): Promise<string> =>
  (await larder.ask<{ members: { userId: string; email: string }[] }>('GET', '/api/cognito-auth/account/members', { token })).members.find((member) => member.email === email)?.userId as string;
/** The address of something of ours. */
const addressOf = (path: string): string => path.replace('machines/:id', `machines/${CANARY}`).replace('products/:id', `products/${machine.products.A1}`).replace(':userId', memberId).replace(':slot', 'A1').replace(/:\w+/g, 'none');
const call = (method: string, path: string, by: CallOptions = {}) => {
  cells++;
  return larder.call(method, addressOf(path), { body: method === 'GET' ? undefined : {}, ...by });
};

/** Tokens last for many calls; whoever was signed out by one signs in again. */
const tokens = new Map<string, Promise<string>>();
const signedIn = (role: Role, account?: string): Promise<string> => {
  const key = `${role} ${account}`;
  if (!tokens.has(key)) tokens.set(key, larder.signIn(role, account));
  return tokens.get(key) as Promise<string>;
};
const afterwards = (operation: string, role: Role, account?: string): void => void (ENDS_THE_SIGN_IN.has(operation) && tokens.delete(`${role} ${account}`));

/** What is refused at the door; undefined: nothing is. */
type Asking = { kind: 'nobody' | 'person' | 'machine' | 'unknown' } | { kind: 'member' | 'program'; role: Role; smallPlan?: boolean };
function refusalFor(asking: Asking, operation: string): [number, string] | undefined {
  const who = DOORS[operation] as Who;
  if (asking.kind === 'unknown') return [401, 'SIGN_IN_REQUIRED'];
  if (who === 'anyone') return undefined;
  if (asking.kind === 'nobody') return who === 'machine' ? [403, 'FORBIDDEN'] : [401, 'SIGN_IN_REQUIRED'];
  if (asking.kind === 'machine') return who === 'machine' ? undefined : [403, 'FORBIDDEN'];
  if (asking.kind === 'program' && (who === 'signed in' || who === 'member')) return [403, 'FORBIDDEN'];
  if (who === 'signed in') return undefined;
  if ((asking.kind !== 'member' && asking.kind !== 'program') || who === 'machine' || (who !== 'member' && roles.indexOf(asking.role) < roles.indexOf(who))) return [403, 'FORBIDDEN'];
  return asking.smallPlan && FEATURES[operation] ? [402, 'PLAN_LIMIT'] : undefined;
}

async function knock(asking: Asking, method: string, path: string, by: CallOptions): Promise<void> {
  // Who may take machines out of the fleet tries it on one that is not there: the canary is still wanted.
  const { status, body } = await call(method, method === 'DELETE' && path.endsWith('/machines/:id') ? path.replace(':id', 'VM-NONE') : path, by);
  const refusal = refusalFor(asking, `${method} ${path}`);
  if (refusal) return expect([status, body.error]).toEqual(refusal);
  // Nothing was sent with it, so most are refused for what they lack; none for who asks. Only signing in with nothing is about who somebody is.
  if (!path.endsWith('/refresh')) expect([401, 403]).not.toContain(status);
  expect(status).toBeLessThan(500);
}

it('is about every operation of the document that is served', async () => {
  expect(operationsOf(await (await fetch(`${larder.url}/api/openapi.json`)).json() as { paths: object }).sort()).toEqual(Object.keys(DOORS).sort());
});

describe('Nobody', () => {
  it.each(operations)('%s %s: %s', (method, path) => knock({ kind: 'nobody' }, method, path, {}));
});

describe.each(roles)('%s', (role) => {
  it.each(operations)('%s %s: %s', async (method, path) => {
    await knock({ kind: 'member', role }, method, path, { token: await signedIn(role) });
    afterwards(`${method} ${path}`, role);
  });
});

/** A key that an owner of the organization has just issued. */
const keyOf = async (role: KeyRole, account?: string): Promise<{ keyId: string; secret: string }> => {
  const { key: { keyId }, secret } = await larder.ask<Out<typeof issueApiKey>>('POST', '/api/cognito-auth/account/api-keys', { token: await signedIn('owner', account), body: { name: `${role}'s program`, role } });
  return { keyId, secret };
};
describe.each(keyRoles)('A program that may what a %s may', (role) => {
  let secret: string;
  beforeAll(async () => void ({ secret } = await keyOf(role)));

  it.each(operations)('%s %s: %s', (method, path) => knock({ kind: 'program', role }, method, path, { token: secret }));
});

describe('A program whose key was revoked', () => {
  let secret: string;
  beforeAll(async () => {
    const key = await keyOf('operator');
    ({ secret } = key);
    expect((await larder.call('GET', '/api/cognito-auth/machines', { token: secret })).status).toBe(200);
    await larder.ask('DELETE', `/api/cognito-auth/account/api-keys/${key.keyId}`, { token: await signedIn('owner') });
  });

  it.each(operations)('%s %s: %s', (method, path) => knock({ kind: 'unknown' }, method, path, { token: secret }));
});

describe('The owner of an organization with the smallest plan', () => {
  beforeAll(async () => {
    const people = [{ email: emailOf('owner', 'small'), password: PASSWORD, givenName: 'Test', familyName: 'owner', role: 'owner' as const }];
    await larder.kit.ask(establish, { account: 'small', name: 'small', slug: 'small', timeZone: 'UTC', currency: 'USD', plan: 'starter', people }, { caller: { kind: 'service', name: 'test' }, commandId: 'establish:small', correlationId: 'test' });
  });

  it.each(operations)('%s %s: %s', async (method, path) => {
    await knock({ kind: 'member', role: 'owner', smallPlan: true }, method, path, { token: await signedIn('owner', 'small') });
    afterwards(`${method} ${path}`, 'owner', 'small');
  });
});

describe('Somebody signed in who belongs to no organization', () => {
  const email = 'alone@nowhere.example';
  let token = '';
  const cognito = (operation: string, body: object) => fromOurPages(larder.url, operation, { Username: email, ...body });
  beforeAll(async () => {
    await cognito('SignUp', { Password: PASSWORD_OF_ONES_OWN, UserAttributes: [{ Name: 'given_name', Value: 'Al' }, { Name: 'family_name', Value: 'One' }] });
    await cognito('ConfirmSignUp', { ConfirmationCode: codeIn(await mailTo(larder, email, /confirmation code/, new Set())) });
  });

  it.each(operations)('%s %s: %s', async (method, path) => {
    token ||= (await larder.ask<{ idToken: string }>('POST', '/api/cognito-auth/auth', { body: { email, password: PASSWORD_OF_ONES_OWN } })).idToken;
    await knock({ kind: 'person' }, method, path, { token });
    if (ENDS_THE_SIGN_IN.has(`${method} ${path}`)) token = '';
  });
});
const PASSWORD_OF_ONES_OWN = 'Correct-horse-7';

describe('A member who was removed, with tokens from before', () => {
  let usual: string;
  let forSigningOut: string;
  beforeAll(async () => {
    [usual, forSigningOut] = [await larder.signIn('admin', 'leaving'), await larder.signIn('admin', 'leaving')];
    expect((await larder.call('GET', '/api/cognito-auth/machines', { token: usual })).status).toBe(200);
    const owner = await larder.signIn('owner', 'leaving');
    await larder.ask('DELETE', `/api/auth/organization/members/${await idOf(emailOf('admin', 'leaving'), owner)}`, { token: owner });
  });

  it.each(operations)('%s %s: %s', (method, path) => knock({ kind: 'person' }, method, path, { token: path.endsWith('/logout') ? forSigningOut : usual }));
});

describe('Who has signed out, with the token from before', () => {
  let token: string;
  beforeAll(async () => {
    token = await larder.signIn('owner', 'leaving');
    await larder.ask('POST', '/api/cognito-auth/logout', { token, body: {} });
  });

  it.each(operations)('%s %s: %s', (method, path) => knock({ kind: 'unknown' }, method, path, { token }));
});

describe('A machine', () => {
  // Not the canary, whose credential those who may have renewed.
  let ours: AddedMachine;
  let foreign: AddedMachine;
  beforeAll(async () => {
    ours = await larder.addMachine({ machineId: 'VM-OURS', slots: [] });
    foreign = await larder.addMachine({ machineId: 'VM-RIVAL', account: 'rival' });
  });
  const credential = (machineId: string, secret: string): CallOptions => ({ headers: { authorization: `Basic ${Buffer.from(`${machineId}:${secret}`).toString('base64')}` } });

  describe('of ours', () => {
    it.each(operations)('%s %s: %s', (method, path) => knock({ kind: 'machine' }, method, path, credential('VM-OURS', ours.secret)));
  });
  describe('of another organization', () => {
    it.each(operations)('%s %s: %s', (method, path) => knock({ kind: 'machine' }, method, path, credential('VM-RIVAL', foreign.secret)));

    it.each(operations.filter(([, , who]) => who === 'machine'))('%s %s finds no visit of ours', async (method, path) => {
      const { status } = await call(method, path.replace(':sessionId', visitId), { ...credential('VM-RIVAL', foreign.secret), body: { slot: 'A1', quantity: 1 } });
      expect([403, 404]).toContain(status);
      expect(await larder.ask<SessionView>('GET', `/api/vend/session/${visitId}`)).toMatchObject({ status: 'active', items: [] });
    });
  });
  describe('with the secret of another', () => {
    it.each(operations)('%s %s: %s', (method, path) => knock({ kind: 'unknown' }, method, path, credential('VM-OURS', foreign.secret)));
  });
});

/** Everything of ours that an owner can see, but for what time alone changes: whether the canary is heard, and for how long an alert has stood. */
const everythingOfOurs = async (): Promise<string> => {
  const token = await larder.signIn('owner');
  const paths = ['/api/cognito-auth/account', '/api/cognito-auth/account/members', `/api/cognito-auth/machines/${CANARY}`, '/api/cognito-auth/products'];
  const { alerts } = await larder.ask<{ alerts: { type: string }[] }>('GET', '/api/admin/dashboard/alerts?limit=200', { token });
  const ours = [...await Promise.all(paths.map((path) => larder.ask('GET', path, { token }))), alerts.filter(({ type }) => type !== 'machine_offline')];
  return JSON.stringify(ours, (key, value: unknown) => (PRESENCE.has(key) || value === 'online' || value === 'offline' ? undefined : value));
};
const PRESENCE = new Set(['isOnline', 'healthStatus', 'lastPing', 'lastSeen', 'lastHeartbeat', 'ageInHours']);

describe('Another organization', () => {
  let key: ReturnType<typeof keyOf> | undefined;
  const rivalKey = (): ReturnType<typeof keyOf> => (key ??= keyOf('operator', 'rival'));
  let before: string;
  beforeAll(async () => void (before = await everythingOfOurs()));

  describe.each([...roles, 'program'] as const)('its %s', (role) => {
    it.each(operations.filter(([, path]) => !/\/vend\//.test(path)))('%s %s shows nothing of ours', async (method, path) => {
      const { status, body } = await call(method, path, { token: role === 'program' ? (await rivalKey()).secret : await signedIn(role, 'rival') });
      if (role !== 'program') afterwards(`${method} ${path}`, role, 'rival');
      expect(JSON.stringify(body)).not.toMatch(/canary|@acme\.example/i);
      // What names a thing of ours is refused as what is not there, or not allowed at all.
      if (/machines\/:id|products\/:id|members\/:userId/.test(path)) expect([400, 403, 404]).toContain(status);
      expect(status).toBeLessThan(500);
    });
  });

  it('has changed nothing of ours', async () => expect(await everythingOfOurs()).toBe(before));
});

describe('A token', () => {
  let good: string;
  let faults: Record<string, string>;

  beforeAll(async () => {
    good = await larder.signIn('owner');
    const [signing] = await larder.part(Tokens).privateKeys();
    const key = signing as JWK;
    const claims = decodeJwt(good);
    const header = decodeProtectedHeader(good) as { alg: string; kid: string };
    const signed = async (changes: object, by: JWK = key): Promise<string> => new SignJWT({ ...claims, ...changes }).setProtectedHeader(header).sign(await importJWK(by, 'RS256'));
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }) as JWK;
    const pem = createPublicKey({ key: key as never, format: 'jwk' }).export({ type: 'spki', format: 'pem' }).toString();
    const [head = '', body = '', signature = ''] = good.split('.');
    const now = Math.floor(Date.now() / 1000);
    faults = {
      'that has run out': await signed({ exp: now - 1 }),
      'for another audience': await signed({ aud: 'somebody-else' }),
      'of another issuer': await signed({ iss: 'https://idp.evil.example' }),
      'signed by nobody (alg none)': `${part({ alg: 'none', typ: 'JWT' })}.${body}.`,
      'signed with our public key as a shared secret (HS256)': await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: header.kid }).sign(Buffer.from(pem)),
      'signed by a stranger under our key\'s name': await signed({}, stranger),
      'with other claims under the old signature': `${head}.${part({ ...claims, 'custom:user_role': 'owner', sub: memberId })}.${signature}`,
      'of an unknown key': await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'unknown' }).sign(await importJWK(key, 'RS256')),
      'that is an access token': await signed({ token_use: 'access' }),
      'without a sign-in behind it': await signed({ origin_jti: 'never-was' }),
      'that names no sign-in': await signed({ origin_jti: undefined }),
      'of somebody else\'s sign-in': await signed({ sub: memberId }),
      'signed with another hash (RS512)': `${part({ ...header, alg: 'RS512' })}.${body}.${createSign('RSA-SHA512').update(`${part({ ...header, alg: 'RS512' })}.${body}`).sign({ key: key as never, format: 'jwk' }).toString('base64url')}`,
    };
  });

  it.each(operations)('with a fault opens no door: %s %s', async (method, path) => {
    const answers = await Promise.all(Object.entries(faults).map(async ([fault, token]) => [fault, (await call(method, path, { token })).status]));
    expect(Object.fromEntries(answers)).toEqual(Object.fromEntries(Object.keys(faults).map((fault) => [fault, 401])));
  });

  it('without a fault opens them', async () => {
    expect((await call('GET', '/api/cognito-auth/profile', { token: good })).status).toBe(200);
  });
});

it(`has asked at least ${CELLS} times`, () => {
  const told = `${operations.length} operations, ${cells.toLocaleString('en-US')} cells`;
  process.stderr.write(`Doors: ${told}\n`);
  expect(cells).toBeGreaterThanOrEqual(CELLS);
  expectShown('docs/security.md', told);
});
