/** A machine that lost its power between unlocking and opening says so; nobody waits before a locked door. */
import type { SessionView } from '@larder/contracts/vending.js';
import { until } from '@larder/kit/testing.js';
import { startLarder, type AddedMachine, type TestLarder } from '../testing.js';

let larder: TestLarder;
let machine: AddedMachine;
beforeAll(async () => {
  larder = await startLarder();
  machine = await larder.addMachine();
});
afterAll(() => larder.stop());

const visits = async (): Promise<string> => (await larder.ask<SessionView>('POST', '/api/vend/start', { body: { nfcSessionId: `${machine.machineId}-001` } })).sessionId;
const statusOf = async (id: string): Promise<string> => (await larder.ask<SessionView>('GET', `/api/vend/session/${id}`)).status;
const unlockFor = (sid: string) => until('it is unlocked', () => machine.heard.find((order) => order.do === 'unlock' && order.sid === sid));
const obeyed = () => until('its reports are stored', () => machine.device.waiting === 0);
/** Answers when the visit is over. */
async function loseIn(sid: string): Promise<void> {
  const order = await unlockFor(sid);
  await obeyed();
  machine.device.losePower(order);
  await until('the visit is over', async () => (await statusOf(sid)) === 'cancelled');
}

it('the visit ends at once, without anything to pay, and the next guest is served', async () => {
  const first = await visits();
  await loseIn(first);
  const token = await larder.signIn('viewer');
  expect((await larder.ask<{ total: number }>('GET', '/api/admin/sales', { token })).total).toBe(0);
  const second = await visits();
  expect(second).not.toBe(first);
  await unlockFor(second);
  expect(await statusOf(second)).toBe('active');
  await loseIn(second);
});

it('whoever taps while the machine is filled is not let in', async () => {
  const token = await larder.signIn('operator');
  const tell = (command: string) => larder.ask('POST', '/api/hardware/control', { token, body: { machineId: machine.machineId, command, ttlSeconds: 60 } });
  await tell('restock');
  await until('it is free to be filled', () => machine.heard.some((order) => order.do === 'restock'));
  const sid = await visits();
  await until('the visit is over', async () => (await statusOf(sid)) === 'cancelled');
  expect((await larder.ask<SessionView>('GET', `/api/vend/session/${sid}`)).message).toBe('The machine did not open: somebody may be working at it, or it cannot sell right now. You have not been charged. Please tap again in a moment.');
  await until('it has heard that the visit is over', () => machine.heard.some((order) => order.do === 'lock' && order.sid === sid));
  await obeyed();
  const mode = async (): Promise<string> => (await larder.ask<{ result: { mode: string } }>('GET', `/api/hardware/status/${machine.machineId}`, { token })).result.mode;
  expect(await mode()).toBe('restocking');
  await tell('lock');
  await until('it is locked again', () => machine.heard.some((order) => order.do === 'lock' && order.sid === undefined));
});

it('a visit in which something was reported goes on: the machine had been opened after all', async () => {
  const sid = await visits();
  const order = await unlockFor(sid);
  await obeyed();
  machine.device.openDoor(sid);
  machine.device.losePower(order);
  machine.device.take('A1', 1, sid);
  machine.device.closeDoor(sid);
  await until('the bill is made', async () => (await larder.ask<SessionView>('GET', `/api/vend/session/${sid}`)).checkoutUrl);
});
