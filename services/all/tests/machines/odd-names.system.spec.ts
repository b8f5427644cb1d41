/** Names that nobody would expect: what every object has is allowed, a slot or a machine that differs from another one in the size of its letters alone is not. */
import type { SalesOverview } from '@larder/contracts/sales/analytics.js';
import type { MachineView } from '@larder/contracts/fleet.js';
import type { SalesSummary } from '@larder/contracts/sales.js';
import type { SessionView } from '@larder/contracts/vending.js';
import { until } from '@larder/kit/testing.js';
import { startLarder, type AddedMachine, type TestLarder } from '../testing.js';

let larder: TestLarder;
let token: string;
beforeAll(async () => {
  larder = await startLarder();
  token = await larder.signIn('owner');
});
afterAll(() => larder.stop());

/** Lays something of their own into one slot and takes it out again, takes two of the other, and pays. */
async function buyTwo({ machineId, device }: AddedMachine, bought: string, other: string): Promise<void> {
  const { sessionId } = await larder.ask<SessionView>('POST', '/api/vend/start', { body: { nfcSessionId: `${machineId}-001` } });
  device.openDoor(sessionId);
  device.giveBack(other, 1, sessionId);
  device.take(other, 1, sessionId);
  device.take(bought, 2, sessionId);
  device.closeDoor(sessionId);
  const { totalAmount, checkoutUrl } = await until('payment is due', async () => {
    const visit = await larder.ask<SessionView>('GET', `/api/vend/session/${sessionId}`);
    return visit.checkoutUrl && visit;
  });
  expect(totalAmount).toBe(5);
  await larder.ask('POST', `/api/vend${checkoutUrl}`, { body: { outcome: 'pay' } });
}
const machine = (machineId: string): Promise<MachineView> => larder.ask<MachineView>('GET', `/api/cognito-auth/machines/${machineId}`, { token });
const holds = ({ inventory }: MachineView) => inventory.map(({ slot, quantity, lastRestocked, unseen }) => [slot, quantity, typeof lastRestocked, unseen]);

it('a machine called constructor sells from slot toString, beside valueOf', async () => {
  const machineId = 'constructor';
  const [bought, other] = ['toString', 'valueOf'];
  const added = await larder.addMachine({ machineId, slots: [{ slot: bought, name: 'Cola', price: 2.5 }, { slot: other, name: 'Chips', price: 1.75 }], sensors: [bought, other] });
  await buyTwo(added, bought, other);
  const sold = await until('the sale counts', async () => {
    const shown = await machine(machineId);
    return shown.totalRevenue === 5 && shown;
  });
  expect(holds(sold)).toEqual([[bought, 8, 'string', undefined], [other, 10, 'string', undefined]]);
  expect(sold.lastMaintenance).toBeNull();
  const { machines } = await larder.ask<{ machines: MachineView[] }>('GET', '/api/cognito-auth/machines?limit=100', { token });
  expect(machines.find((one) => one.machineId === machineId)).toMatchObject({ totalRevenue: 5, stock: { left: 18 } });
});

it('beside a slot a1 none is laid out as A1, though the board has both', async () => {
  const { machineId, products } = await larder.addMachine({ slots: [{ slot: 'a1', name: 'Cola', price: 2.5 }], sensors: ['a1', 'A1'] });
  const refused = await larder.call('POST', `/api/cognito-auth/machines/${machineId}/inventory`, { token, body: { slot: 'A1', productId: products.a1, quantity: 4 } });
  expect(refused).toMatchObject({ status: 409, body: { error: 'CONFLICT', message: expect.stringMatching(/^This machine has a slot a1, and A1 would be another one\./) } });
  expect(holds(await machine(machineId))).toEqual([['a1', 10, 'string', undefined]]);
});

it('beside a machine VM-Hall none is added as vm-hall, by hand or to be set up', async () => {
  const { machineId } = await larder.addMachine({ machineId: 'VM-Hall' });
  const like = (its: string) => ({ machineId: its, name: 'Hall', location: { address: '1 Main Street' } });
  const wifi = { wifiSSID: 'guests', wifiPassword: 'secret' };
  const add = async (its: string) => larder.call('POST', '/api/cognito-auth/machines', { token, body: like(its) });
  const prepare = async (its: string) => larder.call('POST', '/api/cognito-auth/setup-profiles', { token, body: { ...like(its), ...wifi } });
  const refused = { status: 409, body: { error: 'CONFLICT', message: 'There is a machine VM-Hall, and vm-hall would be another one. Please write it the same way, or choose another ID', data: { machineId } } };
  expect([await add('vm-hall'), await prepare('vm-hall')]).toMatchObject([refused, refused]);
  await larder.ask('DELETE', `/api/cognito-auth/machines/${machineId}`, { token });
  expect((await prepare('VM-hall')).status).toBe(200);
  expect((await add('vm-hall')).body.message).toMatch(/^There is a machine VM-hall,/);
  expect((await add('VM-hall')).status).toBe(200);
});

it('a machine vm-gym has not sold what VM-Gym did, which is there no more', async () => {
  const gone = await larder.addMachine({ machineId: 'VM-Gym', slots: [{ slot: 'A1', name: 'Cola', price: 2.5 }, { slot: 'A2', name: 'Chips', price: 1.75 }] });
  await buyTwo(gone, 'A1', 'A2');
  const at = async (id: string) => {
    const get = <T>(path: string): Promise<T> => larder.ask<T>('GET', `/api/admin/${path}?machineId=${id}`, { token });
    const [{ revenue }, { total, totalRevenue }, { summary }] = await Promise.all([get<SalesSummary>('sales/comparison'), get<{ total: number; totalRevenue: number }>('sales'), get<SalesOverview>('sales/overview')]);
    return [revenue, total, totalRevenue, summary.totalRevenue];
  };
  await until('it is sold', async () => (await at('VM-Gym'))[1] === 1);
  expect(await at('vm-gym')).toEqual([5, 1, 5, 5]);
  await larder.ask('DELETE', '/api/cognito-auth/machines/VM-Gym', { token });
  await larder.ask('POST', '/api/cognito-auth/machines', { token, body: { machineId: 'vm-gym', name: 'Gym', location: { address: '1 Main Street' } } });
  expect([await at('vm-gym'), await at('VM-Gym')]).toEqual([[0, 0, 0, 0], [5, 1, 5, 5]]);
});
