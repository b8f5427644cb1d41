/** Signing in and staying signed in, through the front door. */
import { openSqliteEventStore } from '@larder/kit/events/sqlite/sqlite-event-store.js';
import { standingClock, type StandingClock } from '@larder/kit/testing.js';
import { PASSWORD, startLarder, type TestLarder } from '../testing.js';

interface Tokens { idToken: string; refreshToken: string }

let larder: TestLarder;
let clock: StandingClock;

beforeAll(async () => {
  clock = standingClock(new Date().toISOString());
  larder = await startLarder({ clock });
  await larder.signIn('owner');
});
afterAll(() => larder.stop());

const signIn = (email: string, password: string) => larder.call<Tokens>('POST', '/api/cognito-auth/auth', { body: { email, password } });
const refresh = (refreshToken: string) => larder.call<Tokens>('POST', '/api/cognito-auth/refresh', { body: { refreshToken } });
const profile = (token: string) => larder.call<Record<string, unknown>>('GET', '/api/cognito-auth/profile', { token });
const tokens = async (email = 'viewer@acme.example'): Promise<Tokens> => (await signIn(email, PASSWORD)).body.data as Tokens;

it('a person signs in with their address in any case and sees who they are', async () => {
  const { idToken } = await tokens('Viewer@ACME.example');
  expect((await profile(idToken)).body.data).toMatchObject({ email: 'viewer@acme.example', firstName: 'Test', role: 'viewer', account: { id: 'acme', name: 'acme' }, emailVerified: true });
});

it('wrong passwords and unknown addresses get the same answer, and too many of them a pause', async () => {
  const wrong = await signIn('operator@acme.example', 'wrong');
  expect(await signIn('nobody@acme.example', 'wrong')).toEqual(wrong);
  expect(wrong).toMatchObject({ status: 401, body: { message: 'Incorrect email or password. Please try again.' } });
  for (let n = 0; n < 4; n++) await signIn('operator@acme.example', 'wrong');
  expect(await signIn('operator@acme.example', PASSWORD)).toMatchObject({ status: 429, body: { message: 'Too many attempts. Please wait a moment and try again.' } });
  clock.pass(1_500);
  expect((await signIn('operator@acme.example', PASSWORD)).status).toBe(200);
});

it('a refresh token is good once, a moment longer for a second tab, and whoever uses a copy later ends the whole sign-in', async () => {
  const first = await tokens();
  const second = (await refresh(first.refreshToken)).body.data as Tokens;
  expect((await refresh(first.refreshToken)).status).toBe(200);
  expect((await profile(second.idToken)).status).toBe(200);
  clock.pass(11_000);
  expect((await refresh(first.refreshToken)).status).toBe(401);
  expect((await refresh(second.refreshToken)).status).toBe(401);
  expect((await profile(second.idToken)).status).toBe(401);
});

it('a token is good for an hour and no longer, and is renewed without the password', async () => {
  const first = await tokens();
  clock.pass(3_599_000);
  expect((await profile(first.idToken)).status).toBe(200);
  clock.pass(1_000);
  expect((await profile(first.idToken)).status).toBe(401);
  const next = (await refresh(first.refreshToken)).body.data as Tokens;
  expect((await profile(next.idToken)).status).toBe(200);
});

it('signing out ends this sign-in and no other', async () => {
  const [here, there] = [await tokens(), await tokens()];
  await larder.ask('POST', '/api/cognito-auth/logout', { token: here.idToken, body: {} });
  expect((await profile(here.idToken)).status).toBe(401);
  expect((await refresh(here.refreshToken)).status).toBe(401);
  expect((await profile(there.idToken)).status).toBe(200);
});

it('personal data is nowhere readable in the log', async () => {
  const { store, bookmarks } = await openSqliteEventStore(':memory:');
  const other = await startLarder({ events: store, bookmarks });
  await other.signIn('owner');
  let log = '';
  const following = store.follow('', undefined, async (facts) => void (log += JSON.stringify(facts)));
  await following.live;
  await following.stop();
  await other.stop();
  expect(log).toContain('UserRegistered');
  expect(log).not.toMatch(/@acme\.example|"Test"|correct horse|"salt":"[0-9a-f]{8}/);
});
