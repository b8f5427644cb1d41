/** What moves in a machine while nobody is served, before a guest has opened it, or after their bill was made. */
import type { SalesLosses } from '@larder/contracts/sales/losses.js';
import { until } from '@larder/kit/testing.js';
import { startLarder, type AddedMachine, type TestLarder } from '../testing.js';
import { guestAt } from './guest.testing.js';

let larder: TestLarder;
let machine: AddedMachine;
let owner: string;

beforeAll(async () => {
  larder = await startLarder();
  owner = await larder.signIn('owner');
});
afterAll(() => larder.stop());
beforeEach(async () => {
  machine = await larder.addMachine({ slots: [{ slot: 'A1', name: 'Cola', price: 2.75, quantity: 4 }, { slot: 'A2', name: 'Chips', price: 3.25, quantity: 10 }] });
});

const { begin, session, becomes, alertsOf, stockOf } = guestAt(() => ({ larder, machine, owner }));

it('a door that opens while nobody is served is told to the operator, and what left is counted; not one at which an operator works', async () => {
  for (const mode of ['service', 'restocking'] as const) {
    machine.device.openDoor(undefined, mode);
    machine.device.closeDoor();
  }
  machine.device.openDoor();
  for (const slot of ['A2', 'A1', 'A1']) machine.device.take(slot, 1);
  machine.device.giveBack('A1', 1);
  machine.device.closeDoor();
  const told = async () => (await alertsOf('&type=unusual_activity&severity=high')).filter((a) => a.details.reason === 'door_without_session');
  await until('it is told', async () => (await told()).some(({ message }) => message.endsWith(': without a session the door was opened, 3x left, and 1x came in (A2, A1). Please count what is in there')));
  expect(await told()).toHaveLength(1);
  await until('the stock follows', async () => (await stockOf('A2')) === 9);
  expect((await larder.kit.stream(`till-${machine.machineId}`)).filter(({ type }) => type === 'DoorOpenedWithoutSession')).toHaveLength(1);
});

it('what is more in a slot while nobody is served is told to the operator, and counted as far as it had left so, also where its visit is known to nobody', async () => {
  const before = (await stockOf('A2')) ?? 0;
  machine.device.take('A2', 1);
  machine.device.giveBack('A2', 2);
  machine.device.giveBack('A2', 1, 'a visit of a log that was lost');
  await until('it is told', async () => (await alertsOf('&type=unusual_activity&severity=high')).some(({ message }) => message.endsWith(': without a session 1x left and 3x came in (A2). Please count what is in there')));
  await until('the stock is what it was', async () => (await stockOf('A2')) === before);
  const noted = (await larder.kit.stream(`till-${machine.machineId}`)).filter(({ type }) => type === 'ItemReturnedWithoutSession');
  expect(noted.map(({ data }) => (data as { back: number }).back)).toEqual([1, 0]);
});

it('what leaves after the bill was made is on nobody\'s bill either, and is counted as it moves', async () => {
  const id = await begin();
  machine.device.openDoor(id);
  machine.device.take('A1', 1, id);
  machine.device.closeDoor(id);
  await becomes(id, { status: 'committed' });
  machine.device.take('A2', 2, id);
  await until('it is counted', async () => (await stockOf('A2')) === 8);
  machine.device.giveBack('A2', 1, id);
  const lost = async () => (await larder.ask<SalesLosses>('GET', `/api/admin/sales/losses?machineId=${machine.machineId}`, { token: owner })).total;
  await until('it is lost', async () => (await lost()).outside === 2);
  await until('what came back, too', async () => (await stockOf('A2')) === 9);
  await until('what came back is not', async () => (await lost()).outside === 1);
  expect(await lost()).toMatchObject({ units: 1, price: 3.25 });
  const told = async () => (await alertsOf()).filter(({ details }) => details.reason === 'late_item');
  await until('all of it is told', async () => (await told()).some(({ message }) => message.endsWith(': after the visit had ended 2x were reported taken and not charged, and 1x returned, for which nothing came off the bill (A2)')));
  expect(await told()).toHaveLength(1);
  expect((await session(id)).totalAmount).toBe(2.75);
});

it('a door that was locked when it moved ends no visit that has begun before it is told', async () => {
  const id = await begin();
  machine.device.openDoor();
  machine.device.closeDoor();
  machine.device.openDoor(id);
  machine.device.take('A1', 1);
  machine.device.closeDoor(id);
  expect(await becomes(id, { status: 'committed' })).toMatchObject({ totalAmount: 2.75 });
});

it('what a scale says before a guest has opened the door is on nobody\'s bill', async () => {
  const id = await begin();
  machine.device.take('A2', 1);
  await until('it is counted', async () => (await stockOf('A2')) === 9);
  expect(await session(id)).toMatchObject({ items: [], totalAmount: 0 });
  machine.device.openDoor(id);
  machine.device.take('A1', 1);
  machine.device.closeDoor(id);
  expect(await becomes(id, { status: 'committed' })).toMatchObject({ totalAmount: 2.75 });
});
