/** What an operator does at the moment a machine claims its setup: it comes before or after, never in between. */
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { pipeline } from 'node:stream';
import type { ClaimedSetup, SetupProfile } from '@larder/contracts/fleet/setup.js';
import type { EventStore } from '@larder/kit/events/event-store.js';
import { openSqliteEventStore } from '@larder/kit/events/sqlite/sqlite-event-store.js';
import { brokerUrlOf } from '@larder/simulator/claim.js';
import { SimulatedDevice } from '@larder/simulator/device.js';
import { startLarder, type TestLarder } from '../testing.js';

interface Added {
  setupProfile: SetupProfile;
  claimCode?: string;
}
const PROFILES = '/api/cognito-auth/setup-profiles';
const BETWEEN = 'CredentialIssued';

let larder: TestLarder;
let front: Server;
const frontPort = (): number => (front.address() as AddressInfo).port;
/** Done once, after the code was looked at and before the credential is kept. */
let between: (() => Promise<void>) | undefined;
beforeAll(async () => {
  const { store, bookmarks } = await openSqliteEventStore(':memory:');
  const events: EventStore = {
    async append(stream, expected, facts) {
      const act = facts.some(({ type }) => type === BETWEEN) ? between : undefined;
      if (act) between = undefined;
      await act?.();
      return store.append(stream, expected, facts);
    },
    read: (stream, from) => store.read(stream, from), follow: (after, categories, onFacts) => store.follow(after, categories, onFacts), head: () => store.head(), verify: () => store.verify(), close: () => store.close(),
  };
  // As what ends TLS before the broker does.
  front = createServer((machine) => void pipeline(machine, connect(Number(new URL(larder.mqttUrl).port), '127.0.0.1'), machine, () => undefined));
  await new Promise<void>((listening) => front.listen(0, '127.0.0.1', listening));
  larder = await startLarder({ events, bookmarks, settings: { MQTT_TOLD_HOST: '127.0.0.1', MQTT_TOLD_PORT: String(frontPort()) } });
});
afterAll(async () => {
  await larder.stop();
  front.close();
});

const prepare = async (machineId: string, more: object = {}): Promise<Added> => {
  const body = { machineId, name: 'Loft', location: { address: '88 River Street' }, wifiSSID: 'Seaside Guests', wifiPassword: 'sand-in-the-shoes', ...more };
  return larder.ask('POST', PROFILES, { token: await larder.signIn('admin'), body });
};
const claim = (claimCode?: string) => larder.call<ClaimedSetup>('POST', '/api/hardware/claim', { body: { claimCode } });

it.each([['DELETE', ''], ['POST', '/claim-code']])('a profile is neither taken back nor given another code while a machine is told its credential (%s%s), and the machine is let in', async (method, path) => {
  const machineId = `VM-${method}`;
  const { device: former } = await larder.addMachine({ machineId });
  const { setupProfile, claimCode } = await prepare(machineId, { isResetup: true, originalMachineId: machineId });
  const token = await larder.signIn('admin');
  let told: unknown;
  between = async () => {
    const { status, body } = await larder.call(method, `${PROFILES}/${setupProfile.setupId}${path}`, { token, ...(path && { body: {} }) });
    told = [status, body.message];
  };
  const { status, body } = await claim(claimCode);
  expect(told).toEqual([409, 'A machine is being set up with this code right now. Please try again in a minute.']);
  expect(status).toBe(200);
  await former.disconnect();
  const { mqtt } = body.data as ClaimedSetup;
  expect([mqtt.host, mqtt.port]).toEqual(['127.0.0.1', frontPort()]);
  const device = new SimulatedDevice({ machineId, secret: mqtt.password, brokerUrl: brokerUrlOf(larder.url, mqtt), epoch: 'abcdef01', now: () => Date.now(), obey: async () => ({ ok: true }) });
  await device.connect();
  await device.disconnect();
});

it('a machine that an operator takes out of the fleet between two tries of its claim is in the fleet when the second one is answered', async () => {
  const machineId = 'VM-BETWEEN';
  const { claimCode } = await prepare(machineId);
  between = () => Promise.reject(new Error('The disk is full'));
  expect((await claim(claimCode)).status).not.toBe(200);
  const token = await larder.signIn('admin');
  await larder.ask('DELETE', `/api/cognito-auth/machines/${machineId}`, { token, body: { reason: 'Once more from the beginning' } });
  expect((await claim(claimCode)).status).toBe(200);
  expect((await larder.call('GET', `/api/cognito-auth/machines/${machineId}`, { token })).status).toBe(200);
});
