/** What machines tell with their heartbeats becomes an alert when it stays so, and is over when it does not. */
import type { ShownRules } from '@larder/contracts/alert-rules.js';
import type { AlertView } from '@larder/contracts/alerts.js';
import { standingClock, until, type StandingClock } from '@larder/kit/testing.js';
import { startLarder, type AddedMachine, type TestLarder } from '../testing.js';

let larder: TestLarder;
let clock: StandingClock;
beforeAll(async () => {
  clock = standingClock();
  larder = await startLarder({ clock });
});
afterAll(() => larder.stop());

function beat({ device }: AddedMachine, reading: object): void {
  clock.pass(15_000);
  device.sendRaw('tel', JSON.stringify({ v: 1, t: 'beat', at: clock.now().getTime(), door: 'closed', mode: 'locked', rssi: -58, up: 60, ...reading }));
}
const raisedFor = async ({ machineId }: AddedMachine, reason: string): Promise<AlertView | undefined> => {
  const { alerts } = await larder.ask<{ alerts: AlertView[] }>('GET', '/api/admin/dashboard/alerts?limit=100&type=unusual_activity', { token: await larder.signIn('owner') });
  return alerts.find((one) => one.machine.machineId === machineId && one.details.reason === reason);
};
const isOver = async (machine: AddedMachine, reason: string): Promise<boolean> => (await raisedFor(machine, reason))?.isResolved === true;

it('A machine stays too warm, until it is not any more', async () => {
  const machine = await larder.addMachine({ machineId: 'VM-WARM', name: 'Sauna' });
  const alert = await until('it is too warm', async () => (beat(machine, { tempC: 41 }), raisedFor(machine, 'temperature')));
  expect(alert).toMatchObject({ message: 'Sauna is too warm: 41.0 °C', severity: 'high', details: { temperatureC: 41, minC: 1, maxC: 30 } });
  await until('it has cooled down', async () => (beat(machine, { tempC: 5 }), isOver(machine, 'temperature')));
});

it('A machine that is still too warm is told again, when its alert was cleared by limits that it has passed meanwhile, or by hand', async () => {
  const machine = await larder.addMachine({ machineId: 'VM-HOT', name: 'Oven' });
  const token = await larder.signIn('owner');
  await until('it is too warm', async () => (beat(machine, { tempC: 41 }), raisedFor(machine, 'temperature')));
  const allow = async (maxC: number): Promise<void> => {
    const { rules: { changedAt: _, timeZone: _t, offlineAfterSeconds: _o, ...rules } } = await larder.ask<{ rules: ShownRules }>('GET', '/api/admin/alert-rules', { token });
    await larder.ask('PUT', '/api/admin/alert-rules', { token, body: { ...rules, temperature: { minC: 1, maxC } } });
  };
  await allow(45);
  await until('41 is not too warm any more', () => isOver(machine, 'temperature'));
  const again = await until('60 is', async () => {
    beat(machine, { tempC: 60 });
    const now = await raisedFor(machine, 'temperature');
    return now?.isResolved === false && now;
  });
  await larder.ask('POST', `/api/admin/dashboard/alerts/${encodeURIComponent(again._id)}/resolve`, { token, body: { reason: 'It was nothing' } });
  await until('it is something', async () => (beat(machine, { tempC: 60 }), (await raisedFor(machine, 'temperature'))?.isResolved === false));
  await allow(30);
});

it('A door stays open, until somebody works there or it is closed', async () => {
  const machine = await larder.addMachine({ machineId: 'VM-AJAR', name: 'Pantry' });
  const alert = await until('it is ajar', async () => (beat(machine, { door: 'open' }), raisedFor(machine, 'door_left_open')));
  expect(alert).toMatchObject({ message: 'Pantry: the door was left open', severity: 'high' });
  await until('somebody restocks', async () => (beat(machine, { door: 'open', mode: 'restocking', left: 900 }), isOver(machine, 'door_left_open')));
  await until('it is ajar again', async () => (beat(machine, { door: 'open' }), !(await isOver(machine, 'door_left_open'))));
  await until('it is closed', async () => (beat(machine, {}), isOver(machine, 'door_left_open')));
});

it('Whoever restocks leaves the door open when their time is over: nobody is served, and somebody has to close it', async () => {
  const machine = await larder.addMachine({ machineId: 'VM-LEFT', name: 'Landing' });
  const alert = await until('it is left open', async () => (beat(machine, { door: 'open', mode: 'restocking' }), raisedFor(machine, 'door_left_open')));
  expect(alert).toMatchObject({ message: 'Landing: the door stands open, and the time for restocking is over. No guest is served until it is closed', severity: 'high' });
  await until('somebody goes on', async () => (beat(machine, { door: 'open', mode: 'restocking', left: 900 }), isOver(machine, 'door_left_open')));
});

it('What a machine told last is over when it is removed', async () => {
  const machine = await larder.addMachine({ machineId: 'VM-GONE', name: 'Attic' });
  await until('it is too warm and ajar', async () => (beat(machine, { tempC: 41, door: 'open' }), (await raisedFor(machine, 'temperature')) && raisedFor(machine, 'door_left_open')));
  await larder.ask('DELETE', `/api/cognito-auth/machines/${machine.machineId}`, { token: await larder.signIn('owner') });
  await until('nobody has to see to it', async () => (await isOver(machine, 'temperature')) && isOver(machine, 'door_left_open'));
});

it('How many machines are online, and how long answers over the bus take, is told to whoever watches', async () => {
  const told = async (): Promise<string> => (await fetch(`${larder.url}/metrics`)).text();
  const online = async (): Promise<number> => Number(/^larder_machines_online (\d+)$/m.exec(await told())?.[1] ?? -1);
  const { device } = await larder.addMachine({ machineId: 'VM-SEEN' });
  const before = await until('it is counted', async () => (clock.pass(5_000), online()));
  await device.disconnect();
  await until('it is missed', async () => (clock.pass(30_000), (await online()) < before));
  expect(await told()).toMatch(/^larder_answer_seconds_count\{subject="fleet\.registerMachine"\} [1-9]\d*$/m);
});
