/** Maintenance comes due: by the days of the rules, until somebody services the machine or says so. While it lasts, the machine may be without power. */
import type { ShownRules } from '@larder/contracts/alert-rules.js';
import type { AlertStory, AlertView } from '@larder/contracts/alerts.js';
import type { MachineTimeline, MachineView } from '@larder/contracts/fleet.js';
import { standingClock, until, type StandingClock } from '@larder/kit/testing.js';
import { startLarder, type AddedMachine, type TestLarder } from '../testing.js';

const DAY_MS = 86_400_000;
const RULES = '/api/admin/alert-rules';
const ALERTS = '/api/admin/dashboard/alerts';

let larder: TestLarder;
let clock: StandingClock;
let machine: AddedMachine;
let machines = 0;

beforeAll(async () => {
  clock = standingClock();
  larder = await startLarder({ clock });
});
afterAll(() => larder.stop());
beforeEach(async () => {
  await setDays(90);
  machine = await larder.addMachine({ machineId: `VM-M${++machines}`, name: `Lobby ${machines}`, slots: [{ slot: 'A1', name: 'Cola', price: 2.5 }] });
});

const ask = async <T>(method: string, path: string, body?: object): Promise<T> => larder.ask<T>(method, path, { token: await larder.signIn('owner'), body });
async function setDays(maintenanceDays: number | null): Promise<void> {
  const { rules: { changedAt: _, timeZone: _t, offlineAfterSeconds: _o, ...rules } } = await ask<{ rules: ShownRules }>('GET', RULES);
  await ask('PUT', RULES, { ...rules, maintenanceDays });
}
const due = async (): Promise<AlertView[]> =>
  (await ask<{ alerts: AlertView[] }>('GET', `${ALERTS}?limit=200&type=maintenance_due&isResolved=false`)).alerts.filter((alert) => alert.machine.machineId === machine.machineId);
const becomesDue = (): Promise<AlertView> => until(`${machine.machineId} is due`, async () => {
  clock.pass(500);
  return (await due())[0];
});
const isServiced = (): Promise<unknown> => until(`${machine.machineId} is serviced`, async () => (await due()).length === 0);
/** What it would have led to has been done: another machine's, asked for later, is there. */
async function nothingIsDue(): Promise<void> {
  const before = machine;
  machine = await larder.addMachine({ machineId: `VM-M${++machines}`, name: `Lobby ${machines}`, slots: [] });
  await setDays(7);
  clock.pass(7 * DAY_MS);
  await becomesDue();
  machine = before;
}

it('a machine that nobody serviced for as long as the rules say is due, and its alert says since when', async () => {
  clock.pass(90 * DAY_MS);
  const alert = await becomesDue();
  expect(alert).toMatchObject({ type: 'maintenance_due', severity: 'medium', message: `Lobby ${machines} has not been serviced for 90 days`, details: { maintenanceDays: 90 } });
  const { cause } = await ask<AlertStory>('GET', `${ALERTS}/${encodeURIComponent(alert._id)}`);
  expect(cause).toMatchObject({ type: 'MaintenanceCameDue' });
});

it.each<[string, () => Promise<unknown>]>([
  ['back from maintenance', async () => {
    for (const status of ['maintenance', 'online']) await ask('PUT', `/api/cognito-auth/machines/${machine.machineId}/status`, { status });
  }],
  ['whose door was open in service mode', async () => {
    machine.device.openDoor(undefined, 'service');
    machine.device.closeDoor();
  }],
])('a machine %s is serviced', async (_, service) => {
  clock.pass(90 * DAY_MS);
  await becomesDue();
  await service();
  await isServiced();
});

it('a machine says since when it is there, and when it was last serviced, whatever the rules are', async () => {
  const at = `/api/cognito-auth/machines/${machine.machineId}`;
  const shown = () => ask<MachineView>('GET', at);
  const installDate = clock.now().toISOString();
  expect(await shown()).toMatchObject({ installDate, lastMaintenance: null });
  clock.pass(DAY_MS);
  for (const status of ['maintenance', 'online']) await ask('PUT', `${at}/status`, { status });
  const servicedAt = clock.now().toISOString();
  await until('its service is shown', async () => (await shown()).lastMaintenance === servicedAt);
  clock.pass(DAY_MS);
  await setDays(30);
  await nothingIsDue();
  expect(await shown()).toMatchObject({ installDate, lastMaintenance: servicedAt });
});

it('whoever resolves the alert by hand has seen to it: the days begin anew', async () => {
  clock.pass(90 * DAY_MS);
  const alert = await becomesDue();
  await ask('POST', `${ALERTS}/${encodeURIComponent(alert._id)}/resolve`, { reason: 'Cleaned and checked' });
  clock.pass(90 * DAY_MS);
  expect((await becomesDue())._id).not.toBe(alert._id);
});

it('other rules hold for machines that are there, at once', async () => {
  clock.pass(30 * DAY_MS);
  await setDays(30);
  expect(await becomesDue()).toMatchObject({ details: { maintenanceDays: 30 } });
  await setDays(null);
  await isServiced();
});

it('a machine that left the fleet is never due', async () => {
  await ask('DELETE', `/api/cognito-auth/machines/${machine.machineId}`);
  clock.pass(90 * DAY_MS);
  await nothingIsDue();
  expect(await due()).toEqual([]);
});

it.each([null, 180])('what came due comes due again when the rules are changed to %s days and changed back', async (days) => {
  clock.pass(90 * DAY_MS);
  await becomesDue();
  await setDays(days);
  await isServiced();
  await setDays(90);
  expect(await becomesDue()).toMatchObject({ type: 'maintenance_due', isResolved: false });
});

it('a machine in maintenance is not told to be offline; one that is silent when it is to sell again is', async () => {
  const { machineId, device } = machine;
  const put = (status: 'maintenance' | 'online') => ask('PUT', `/api/cognito-auth/machines/${machineId}/status`, { status });
  const offline = async (): Promise<AlertView[]> => (await ask<{ alerts: AlertView[] }>('GET', `${ALERTS}?limit=200&type=machine_offline`)).alerts.filter((alert) => alert.machine.machineId === machineId);
  const hasGoneSilent = () => until('it has gone silent', async () => {
    clock.pass(5_000);
    return (await ask<MachineTimeline>('GET', `/api/cognito-auth/machines/${machineId}/timeline`)).entries[0]?.what === 'Went silent';
  });
  await put('maintenance');
  await device.disconnect();
  await hasGoneSilent();
  await put('online');
  const told = await until('it is told', async () => (await offline())[0]);
  expect(told).toMatchObject({ message: `Lobby ${machines} is offline`, isResolved: false });
  expect((await ask<AlertStory>('GET', `${ALERTS}/${encodeURIComponent(told._id)}`)).cause).toMatchObject({ type: 'ModeIntended' });
  await put('maintenance');
  await until('it is expected no more', async () => (await offline())[0]?.isResolved);
  expect(await offline()).toHaveLength(1);
});
