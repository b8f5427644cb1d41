/** How a machine should work against how it says it does: drafted, sent when it is there, confirmed by the machine itself. */
import type { ConfigurationView } from '@larder/contracts/device.js';
import type { MachineView } from '@larder/contracts/fleet.js';
import type { SessionView } from '@larder/contracts/vending.js';
import { Links } from '@larder/device-adapter/links.js';
import { until } from '@larder/kit/testing.js';
import { SimulatedDevice } from '@larder/simulator/device.js';
import { startLarder, type AddedMachine, type TestLarder } from '../testing.js';

let larder: TestLarder;
let machine: AddedMachine;
let token: string;
beforeAll(async () => {
  larder = await startLarder();
  machine = await larder.addMachine();
  token = await larder.signIn('operator');
});
afterAll(() => larder.stop());

const at = (): string => `/api/hardware/configuration/${machine.machineId}`;
const now = async (): Promise<ConfigurationView> => (await larder.ask<{ configuration: ConfigurationView }>('GET', at(), { token })).configuration;
const configure = (body: object) => larder.call<{ configuration: ConfigurationView }>('PUT', at(), { token, body });
const confirmed = (revision: number) => until(`${revision} is confirmed`, async () => {
  const is = await now();
  return is.state === 'confirmed' && is.confirmed === revision;
});

it('a machine that nobody configured works as it is', async () => {
  expect(await now()).toMatchObject({ revision: 0, duty: 'sell', lockAboveC: null, state: 'none' });
});

it('a machine that is there is told at once and says that it works by it', async () => {
  expect((await configure({ revision: 0, duty: 'rest', lockAboveC: 8 })).body.data?.configuration).toMatchObject({ revision: 1, duty: 'rest', lockAboveC: 8 });
  await confirmed(1);
  const shown = async () => (await larder.ask<MachineView>('GET', `/api/cognito-auth/machines/${machine.machineId}`, { token })).turnsAway;
  await until('its page says so', async () => (await shown()) === 'Serves no guests, as it is configured');
  const { sessionId } = await larder.ask<SessionView>('POST', '/api/vend/start', { body: { nfcSessionId: `${machine.machineId}-001` } });
  await until('the visit has ended by itself', async () => (await larder.ask<SessionView>('GET', `/api/vend/session/${sessionId}`)).status === 'cancelled');
  expect(machine.heard.filter((order) => order.do === 'unlock')).toEqual([]);
});

it('what two people change at once is changed by one', async () => {
  expect(await configure({ revision: 0, duty: 'sell', lockAboveC: null })).toMatchObject({ status: 409, body: { error: 'CONFLICT' } });
  expect(await configure({ revision: 1, duty: 'sell', lockAboveC: 99 })).toMatchObject({ status: 400 });
});

it('a machine that is away is told when it comes back', async () => {
  await machine.device.disconnect();
  await until('it is seen to be away', async () => (await now()).confirmed === 1);
  expect((await configure({ revision: 1, duty: 'sell', lockAboveC: null })).body.data?.configuration).toMatchObject({ revision: 2, confirmed: 1 });
  await until('it waits', async () => (await now()).state === 'waiting');
  await machine.device.connect();
  await confirmed(2);
});

it('a machine with a configuration that nobody here gave it, as after a log was put back, gets ours all the same', async () => {
  const { revision } = await now();
  larder.part(Links).link.send(machine.machineId, { v: 1, t: 'conf', rev: revision + 40, do: 'rest' });
  await confirmed(revision + 41);
  expect(await now()).toMatchObject({ duty: 'sell', lockAboveC: null });
});

it('firmware from before there were configurations is understood and never confirms', async () => {
  await machine.device.disconnect();
  const old = new SimulatedDevice({ machineId: machine.machineId, secret: machine.secret, brokerUrl: larder.mqttUrl, epoch: 'abcdef01', now: () => Date.now(), obey: async () => ({ ok: true }), knowsConfigurations: false });
  await old.connect();
  const { revision } = await now();
  await configure({ revision, duty: 'sell', lockAboveC: 5 });
  old.tap('OLD-001');
  await until('it is heard', () => old.waiting === 0);
  expect(await now()).toMatchObject({ revision: revision + 1, confirmed: revision, state: 'sent' });
  await old.disconnect();
});

it('a machine that was taken out of the fleet serves guests when it comes back, and locks at its own limit', async () => {
  const { revision } = await now();
  await configure({ revision, duty: 'rest', lockAboveC: 3 });
  const [owner, { machineId }] = [await larder.signIn('owner'), machine];
  await larder.ask('DELETE', `/api/cognito-auth/machines/${machineId}`, { token: owner });
  await larder.ask('POST', '/api/cognito-auth/machines', { token: owner, body: { machineId, name: 'Lobby', location: { address: '1 Main Street' } } });
  await until('it is as it comes', async () => (await now()).revision === revision + 2);
  expect(await now()).toMatchObject({ duty: 'sell', lockAboveC: null, state: 'waiting' });
});
