/** The live stream of operators' screens ends with whoever it was opened for: their membership, their role, their sign-in, their key. And what it tells, and what goes on while identity is away. */
import { setImmediate as turn } from 'node:timers/promises';
import type { issueApiKey } from '@larder/contracts/identity/api-keys.js';
import { membershipOf } from '@larder/contracts/identity.js';
import type { Out } from '@larder/contracts/request.js';
import type { Role } from '@larder/contracts/roles.js';
import { NoAnswer, type Bus } from '@larder/kit/bus/bus.js';
import { openInProcessBus } from '@larder/kit/bus/in-process-bus.js';
import { standingClock, until, type StandingClock } from '@larder/kit/testing.js';
import { buy } from '../buying.testing.js';
import { teamsIn } from '../people/team.testing.js';
import { ACCOUNT, emailOf, startLarder, type TestLarder } from '../testing.js';

const PING_MS = 20_000;
let clock: StandingClock;
let larder: TestLarder;
let owner: string;
let isIdentityAway = false;
/** Done when it is about to be listened for whether a member or a program still belongs here. */
let beforeDoubts: (() => Promise<unknown>) | undefined;
const ending = new AbortController();

beforeAll(async () => {
  clock = standingClock();
  const bus = openInProcessBus({ onTrouble: () => undefined });
  const ask = bus.ask.bind(bus);
  bus.ask = ((subject, ...rest) => (isIdentityAway && subject === membershipOf.subject ? Promise.reject(new NoAnswer(subject)) : ask(subject, ...rest))) as Bus['ask'];
  const listen = bus.listen.bind(bus);
  bus.listen = async (subject, ...rest) => {
    if (/^(view\.memberships|key-revoked)\./.test(subject)) {
      const act = beforeDoubts;
      beforeDoubts = undefined;
      await act?.();
    }
    return listen(subject, ...rest);
  };
  larder = await startLarder({ clock, bus });
  owner = await larder.signIn('owner');
});
afterAll(async () => {
  ending.abort();
  await larder.stop();
});

interface Screen {
  heard: string;
  isOver: boolean;
}
const screenOf = async (token: string): Promise<Screen> => {
  const response = await fetch(`${larder.url}/api/live`, { headers: { authorization: `Bearer ${token}` }, signal: ending.signal });
  expect(response.status).toBe(200);
  await turn(); // this clock can pass 20 s within one turn of the loop, in which identity is asked once
  const screen = { heard: '', isOver: false };
  void (async () => {
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) screen.heard += new TextDecoder().decode(chunk);
    screen.isOver = true;
  })().catch(() => undefined);
  await until('it is told at once that it hears', () => pings(screen) === 1);
  return screen;
};
const pings = ({ heard }: Screen): number => heard.split('event: ping').length - 1;
const pinged = async (screen: Screen): Promise<void> => {
  const before = pings(screen);
  clock.pass(PING_MS);
  await until('it is pinged', () => pings(screen) > before);
};
const memberCalled = async (role: Role): Promise<string> => {
  const { members } = await larder.ask<{ members: { userId: string; email: string }[] }>('GET', '/api/cognito-auth/account/members', { token: owner });
  const { userId } = members.find(({ email }) => email === emailOf(role, ACCOUNT))!;
  return `/api/auth/organization/members/${userId}`;
};

it('an open alert is told as changed when its machine or its goods are called otherwise, and says so when it is asked for then; not when something is sold or heard, or costs more', async () => {
  const machine = await larder.addMachine();
  const at = `/api/cognito-auth/machines/${machine.machineId}`;
  await larder.ask('POST', `${at}/inventory/A2/adjust`, { token: owner, body: { change: -9, reason: 'counted' } });
  const said = async () => (await larder.ask<{ alerts: { message: string }[] }>('GET', '/api/admin/dashboard/alerts?isResolved=false', { token: owner })).alerts.map(({ message }) => message);
  await until('an alert is raised', async () => (await said()).length === 1);
  const screen = await screenOf(owner);
  const told = (view: string): number => screen.heard.split(`"view":"${view}"`).length - 1;

  await buy(larder, machine, 3);
  await larder.ask('POST', `${at}/restock`, { token: owner, body: { slots: [{ slot: 'A1', productId: machine.products.A1, quantity: 1 }] } });
  await until('the sale is told', () => told('sales') > 0 && told('machines') > 0);
  await pinged(screen);
  expect(told('alerts')).toBe(0);
  await larder.ask('PUT', at, { token: owner, body: { name: 'Boat House' } });
  await until('the alert is told', () => told('alerts') === 1);
  expect(await said()).toEqual([expect.stringContaining('Chips is running low in Boat House')]);
  const product = (more: object) => larder.ask('PUT', `/api/cognito-auth/products/${machine.products.A2}`, { token: owner, body: { sku: `${machine.machineId}-A2`, category: 'Snacks', price: 1.75, cost: 0.5, weight: 100, ...more } });
  await product({ name: 'Chips', price: 1.9 });
  await until('the price is told', () => told('products') > 0);
  await pinged(screen);
  expect(told('alerts')).toBe(1);
  await product({ name: 'Crisps' });
  await until('the alert is told again', () => told('alerts') === 2);
  expect(await said()).toEqual([expect.stringContaining('Crisps is running low in Boat House')]);
});

it('identity that is away ends no stream before five minutes are over', async () => {
  const screen = await screenOf(owner);
  await pinged(screen);
  isIdentityAway = true;
  for (let n = 0; n < 14; n++) await pinged(screen);
  isIdentityAway = false;
  await pinged(screen);
  isIdentityAway = true;
  clock.pass(300_000);
  await until('it is over', () => screen.isOver);
  isIdentityAway = false;
});

it('while identity is away whoever has read in the last five minutes reads on, and nobody changes anything', async () => {
  const read = () => larder.call('GET', '/api/cognito-auth/machines', { token: owner });
  expect((await read()).status).toBe(200);
  isIdentityAway = true;
  const change = await larder.call('PUT', '/api/admin/alert-rules', { token: owner, body: {} });
  expect([change.status, change.body.error, (await read()).status]).toEqual([503, 'UNAVAILABLE', 200]);
  clock.pass(300_000);
  expect((await read()).status).toBe(503);
  isIdentityAway = false;
  expect((await read()).status).toBe(200);
});

it.each([
  ['gets another role', 'at once', 'admin', async () => larder.ask('PUT', await memberCalled('admin'), { token: owner, body: { role: 'operator' } }), 200],
  ['signs out', 'from the next ping on', 'operator', (token: string) => larder.ask('POST', '/api/cognito-auth/logout', { token, body: {} }), 401],
  ['is removed', 'at once', 'viewer', async () => larder.ask('DELETE', await memberCalled('viewer'), { token: owner }), 403],
] as const)('who %s hears nothing more %s, while others go on', async (_, when, role, act, again) => {
  const token = await larder.signIn(role);
  const [screen, others] = [await screenOf(token), await screenOf(owner)];
  await pinged(screen);
  await act(token);
  if (when !== 'at once') clock.pass(PING_MS);
  await until('it is over', () => screen.isOver);
  const { machineId } = await larder.addMachine();
  await until('others hear of a new machine', () => others.heard.includes(machineId));
  expect(screen.heard).not.toContain(machineId);
  const response = await fetch(`${larder.url}/api/live`, { headers: { authorization: `Bearer ${token}` }, signal: ending.signal });
  expect(response.status).toBe(again);
});

const issueKey = () => larder.ask<Out<typeof issueApiKey>>('POST', '/api/cognito-auth/account/api-keys', { token: owner, body: { name: 'Books', role: 'viewer' } });
const revokeKey = (keyId: string) => larder.ask('DELETE', `/api/cognito-auth/account/api-keys/${keyId}`, { token: owner });

it('a program hears what a member does, until its key is revoked', async () => {
  const { key, secret } = await issueKey();
  const other = await screenOf((await issueKey()).secret);
  const program = await screenOf(secret);
  const { machineId } = await larder.addMachine();
  await until('it hears of a new machine', () => program.heard.includes(machineId));
  await pinged(program);
  await revokeKey(key.keyId);
  await until('it is over', () => program.isOver);
  const next = await larder.addMachine();
  await until('a program with another key hears on', () => other.heard.includes(next.machineId));
  expect(program.heard).not.toContain(next.machineId);
});

it('a program of an organization that goes over to a plan without API access hears nothing more at once', async () => {
  const token = await larder.signIn('owner', 'thrifty');
  const { secret } = await larder.ask<Out<typeof issueApiKey>>('POST', '/api/cognito-auth/account/api-keys', { token, body: { name: 'Books', role: 'viewer' } });
  const [program, member] = [await screenOf(secret), await screenOf(token)];
  const { url } = await larder.ask<{ url: string }>('POST', '/api/auth/subscription/upgrade', { token, body: { planId: 'essential' } });
  expect(program.isOver).toBe(false);
  await larder.ask('POST', `/api/billing/pages/${url.split('/').at(-1)}`, { body: { card: 'works' } });
  await until('it is over', () => program.isOver);
  await until('a screen is told of the plan', () => member.heard.includes('"view":"account"'));
  expect(member.isOver).toBe(false);
});

it('HEAD is answered as GET is, with nothing of what is told, and ends', async () => {
  const head = (path: string, token?: string) => fetch(`${larder.url}${path}`, { method: 'HEAD', ...(token && { headers: { authorization: `Bearer ${token}` } }) });
  const listed = async (): Promise<string> => (await (await fetch(`${larder.url}/metrics`)).text()).match(/^larder_live_screens \d+$/m)?.[0] ?? 'none';
  const before = await listed();
  const screen = await head('/api/live', owner);
  expect([screen.status, screen.headers.get('content-type'), await screen.text()]).toEqual([200, 'text/event-stream', '']);
  expect(screen.headers.get('cache-control')).toContain('no-store');
  expect([(await head('/api/live')).status, (await head('/api/live', 'no token')).status, (await head('/api/vend/session/no-visit/events')).status]).toEqual([401, 401, 404]);
  const { machineId } = await larder.addMachine();
  const { sessionId } = await larder.ask<{ sessionId: string }>('POST', '/api/vend/start', { body: { nfcSessionId: `${machineId}-001` } });
  const visit = await head(`/api/vend/session/${sessionId}/events`);
  expect([visit.status, visit.headers.get('content-type'), await visit.text()]).toEqual([200, 'text/event-stream', '']);
  expect(await listed()).toBe(before);
});

it('a stream is over when its token is', async () => {
  const screen = await screenOf(await larder.signIn('owner'));
  clock.pass(3_600_000);
  await until('it is over', () => screen.isOver);
  owner = await larder.signIn('owner');
});

it.each([
  ['a member who is removed', async () => {
    const [token, path] = [await larder.signIn('operator'), await memberCalled('operator')];
    return { token, end: () => larder.ask('DELETE', path, { token: owner }) };
  }],
  ['a program whose key is revoked', async () => {
    const { key, secret } = await issueKey();
    return { token: secret, end: () => revokeKey(key.keyId) };
  }],
  ['a program whose key was issued by somebody who is made an operator', async () => {
    const path = await memberCalled('admin');
    await larder.ask('PUT', path, { token: owner, body: { role: 'admin' } });
    const admin = await larder.signIn('admin');
    const { secret } = await larder.ask<Out<typeof issueApiKey>>('POST', '/api/cognito-auth/account/api-keys', { token: admin, body: { name: 'Till', role: 'viewer' } });
    return { token: secret, end: () => larder.ask('PUT', path, { token: owner, body: { role: 'operator' } }) };
  }],
] as const)('the stream of %s while it begins is over at once', async (_, prepare) => {
  const { token, end } = await prepare();
  beforeDoubts = end;
  const screen = await screenOf(token);
  await until('it is over', () => screen.isOver);
  expect(beforeDoubts).toBeUndefined();
});

// The admin is an operator by now.
it('who goes on in another organization, in the same role, hears nothing more of the one before', async () => {
  const { invite, invitationFor } = teamsIn(() => ({ larder, seen: new Set() }));
  const elsewhere = await larder.signIn('owner', 'elsewhere');
  const token = await larder.signIn('admin');
  const screen = await screenOf(token);
  await pinged(screen);
  await invite(elsewhere, emailOf('admin', ACCOUNT), 'operator');
  const invitation = await invitationFor(emailOf('admin', ACCOUNT));
  await larder.ask('POST', `/api/auth/invitations/${invitation}/accept`, { token, body: { leaves: ACCOUNT } });
  await until('it is over', () => screen.isOver);
  const { machineId } = await larder.addMachine();
  expect(screen.heard).not.toContain(machineId);
});
