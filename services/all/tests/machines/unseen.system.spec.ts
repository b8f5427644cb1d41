/** A slot that is laid out and that the machine's board has no sensor for is free goods: the operator is told before a guest finds out. */
import type { AlertView } from '@larder/contracts/alerts.js';
import type { MachineTimeline, MachineView } from '@larder/contracts/fleet.js';
import { until } from '@larder/kit/testing.js';
import { startLarder, type TestLarder } from '../testing.js';

let larder: TestLarder;
let token: string;
beforeAll(async () => {
  larder = await startLarder();
  token = await larder.signIn('owner');
});
afterAll(() => larder.stop());

const at = (machineId: string): string => `/api/cognito-auth/machines/${machineId}`;
const machine = (machineId: string): Promise<MachineView> => larder.ask<MachineView>('GET', at(machineId), { token });
const unseen = async (machineId: string): Promise<string[]> => (await machine(machineId)).inventory.filter((item) => item.unseen).map(({ slot }) => slot);
const alertOf = async (machineId: string): Promise<AlertView | undefined> =>
  (await larder.ask<{ alerts: AlertView[] }>('GET', '/api/admin/dashboard/alerts?limit=100&type=unusual_activity', { token })).alerts.find(({ machine: its, details }) => its.machineId === machineId && details.reason === 'unseen_slot');
const hello = (slots?: readonly string[]): string => JSON.stringify({ v: 1, t: 'hello', e: '0badcafe', fw: 'larder-test', from: 1, slots });

it('A slot that the board was never told is marked and is an alert, until the board knows it or it was given free', async () => {
  const { machineId, device, products } = await larder.addMachine({ name: 'Lobby', slots: [{ slot: 'A1', name: 'Cola', price: 2.5 }, { slot: 'A2', name: 'Chips', price: 1.75 }], sensors: ['A1', 'a2'] });
  expect(await until('it is told', () => alertOf(machineId))).toMatchObject({ severity: 'high', isResolved: false, details: { slot: 'A2' }, message: expect.stringContaining('Lobby has no sensor for A2, only for A1, a2: what guests take there is not charged.') });
  expect(await unseen(machineId)).toEqual(['A2']);
  expect((await machine(machineId)).sensorSlots).toEqual(['A1', 'a2']);

  device.sendRaw('tel', hello(['A1', 'A2']));
  await until('the board knows it', async () => (await alertOf(machineId))?.isResolved);
  expect(await unseen(machineId)).toEqual([]);

  await larder.ask('POST', `${at(machineId)}/inventory`, { token, body: { slot: 'B1', productId: products.A1, quantity: 0 } });
  await until('one that is laid out is told as well', async () => (await alertOf(machineId))?.message.includes('no sensor for B1, only for A1, A2'));
  await larder.ask('DELETE', `${at(machineId)}/inventory/B1`, { token });
  await until('it was given free', async () => (await alertOf(machineId))?.isResolved);
  const { entries } = await larder.ask<MachineTimeline>('GET', `${at(machineId)}/timeline?limit=50`, { token });
  expect(entries.map(({ what, by }) => `${what} (${by})`)).toEqual(expect.arrayContaining(['Says that it has sensors for A1, a2 (The machine)', 'Has no sensor for B1: what leaves there is not charged (Larder)']));
});

it('A board that does not say is believed to see what it always saw, and one that comes back says it anew', async () => {
  const silent = await larder.addMachine({ name: 'Cellar' });
  const { machineId, device } = await larder.addMachine({ name: 'Attic', sensors: ['A1'] });
  await until('it is told', () => alertOf(machineId));
  device.sendRaw('tel', hello());
  await until('another board, of older firmware, does not say', async () => (await alertOf(machineId))?.isResolved);
  expect((await machine(machineId)).sensorSlots).toBeUndefined();
  expect([await alertOf(silent.machineId), await unseen(silent.machineId)]).toEqual([undefined, []]);

  const again = await larder.addMachine({ machineId: 'VM-AGAIN', sensors: ['A1'] });
  await until('it is told', () => alertOf(again.machineId));
  await larder.ask('DELETE', at(again.machineId), { token });
  await until('it is over with the machine', async () => (await alertOf(again.machineId))?.isResolved);
  await again.device.disconnect();
  await larder.addMachine({ machineId: 'VM-AGAIN', slots: [{ slot: 'A3', name: 'Water', price: 2 }], sensors: ['A1'] });
  await until('it is told again', async () => (await alertOf(again.machineId))?.isResolved === false);
});
