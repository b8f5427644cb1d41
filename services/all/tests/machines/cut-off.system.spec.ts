/** A machine that loses its connection while it serves somebody: the guest is told what is so and what to do, and that it is back. */
import type { MachineTimeline, MachineView } from '@larder/contracts/fleet.js';
import type { SessionView } from '@larder/contracts/vending.js';
import { standingClock, until } from '@larder/kit/testing.js';
import { startLarder, type AddedMachine, type TestLarder } from '../testing.js';

const LOOK_MS = 5_000;
/** So long it is waited for at most; the visit itself lasts longer. */
const MOST_LOOKS = 20;

let larder: TestLarder;
let machine: AddedMachine;
const clock = standingClock(new Date().toISOString());
beforeAll(async () => {
  larder = await startLarder({ clock, settings: { SESSION_SECONDS: '600' } });
  machine = await larder.addMachine();
});
afterAll(() => larder.stop());

const tap = () => larder.ask<SessionView>('POST', '/api/vend/start', { body: { nfcSessionId: `${machine.machineId}-001` } });
const look = (id: string) => larder.ask<SessionView>('GET', `/api/vend/session/${id}`);
const missed = async (id: string): Promise<string> => {
  let looks = 0;
  return until('the guest is told', () => {
    if (looks++ < MOST_LOOKS) clock.pass(LOOK_MS);
    return look(id).then(({ offline }) => offline);
  });
};
const back = async (id: string): Promise<SessionView> => {
  await machine.device.connect();
  return until('the guest is told no more', async () => {
    const view = await look(id);
    return view.offline === undefined && view;
  });
};

it('before a door that stays locked: they wait or cancel, and hear when it is back', async () => {
  const { sessionId } = await tap();
  await machine.device.disconnect();
  expect(await missed(sessionId)).toContain('The machine has no connection right now. Door locked? Wait a moment, or cancel');
  expect((await back(sessionId)).message).toContain('The machine is connected again.');
  const token = await larder.signIn('owner');
  const { entries } = await larder.ask<MachineTimeline>('GET', `/api/cognito-auth/machines/${machine.machineId}/timeline`, { token });
  expect(entries.map(({ what }) => what)).toContain('Two heartbeats missed');
  await larder.ask('DELETE', `/api/vend/session/${sessionId}`);
  await until('the visit is over', async () => (await look(sessionId)).status === 'cancelled');
});

it('with goods in hand: they close the door, keep the page, and the bill follows', async () => {
  const { sessionId } = await tap();
  machine.device.openDoor(sessionId);
  machine.device.take('A1', 1, sessionId);
  await until('it is on the bill', async () => (await look(sessionId)).items.length === 1);
  await machine.device.disconnect();
  expect(await missed(sessionId)).toContain('Close the door when you have everything and keep this page: you pay here when the machine is heard again.');
  machine.device.closeDoor(sessionId);
  await back(sessionId);
  const due = await until('payment is due', async () => {
    const view = await look(sessionId);
    return view.committed && view;
  });
  expect(due).toMatchObject({ status: 'committed', totalAmount: 2.5 });
  expect(due.offline).toBeUndefined();
});

it('what comes back after the visit has ended without the machine, and without its name, is in the stock again, and told with the visit', async () => {
  const left = async () => (await larder.ask<MachineView>('GET', `/api/cognito-auth/machines/${machine.machineId}`, { token: await larder.signIn('owner') })).inventory.find(({ slot }) => slot === 'A1')?.quantity ?? NaN;
  const before = await left();
  const { sessionId } = await tap();
  machine.device.openDoor(sessionId);
  machine.device.take('A1', 1, sessionId);
  await until('it has left', async () => (await left()) === before - 1);
  await machine.device.disconnect();
  machine.device.giveBack('A1', 1);
  const told = () => larder.kit.stream(`session-${sessionId}`);
  clock.pass(2 * 3_600_000);
  await until('it has ended without the machine', async () => {
    clock.pass(500);
    return (await told()).some(({ type }) => type === 'SessionCommitted');
  });
  await machine.device.connect();
  await until('it is in the stock again', async () => (await left()) === before);
  expect((await told()).findLast(({ type }) => type === 'UnplacedItemReported')?.data).toMatchObject({ slot: 'A1', what: 'returned', why: 'after_end', late: { taken: 0, returned: 1 } });
});
