/** A machine that loses its connection while it serves somebody: the guest is told what is so and what to do, and that it is back. */
import type { MachineTimeline } from '@larder/contracts/fleet.js';
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
