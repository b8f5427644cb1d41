/** A board's memory that was copied to a second one is told to the operator, and what machines do anyhow is not taken for it. */
import type { AlertView } from '@larder/contracts/alerts.js';
import { standingClock, until, type StandingClock } from '@larder/kit/testing.js';
import { SimulatedDevice } from '@larder/simulator/device.js';
import { Outbox } from '@larder/simulator/outbox.js';
import { startLarder, type AddedMachine, type TestLarder } from '../testing.js';

const EPOCH = '0a0b0c0d';
let larder: TestLarder;
let clock: StandingClock;
let machine: AddedMachine;
beforeAll(async () => {
  clock = standingClock();
  larder = await startLarder({ clock });
  machine = await larder.addMachine({ machineId: 'VM-TWIN', name: 'Lobby' });
  await machine.device.disconnect();
});
afterAll(() => larder.stop());

const board = (outbox = new Outbox(EPOCH)): SimulatedDevice => new SimulatedDevice({ machineId: machine.machineId, secret: machine.secret, brokerUrl: larder.mqttUrl, epoch: EPOCH, outbox, now: () => clock.now().getTime(), obey: async () => ({ ok: true }) });
const told = async (): Promise<AlertView | undefined> => {
  const { alerts } = await larder.ask<{ alerts: AlertView[] }>('GET', '/api/admin/dashboard/alerts?limit=100&type=unusual_activity', { token: await larder.signIn('owner') });
  return alerts.find(({ details }) => details.reason === 'copied_memory');
};
const isTaken = (device: SimulatedDevice) => until('all of it is taken', () => device.waiting === 0);

const kept = new Outbox(EPOCH);

it('One board is one board, however often it says a thing, comes back, or loses its power', async () => {
  for (let life = 0; life < 5; life++) {
    const device = board(kept);
    Object.assign(device.faults, { copies: 3, reversed: true });
    await device.connect();
    for (let n = 0; n < 10; n++) device.tap(`VM-TWIN-00${n}`);
    await isTaken(device);
    await device.disconnect();
    clock.pass(60_000);
  }
  const former = await larder.addMachine({ machineId: 'VM-AFTER', name: 'Attic' });
  former.device.openDoor(undefined, 'locked'); // what comes later was judged later
  await until('it is told', async () => (await larder.ask<{ alerts: AlertView[] }>('GET', '/api/admin/dashboard/alerts?limit=100', { token: await larder.signIn('owner') })).alerts.some(({ machine: { machineId } }) => machineId === 'VM-AFTER'));
  expect(await told()).toBeUndefined();
});

it('Two boards with one memory are told to the operator, until only one knows the credential', async () => {
  const [one, other] = [board(kept), board()];
  await other.connect();
  other.tap('VM-TWIN-077'); // under a number that is far behind
  await isTaken(other);
  await one.connect();
  const alert = await until('two boards are told', told);
  expect(alert).toMatchObject({ severity: 'high', isResolved: false, message: expect.stringMatching(/^Lobby: reports come under numbers that others had.*"larder format yes".*Re-setup ESP32/) });
  await Promise.all([one.disconnect(), other.disconnect()]);

  await larder.ask('POST', `/api/cognito-auth/machines/${machine.machineId}/credential`, { token: await larder.signIn('owner'), body: {} });
  await until('only one knows its credential', async () => (await told())?.isResolved);
});
