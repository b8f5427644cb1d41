/** A slot is counted while the books are behind what its machine has told: what was told before is in the count, and is not taken off once more when it is heard. */
import type { MachineTimeline, MachineView } from '@larder/contracts/fleet.js';
import type { SalesLosses } from '@larder/contracts/sales/losses.js';
import { StockMoves } from '@larder/fleet/stock-moves.js';
import { until } from '@larder/kit/testing.js';
import { shop } from '../buying.testing.js';
import { startLarder, type TestLarder } from '../testing.js';

let larder: TestLarder;
let token: string;
beforeAll(async () => {
  larder = await startLarder();
  token = await larder.signIn('owner');
});
afterAll(() => larder.stop());

/** Nothing that moves is heard by the fleet until it is let go. */
function holdBack(): () => void {
  const moves = larder.part(StockMoves);
  const on = moves.on.bind(moves);
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  jest.spyOn(moves, 'on').mockImplementation((fact) => held.then(() => on(fact)));
  return letGo;
}
afterEach(() => jest.restoreAllMocks());

const at = (machineId: string): string => `/api/cognito-auth/machines/${machineId}`;
const left = async (machineId: string): Promise<Record<string, number>> => Object.fromEntries((await larder.ask<{ inventory: MachineView['inventory'] }>('GET', `${at(machineId)}/inventory`, { token })).inventory.map(({ slot, quantity }) => [slot, quantity]));
const told = async (machineId: string): Promise<string[]> => (await larder.ask<MachineTimeline>('GET', `${at(machineId)}/timeline?limit=100`, { token })).entries.map(({ what }) => what);

it('What a guest took before a slot was counted, and what left it without one, is in the count; what leaves afterwards comes off, and what the guest is to pay for is not missing', async () => {
  const machine = await larder.addMachine();
  const { machineId, device, products } = machine;
  const letGo = holdBack();
  device.take('A1', 2);
  await shop(larder, machine);
  device.take('A2', 1);
  await until('all of it is kept', () => device.waiting === 0);
  const count = (slot: string, change: number) => larder.ask('POST', `${at(machineId)}/inventory/${slot}/adjust`, { token, body: { change, was: 10, productId: products[slot], reason: 'Counted' } });
  await count('A1', -3);
  await count('A2', -1);
  device.take('A1', 1);
  letGo();
  await until('what left afterwards is taken off', async () => (await left(machineId)).A1 === 6);
  await until('all is heard', async () => (await told(machineId)).filter((what) => what.includes('told only now')).length === 3);
  expect(await left(machineId)).toEqual({ A1: 6, A2: 9 });
  const { total } = await until('what is to be paid for is missing no more', async () => {
    const losses = await larder.ask<SalesLosses>('GET', `/api/admin/sales/losses?machineId=${machineId}`, { token });
    return losses.total.missing === 3 && losses;
  });
  expect(total).toMatchObject({ missing: 3, outside: 1, found: 0 });
});

it('What a machine told before it was taken out of the fleet is not taken off what is laid out in it when it is back', async () => {
  const { machineId, device, products } = await larder.addMachine();
  const letGo = holdBack();
  device.take('A1', 2);
  await until('it is kept', () => device.waiting === 0);
  await larder.ask('DELETE', at(machineId), { token });
  await larder.ask('POST', '/api/cognito-auth/machines', { token, body: { machineId, name: 'Lobby', location: { address: '1 Main Street' } } });
  await larder.ask('POST', `${at(machineId)}/inventory`, { token, body: { slot: 'A1', productId: products.A1, quantity: 7 } });
  letGo();
  await until('it is heard', async () => (await told(machineId)).some((what) => what.startsWith('2 taken from slot A1 before it was counted')));
  expect(await left(machineId)).toEqual({ A1: 7 });
});
