/** Programs of an organization: what they may with an API key, under which name, and when it ends. Every door is tried in security/doors. */
import type { issueApiKey, listApiKeys } from '@larder/contracts/identity/api-keys.js';
import type { Out } from '@larder/contracts/request.js';
import { openSqliteEventStore } from '@larder/kit/events/sqlite/sqlite-event-store.js';
import { standingClock, until, type StandingClock } from '@larder/kit/testing.js';
import { mailTo } from '../mailbox.testing.js';
import { emailOf, startLarder, type TestLarder } from '../testing.js';
import { teamsIn } from './team.testing.js';

const KEYS = '/api/cognito-auth/account/api-keys';
const PRODUCTS = '/api/cognito-auth/products';
const DAY_MS = 86_400_000;
let clock: StandingClock;
let larder: TestLarder;
/** All that was ever appended. */
let log: string;
const { founded, signIn } = teamsIn(() => ({ larder, seen: new Set() }));

beforeAll(async () => {
  clock = standingClock(new Date().toISOString());
  const { store, bookmarks } = await openSqliteEventStore(':memory:');
  const append = store.append.bind(store);
  log = '';
  store.append = (...appended) => {
    log += JSON.stringify(appended);
    return append(...appended);
  };
  larder = await startLarder({ clock, events: store, bookmarks });
});
afterAll(() => larder.stop());

type Issued = Out<typeof issueApiKey>;
const owner = (account?: string): Promise<string> => larder.signIn('owner', account);
const issue = async (body: object, account?: string): Promise<Issued> => larder.ask<Issued>('POST', KEYS, { token: await owner(account), body: { name: 'Books', role: 'viewer', ...body } });
const listed = async (account?: string): Promise<Out<typeof listApiKeys>['keys']> => (await larder.ask<Out<typeof listApiKeys>>('GET', KEYS, { token: await owner(account) })).keys;
const statusOf = async (token: string, path = PRODUCTS): Promise<number> => (await larder.call('GET', path, { token })).status;
const product = (sku: string) => ({ sku, name: `Product ${sku}`, category: 'Drinks', price: 2.5, cost: 1, weight: 330 });

it('lets a program work as far as its role goes, under its own name', async () => {
  const { key, secret } = await issue({ name: 'Cleaners', role: 'operator' });
  expect(secret).toMatch(/^larder_acme\.\w{16}\.[\w-]{43}$/);
  const { product: { id } } = await larder.ask<{ product: { id: string } }>('POST', PRODUCTS, { token: secret, body: product('COLA') });
  expect(await larder.ask('GET', `${PRODUCTS}/${id}/history`, { token: await owner() })).toMatchObject([{ by: 'Cleaners (API key)' }]);
  // What it did is told by its name after it was revoked, too.
  await larder.ask('DELETE', `${KEYS}/${key.keyId}`, { token: await owner() });
  expect(await larder.ask('GET', `${PRODUCTS}/${id}/history`, { token: await owner() })).toMatchObject([{ by: 'Cleaners (API key)' }]);
  expect(await statusOf(secret)).toBe(401);
});

it('makes the same order once, however often a program sends it', async () => {
  const { secret } = await issue({ role: 'operator' });
  const send = () => larder.ask<{ product: { id: string } }>('POST', PRODUCTS, { token: secret, body: product('WATER'), headers: { 'idempotency-key': 'one' } });
  expect((await send()).product.id).toBe((await send()).product.id);
});

it('is nobody in person: no profile, no letters, no keys', async () => {
  const { secret } = await issue({ role: 'operator' });
  for (const path of ['/api/cognito-auth/profile', '/api/cognito-auth/account', '/api/admin/sales/month-letter', KEYS]) expect([path, await statusOf(secret, path)]).toEqual([path, 403]);
});

it('is shown once: the log and the list know it by its hash and its name only', async () => {
  const { key, secret } = await issue({ name: 'Shown once', days: 30 }, 'shown');
  const random = secret.split('.')[2] as string;
  expect(log).toContain('"name":"Shown once"');
  expect(log).not.toContain(random);
  expect(await listed('shown')).toEqual([{ ...key, issuedBy: 'Test owner', expiresAt: new Date(clock.now().getTime() + 30 * DAY_MS).toISOString() }]);
  expect(JSON.stringify(await larder.everyRow())).not.toContain(random);
});

it('is not shown again to whoever asks again because the answer was lost, and can be revoked then', async () => {
  const asked = { token: await owner('lost'), body: { name: 'Books', role: 'viewer' }, headers: { 'idempotency-key': 'lost' } };
  await larder.ask('POST', KEYS, asked);
  expect(await larder.call('POST', KEYS, asked)).toMatchObject({ status: 409, body: { message: 'This key was issued already, and is shown once only. Revoke it and issue another one.' } });
  expect(await listed('lost')).toHaveLength(1);
});

it('is told of to every owner, whoever issued it: a sign-in that was taken over stays by no key unseen', async () => {
  await larder.ask('POST', KEYS, { token: await larder.signIn('admin', 'told'), body: { name: 'Cleaners', role: 'operator' } });
  const { text } = await mailTo(larder, emailOf('owner', 'told'), /An API key was issued for told/, new Set());
  expect(text).toContain('what a member in the role operator may, with the API key “Cleaners”.');
  expect(text).not.toContain('larder_');
});

it('says when it was used last', async () => {
  const { key: { keyId }, secret } = await issue({ name: 'Used' }, 'used');
  expect((await listed('used'))[0]).not.toHaveProperty('lastUsedAt');
  await statusOf(secret);
  const at = clock.now().toISOString();
  await until('its use is noted', async () => (await listed('used')).some((key) => key.keyId === keyId && key.lastUsedAt === at));
});

it('ends on its day, and with the right of whoever issued it to issue one', async () => {
  const short = await issue({ days: 1 }, 'ending');
  const { secret } = await larder.ask<Issued>('POST', KEYS, { token: await larder.signIn('admin', 'ending'), body: { name: 'By an admin', role: 'viewer' } });
  expect([await statusOf(short.secret), await statusOf(secret)]).toEqual([200, 200]);
  clock.pass(DAY_MS);
  expect([await statusOf(short.secret), await statusOf(secret)]).toEqual([401, 200]);
  const token = await owner('ending');
  const { members } = await larder.ask<{ members: { userId: string; email: string }[] }>('GET', '/api/cognito-auth/account/members', { token });
  const admin = members.find(({ email }) => email === emailOf('admin', 'ending'))?.userId;
  await larder.ask('PUT', `/api/auth/organization/members/${admin}`, { token, body: { role: 'operator' } });
  expect([await statusOf(secret), (await listed('ending')).map(({ name }) => name)]).toEqual([401, ['Books']]);
});

it('waits while the plan includes no API access, and is revoked all the same', async () => {
  const token = await founded('ann@trial.example', 'Trial Stays');
  const { key: { keyId }, secret } = await larder.ask<Issued>('POST', KEYS, { token, body: { name: 'Books', role: 'viewer' } });
  expect(await statusOf(secret)).toBe(200);
  clock.pass(15 * DAY_MS);
  expect(await larder.call('GET', PRODUCTS, { token: secret })).toMatchObject({ status: 402, body: { error: 'PLAN_LIMIT' } });
  const later = await signIn('ann@trial.example');
  expect((await larder.call('POST', KEYS, { token: later, body: { name: 'More', role: 'viewer' } })).status).toBe(402);
  await larder.ask('DELETE', `${KEYS}/${keyId}`, { token: later });
  expect(await statusOf(secret)).toBe(401);
});

it('opens nothing when it is another one\'s, shortened, or none', async () => {
  const [ours, rivals] = [await issue({}), await issue({}, 'rival')];
  const [[, id, random], [, , other]] = [ours.secret.split('.'), rivals.secret.split('.')];
  const tries = [`larder_rival.${id}.${random}`, `larder_acme.${id}.${other}`, `larder_acme.${id}.`, `larder_acme.${id}.${random?.slice(0, -1)}`, `larder_acme.constructor.${random}`, 'larder_', `larder_${'x'.repeat(500)}`];
  for (const secret of tries) expect([secret, await statusOf(secret)]).toEqual([secret, 401]);
  expect(await statusOf(ours.secret)).toBe(200);
});

it('is refused by name where it cannot be as asked', async () => {
  const asked = async (body: object) => (await larder.call('POST', KEYS, { token: await owner(), body })).body.message;
  expect(await asked({ name: ' ', role: 'viewer' })).toContain('Name is required');
  expect(await asked({ name: 'x'.repeat(61), role: 'viewer' })).toContain('At most 60 characters');
  expect(await asked({ name: 'Books', role: 'owner' })).toContain('role');
  expect(await asked({ name: 'Books', role: 'viewer', days: 0 })).toContain('At least 1 day');
});
