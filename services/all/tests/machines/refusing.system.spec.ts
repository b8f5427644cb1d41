/** A machine that will not unlock for guests, such as because it was too warm, turns them away; the operator is told, in its words. */
import type { AlertView } from '@larder/contracts/alerts.js';
import type { MachineView } from '@larder/contracts/fleet.js';
import type { SessionView } from '@larder/contracts/vending.js';
import { until } from '@larder/kit/testing.js';
import { startLarder, type TestLarder } from '../testing.js';

const WARM = 'It was too warm for too long: the machine is locked until it has been serviced';
let larder: TestLarder;
let token: string;
beforeAll(async () => {
  larder = await startLarder();
  token = await larder.signIn('owner');
});
afterAll(() => larder.stop());

const alertOf = async (machineId: string): Promise<AlertView | undefined> =>
  (await larder.ask<{ alerts: AlertView[] }>('GET', '/api/admin/dashboard/alerts?limit=100&type=unusual_activity', { token })).alerts.find(({ machine, details }) => machine.machineId === machineId && details.reason === 'refuses_guests');

it('The alert is raised with the first guest who is turned away, and is over with the next one who is let in', async () => {
  let isWarm = true;
  const { machineId } = await larder.addMachine({ name: 'Lobby', obey: async ({ do: action }) => (isWarm && action === 'unlock' ? { ok: false, why: WARM } : { ok: true }) });
  const told = () => alertOf(machineId);
  const visit = async (): Promise<string> => (await larder.ask<SessionView>('POST', '/api/vend/start', { body: { nfcSessionId: `${machineId}-001` } })).sessionId;
  const first = await visit();
  expect(await until('it is told', told)).toMatchObject({ severity: 'high', isResolved: false, message: `Lobby does not unlock for guests: ${WARM}`, details: { sessionId: first } });
  await until('nobody waits before it', async () => (await larder.ask<SessionView>('GET', `/api/vend/session/${first}`)).status === 'cancelled');
  isWarm = false;
  await until('the next guest is served', () => visit().catch(() => undefined));
  await until('it is over', async () => (await told())?.isResolved);
});

it('One that says so with its heartbeats is told of before a guest comes, until it says that it would let one in', async () => {
  const { machineId, device } = await larder.addMachine({ name: 'Cellar', beatMs: 3_600_000 });
  const beat = (shut: string): void => device.sendRaw('tel', JSON.stringify({ v: 1, t: 'beat', at: 0, door: 'closed', mode: 'locked', rssi: -58, up: 60, shut }));
  for (let n = 0; n < 4; n++) beat(WARM);
  expect(await until('it is told', () => alertOf(machineId))).toMatchObject({ severity: 'high', isResolved: false, message: `Cellar does not unlock for guests: ${WARM}` });
  const shown = async () => (await larder.ask<MachineView>('GET', `/api/cognito-auth/machines/${machineId}`, { token })).turnsAway;
  expect(await shown()).toBe(`Serves no guests: ${WARM}`);
  beat('');
  await until('its page says so', async () => (await shown()) === undefined);
  await until('it is over', async () => (await alertOf(machineId))?.isResolved);
});
