/** An organization whose plan ended with more machines than the next one has room for: the newest can be looked at, not changed; guests notice nothing. */
import type { MachineView } from '@larder/contracts/fleet.js';
import type { SessionView } from '@larder/contracts/vending.js';
import { standingClock, until, type StandingClock } from '@larder/kit/testing.js';
import { startLarder, type AddedMachine, type TestLarder } from '../testing.js';

const A_YEAR_AND_A_DAY_MS = 366 * 86_400_000;
const A_SECOND_MS = 1_000;
let larder: TestLarder;
let clock: StandingClock;
let machines: AddedMachine[];
let operator: string;

beforeAll(async () => {
  clock = standingClock();
  larder = await startLarder({ clock });
  machines = [];
  for (let n = 1; n <= 7; n++) {
    // The names say nothing of the age.
    machines.push(await larder.addMachine({ machineId: `OVER-${8 - n}`, slots: [{ slot: 'A1', name: 'Cola', price: 2.5 }] }));
    clock.pass(A_SECOND_MS);
  }
  await larder.ask('POST', '/api/auth/subscription/cancel', { token: await larder.signIn('owner') });
  clock.pass(A_YEAR_AND_A_DAY_MS);
  operator = await larder.signIn('operator');
});
afterAll(() => larder.stop());

const at = (machine: AddedMachine | undefined): string => `/api/cognito-auth/machines/${machine?.machineId}`;
const look = (machine: AddedMachine | undefined) => larder.ask<MachineView>('GET', at(machine), { token: operator });
const statusesOfChanges = async (machine: AddedMachine | undefined): Promise<number[]> => {
  const changes: [string, string, object?][] = [
    ['PUT', '/status', { status: 'maintenance' }], ['PUT', '/status', { status: 'online' }], ['POST', '/inventory', { slot: 'A1', productId: machine?.products.A1, quantity: 0, maxQuantity: 12 }],
    ['POST', '/inventory/A1/adjust', { change: -1, reason: 'broken' }], ['PUT', '/inventory/A1/price', { price: 3 }], ['PUT', '', { name: 'Hall' }], ['PUT', '/location', { coordinates: { lat: 40, lon: -74 } }],
  ];
  const statuses: number[] = [];
  for (const [method, path, body] of changes) statuses.push((await larder.call(method, `${at(machine)}${path}`, { token: operator, body })).status);
  return statuses;
};

it('the newest machines refuse what operators change, in words that name the way out; the oldest do not', async () => {
  for (const machine of machines.slice(0, 5)) {
    expect((await look(machine)).planLimit).toBeUndefined();
    expect(await statusesOfChanges(machine)).toEqual([200, 200, 200, 200, 200, 200, 200]);
  }
  for (const machine of machines.slice(5)) {
    const before = await look(machine);
    expect(before.planLimit).toEqual({ limit: 5, current: 7 });
    expect(await statusesOfChanges(machine)).toEqual([402, 402, 402, 402, 402, 402, 402]);
    expect(await look(machine)).toEqual(before);
  }
  expect(await larder.call('PUT', `${at(machines[6])}/status`, { token: operator, body: { status: 'maintenance' } })).toMatchObject({
    body: { error: 'PLAN_LIMIT', data: { limit: 5, current: 7 }, message: 'Your plan has room for 5 of your 7 machines. The newest ones, like this, go on selling, and cannot be changed. Please upgrade your plan, or remove machines you no longer need.' },
  });
  expect((await larder.ask<{ machines: MachineView[] }>('GET', '/api/cognito-auth/machines?limit=100', { token: operator })).machines.filter(({ planLimit }) => planLimit).map(({ machineId }) => machineId).sort()).toEqual(['OVER-1', 'OVER-2']);
});

it('guests buy there as everywhere, and what they take is counted', async () => {
  const newest = machines[6] as AddedMachine;
  await newest.device.disconnect();
  await newest.device.connect();
  await until('it is heard again', async () => (await look(newest)).isOnline);
  const { sessionId } = await larder.ask<SessionView>('POST', '/api/vend/start', { body: { nfcSessionId: `${newest.machineId}-001` } });
  newest.device.openDoor(sessionId);
  newest.device.take('A1', 1, sessionId);
  newest.device.closeDoor(sessionId);
  const { checkoutUrl } = await until('payment is due', async () => {
    const view = await larder.ask<SessionView>('GET', `/api/vend/session/${sessionId}`);
    return view.checkoutUrl && view;
  });
  await larder.ask('POST', `/api/vend${checkoutUrl}`, { body: { outcome: 'pay' } });
  await until('it is paid', async () => (await larder.ask<SessionView>('GET', `/api/vend/session/${sessionId}`)).status === 'completed');
  await until('it is counted', async () => (await look(newest)).inventory[0]?.quantity === 9);
});

it('removing a machine makes room for the next oldest, a larger plan for all', async () => {
  const owner = await larder.signIn('owner');
  expect((await larder.call('POST', '/api/cognito-auth/machines', { token: owner, body: { machineId: 'OVER-8', name: 'One more', location: { address: 'Here' } } })).status).toBe(402);
  await larder.ask('DELETE', at(machines[0]), { token: owner });
  expect((await look(machines[5])).planLimit).toBeUndefined();
  expect((await look(machines[6])).planLimit).toEqual({ limit: 5, current: 6 });
  const { url } = await larder.ask<{ url: string }>('POST', '/api/auth/subscription/upgrade', { token: owner, body: { planId: 'growth' } });
  await larder.ask('POST', `/api/billing/pages/${url.split('/').at(-1)}`, { body: { card: 'works' } });
  expect((await look(machines[6])).planLimit).toBeUndefined();
  expect(await statusesOfChanges(machines[6])).toEqual([200, 200, 200, 200, 200, 200, 200]);
});
