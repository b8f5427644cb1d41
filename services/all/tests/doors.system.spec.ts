/** Every operation × every role × own and foreign organization × every fault a token can have. An operation without a row here fails. */
import { createPublicKey, createSign, generateKeyPairSync } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, importJWK, SignJWT, type JWK } from 'jose';
import { routes } from '@larder/gateway/routes.js';
import { roles, type Role } from '@larder/contracts/roles.js';
import { Tokens } from '@larder/identity/secrets/tokens.js';
import { startLarder, type AddedMachine, type TestLarder } from './testing.js';

/** Who may: the lowest role, or more. */
type Who = 'anyone' | 'signed in' | Role | 'machine';
const DOORS: Record<string, Who> = {
  'GET /api/settings': 'anyone',
  'POST /api/marketing/lead-capture': 'anyone',
  'POST /api/cognito-auth/auth': 'anyone',
  'POST /api/cognito-auth/refresh': 'anyone',
  'POST /api/cognito-auth/logout': 'signed in',
  'GET /api/cognito-auth/profile': 'signed in',
  'PUT /api/cognito-auth/profile': 'signed in',
  'DELETE /api/cognito-auth/profile': 'signed in',
  'GET /api/auth/sessions': 'signed in',
  'DELETE /api/auth/sessions/:id': 'signed in',
  'POST /api/auth/sign-out-everywhere': 'signed in',
  'POST /api/auth/resend-verification': 'anyone',
  'GET /api/cognito-auth/account': 'viewer',
  'PUT /api/cognito-auth/account': 'admin',
  'POST /api/cognito-auth/account': 'signed in',
  'GET /api/cognito-auth/account/members': 'viewer',
  'POST /api/cognito-auth/account/members/invite': 'admin',
  'PUT /api/auth/organization/members/:userId': 'owner',
  'DELETE /api/auth/organization/members/:userId': 'owner',
  'POST /api/auth/organization/members/:userId/resend-invitation': 'admin',
  'POST /api/auth/organization/members/:userId/demand-new-password': 'admin',
  'DELETE /api/auth/organization/invitations/:userId': 'admin',
  'GET /api/auth/invitations/:token': 'anyone',
  'POST /api/auth/invitations/:token': 'anyone',
  'POST /api/auth/invitations/:token/accept': 'signed in',
  'GET /api/auth/organization/usage': 'viewer',
  'GET /api/admin/account/usage': 'viewer',
  'GET /api/cognito-auth/subscription': 'viewer',
  'GET /api/cognito-auth/subscription/plans': 'anyone',
  'GET /api/subscription/current': 'viewer',
  'GET /api/auth/subscription/preview': 'owner',
  'GET /api/auth/subscription/invoices': 'owner',
  'POST /api/auth/subscription/upgrade': 'owner',
  'PUT /api/subscription/upgrade': 'owner',
  'POST /api/auth/subscription/cancel': 'owner',
  'DELETE /api/subscription/cancel': 'owner',
  'POST /api/auth/subscription/resume': 'owner',
  'POST /api/auth/subscription/refresh': 'owner',
  'POST /api/auth/subscription/payment-method': 'owner',
  'POST /api/auth/organization/subscription/portal': 'owner',
  'GET /api/billing/pages/:pageRef': 'anyone',
  'POST /api/billing/pages/:pageRef': 'anyone',
  'GET /api/cognito-auth/dashboard': 'viewer',
  'GET /api/cognito-auth/machines': 'viewer',
  'POST /api/cognito-auth/machines': 'admin',
  'GET /api/cognito-auth/machines/summary': 'viewer',
  'GET /api/cognito-auth/machines/:id': 'viewer',
  'PUT /api/cognito-auth/machines/:id': 'operator',
  'DELETE /api/cognito-auth/machines/:id': 'admin',
  'PUT /api/cognito-auth/machines/:id/location': 'operator',
  'GET /api/cognito-auth/machines/:id/timeline': 'viewer',
  'POST /api/cognito-auth/machines/:id/credential': 'admin',
  'PUT /api/cognito-auth/machines/:id/status': 'operator',
  'PUT /api/cognito-auth/machines/:id/tax': 'admin',
  'POST /api/cognito-auth/machines/:id/inventory': 'operator',
  'POST /api/cognito-auth/machines/:id/inventory/:slot/adjust': 'operator',
  'PUT /api/cognito-auth/machines/:id/inventory/:slot/price': 'operator',
  'DELETE /api/cognito-auth/machines/:id/inventory/:slot': 'operator',
  'GET /api/cognito-auth/setup-profiles': 'viewer',
  'POST /api/cognito-auth/setup-profiles': 'admin',
  'POST /api/cognito-auth/setup-profiles/:id/claim-code': 'admin',
  'DELETE /api/cognito-auth/setup-profiles/:id': 'admin',
  'POST /api/hardware/claim': 'anyone',
  'POST /api/hardware/status': 'viewer',
  'GET /api/hardware/status/:id': 'viewer',
  'POST /api/hardware/control': 'operator',
  'GET /api/hardware/control/:machineId': 'viewer',
  'GET /api/hardware/unread/:machineId': 'operator',
  'GET /api/hardware/configuration/:machineId': 'viewer',
  'PUT /api/hardware/configuration/:machineId': 'operator',
  'GET /api/cognito-auth/products': 'viewer',
  'GET /api/cognito-auth/products/categories': 'viewer',
  'POST /api/cognito-auth/products': 'operator',
  'GET /api/cognito-auth/products/:id': 'viewer',
  'PUT /api/cognito-auth/products/:id': 'operator',
  'DELETE /api/cognito-auth/products/:id': 'admin',
  'GET /api/cognito-auth/products/:id/history': 'viewer',
  'GET /api/cognito-auth/products/:id/sales': 'viewer',
  'GET /api/cognito-auth/products/:id/machines': 'viewer',
  'GET /api/cognito-auth/products/export': 'viewer',
  'POST /api/cognito-auth/products/import': 'operator',
  'GET /api/cognito-auth/products/import/:importId': 'operator',
  'POST /api/cognito-auth/products/images': 'operator',
  'GET /api/admin/sales': 'viewer',
  'GET /api/admin/sales/comparison': 'viewer',
  'GET /api/admin/sales/overview': 'viewer',
  'GET /api/admin/sales/trends': 'viewer',
  'GET /api/admin/sales/products': 'viewer',
  'GET /api/admin/sales/machines': 'viewer',
  'GET /api/admin/sales/export': 'admin',
  'GET /api/admin/sales/payouts': 'owner',
  'GET /api/admin/sales/disputes': 'viewer',
  'POST /api/admin/sales/disputes/:id/approve': 'operator',
  'POST /api/admin/sales/disputes/:id/decline': 'operator',
  'GET /api/admin/sales/:id': 'viewer',
  'GET /api/admin/sales/:id/timeline': 'viewer',
  'GET /api/admin/sales/:id/evidence': 'viewer',
  'POST /api/admin/sales/:id/refund': 'operator',
  'POST /api/admin/sales/import': 'admin',
  'GET /api/admin/sales/import/:importId': 'admin',
  'GET /api/admin/dashboard/alerts': 'viewer',
  'GET /api/admin/dashboard/alerts/stats': 'viewer',
  'GET /api/admin/dashboard/alerts/:id': 'viewer',
  'POST /api/admin/dashboard/alerts/:id/resolve': 'operator',
  'POST /api/admin/dashboard/alerts/:id/reopen': 'operator',
  'POST /api/admin/dashboard/alerts/:id/acknowledge': 'operator',
  'POST /api/admin/dashboard/alerts/:id/assign': 'operator',
  'POST /api/admin/dashboard/alerts/:id/snooze': 'operator',
  'POST /api/admin/dashboard/alerts/:id/return': 'operator',
  'GET /api/admin/alert-rules': 'admin',
  'PUT /api/admin/alert-rules': 'admin',
  ...guest('/vend'),
  ...guest('/api/vend'),
};

function guest(at: string): Record<string, Who> {
  return {
    [`GET ${at}/machines`]: 'anyone', [`POST ${at}/start`]: 'anyone', [`GET ${at}/session/lookup`]: 'anyone', [`GET ${at}/session/:sessionId`]: 'anyone', [`DELETE ${at}/session/:sessionId`]: 'anyone',
    [`POST ${at}/session/:sessionId/pay`]: 'anyone', [`PUT ${at}/session/:sessionId/item-removed`]: 'machine', [`PUT ${at}/session/:sessionId/item-returned`]: 'machine',
    [`POST ${at}/session/:sessionId/complete`]: 'machine', [`GET ${at}/receipt/:token`]: 'anyone', [`POST ${at}/receipt/:token/mail`]: 'anyone', [`POST ${at}/receipt/:token/dispute`]: 'anyone',
    [`GET ${at}/checkout/:checkoutId`]: 'anyone', [`POST ${at}/checkout/:checkoutId`]: 'anyone',
  };
}

const CANARY = 'VM-CANARY';
let larder: TestLarder;
let machine: AddedMachine;
let memberId: string;

beforeAll(async () => {
  larder = await startLarder();
  machine = await larder.addMachine({ machineId: CANARY, name: 'Canary Lobby', slots: [{ slot: 'A1', name: 'Canary Cola', price: 2 }] });
  const { members } = await larder.ask<{ members: { userId: string; role: string }[] }>('GET', '/api/cognito-auth/account/members', { token: await larder.signIn('owner') });
  memberId = members.find(({ role }) => role === 'viewer')?.userId as string;
});
afterAll(() => larder.stop());

/** The address of something of ours. */
const addressOf = (path: string): string => path.replace('machines/:id', `machines/${CANARY}`).replace('products/:id', `products/${machine.products.A1}`).replace(':userId', memberId).replace(':slot', 'A1').replace(/:\w+/g, 'none');
const call = (method: string, path: string, token?: string) => larder.call(method, addressOf(path), { token, body: method === 'GET' ? undefined : {} });
/** Who may take machines out of the fleet tries it on one that is not there: the canary is still wanted. */
const callAs = (role: string, method: string, path: string, token?: string) =>
  method === 'DELETE' && path.endsWith('/machines/:id') && (role === 'admin' || role === 'owner') ? larder.call(method, path.replace(':id', 'VM-NONE'), { token, body: {} }) : call(method, path, token);
const operations = routes.map(({ method, path }) => [method, path, DOORS[`${method} ${path}`]] as const);

it('has a row for every operation, and an operation for every row', () => {
  expect(routes.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(Object.keys(DOORS).sort());
});

describe.each(['nobody', ...roles] as const)('%s', (role) => {
  it.each(operations)('%s %s: %s', async (method, path, who) => {
    const { status, body } = await callAs(role, method, path, role === 'nobody' ? undefined : await larder.signIn(role));
    const mayPass = who === 'anyone' || (who === 'signed in' && role !== 'nobody') || (role !== 'nobody' && roles.includes(who as Role) && roles.indexOf(role) >= roles.indexOf(who as Role));
    if (mayPass) {
      // Nothing was sent with it, so most are refused for what they lack; none for who asks. Only signing in with nothing is about who somebody is.
      expect([401, 403]).not.toContain(path.endsWith('/refresh') ? 200 : status);
      expect(status).toBeLessThan(500);
    } else expect([status, body.error]).toEqual(role === 'nobody' && who !== 'machine' ? [401, 'SIGN_IN_REQUIRED'] : [403, 'FORBIDDEN']);
  });
});

/** Everything of ours that an owner can see. */
const everythingOfOurs = async (): Promise<string> => {
  const token = await larder.signIn('owner');
  const paths = ['/api/cognito-auth/account', '/api/cognito-auth/account/members', `/api/cognito-auth/machines/${CANARY}`, '/api/cognito-auth/products', '/api/admin/dashboard/alerts'];
  return JSON.stringify(await Promise.all(paths.map((path) => larder.ask('GET', path, { token }))));
};

describe('Another organization', () => {
  let before: string;
  beforeAll(async () => void (before = await everythingOfOurs()));

  describe.each(roles)('its %s', (role) => {
    it.each(operations.filter(([, path]) => !/\/vend\//.test(path)))('%s %s shows nothing of ours', async (method, path) => {
      const { status, body } = await call(method, path, await larder.signIn(role, 'rival'));
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
    const answers = await Promise.all(Object.entries(faults).map(async ([fault, token]) => [fault, (await call(method, path, token)).status]));
    expect(Object.fromEntries(answers)).toEqual(Object.fromEntries(Object.keys(faults).map((fault) => [fault, 401])));
  });

  it('without a fault opens them', async () => {
    expect((await call('GET', '/api/cognito-auth/profile', good)).status).toBe(200);
  });
});
