/** Names that are allowed and that nobody would expect: what every object has, and slots that differ in the size of their letters alone. */
import type { MachineView } from '@larder/contracts/fleet.js';
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

it('slots a1 and A1 are two', async () => {
  const added = await larder.addMachine({ slots: [{ slot: 'a1', name: 'Cola', price: 2.5 }], sensors: ['a1', 'A1'] });
  await larder.ask('POST', `/api/cognito-auth/machines/${added.machineId}/inventory`, { token, body: { slot: 'A1', productId: added.products.a1, quantity: 4 } });
  await buyTwo(added, 'a1', 'A1');
  expect(holds(await machine(added.machineId))).toEqual([['a1', 8, 'string', undefined], ['A1', 4, 'string', undefined]]);
});
