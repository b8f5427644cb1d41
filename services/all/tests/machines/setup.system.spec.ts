/** Setting a machine up through the front doors: a profile with a code, a machine that claims it, and nobody else. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MachineTimeline, MachineView } from '@larder/contracts/fleet.js';
import { establish } from '@larder/contracts/identity.js';
import type { ClaimedSetup, SetupProfile } from '@larder/contracts/fleet/setup.js';
import type { EventStore } from '@larder/kit/events/event-store.js';
import { openSqliteEventStore } from '@larder/kit/events/sqlite/sqlite-event-store.js';
import { standingClock, until } from '@larder/kit/testing.js';
import { brokerUrlOf, claim } from '@larder/simulator/claim.js';
import { SimulatedDevice } from '@larder/simulator/device.js';
import { PASSWORD, startLarder, TIME_ZONE, type TestLarder } from '../testing.js';

interface Added {
  setupProfile: SetupProfile;
  message: string;
  claimCode?: string;
}
const PROFILES = '/api/cognito-auth/setup-profiles';
const MACHINES = '/api/cognito-auth/machines';
const wifi = { ssid: 'Seaside Guests', password: 'sand-in-the-shoes' };
const formOf = (machineId: string) => ({ machineId, name: 'Harbor Loft', location: { address: '88 River Street' }, wifiSSID: wifi.ssid, wifiPassword: wifi.password });

let larder: TestLarder;
const devices: SimulatedDevice[] = [];
beforeAll(async () => void (larder = await startLarder({ settings: { TRUSTED_PROXIES: '1' } })));
afterAll(async () => {
  await Promise.all(devices.map((device) => device.disconnect()));
  await larder.stop();
});

const add = async (machineId: string, more: object = {}): Promise<Added> => larder.ask('POST', PROFILES, { token: await larder.signIn('admin'), body: { ...formOf(machineId), ...more } });
const listed = async (query = ''): Promise<MachineView[]> => (await larder.ask<{ machines: MachineView[] }>('GET', `${MACHINES}${query}`, { token: await larder.signIn('viewer') })).machines;
let claims = 0;
/** Each from an address of its own, so that none has to wait for another's wrong codes. */
const claimed = (code: string) => larder.call<ClaimedSetup>('POST', '/api/hardware/claim', { body: { claimCode: code }, headers: { 'x-forwarded-for': `192.0.2.${++claims}` } });
async function connect({ machineId, mqtt }: ClaimedSetup): Promise<SimulatedDevice> {
  const device = new SimulatedDevice({ machineId, secret: mqtt.password, brokerUrl: brokerUrlOf(larder.url, mqtt), epoch: larder.kit.chance.uuid().slice(-8), now: () => Date.now(), obey: async () => ({ ok: true }) });
  devices.push(device);
  await device.connect();
  return device;
}

it('a new machine is prepared, seen as pending, claims itself, and comes online; what it was told is told to nobody else', async () => {
  const { setupProfile, message, claimCode = '' } = await add('VM-NEW');
  expect([setupProfile.machineId, setupProfile.createdBy, message]).toEqual(['VM-NEW', 'Test admin', 'Setup profile for VM-NEW created']);
  const body = (await larder.call('GET', PROFILES, { token: await larder.signIn('viewer') })).body;
  expect(body).toMatchObject({ success: true, data: { profiles: [{ setupId: setupProfile.setupId, machineId: 'VM-NEW', name: 'Harbor Loft', location: { address: '88 River Street' } }] } });
  expect(await listed('?status=pending_setup')).toMatchObject([{ _id: setupProfile.setupId, machineId: 'VM-NEW', status: 'pending_setup', healthStatus: 'Pending Setup', isOnline: false, setup: { expiresAt: setupProfile.expiresAt } }]);
  expect(await larder.ask('GET', `${MACHINES}/VM-NEW`, { token: await larder.signIn('viewer') })).toMatchObject({ status: 'pending_setup' });

  const answer = await claim(larder.url, claimCode.toLowerCase().replaceAll('-', ' '));
  expect(answer).toMatchObject({ machineId: 'VM-NEW', mqtt: { username: 'VM-NEW' }, wifi });
  await connect(answer);
  await until('it is online', async () => (await listed('?search=VM-NEW')).some(({ status, isOnline }) => status === 'online' && isOnline));
  expect(await listed('?status=pending_setup')).toEqual([]);

  const again = await claimed(claimCode);
  expect([again.status, again.body.error]).toEqual([404, 'NOT_FOUND']);
  const { entries } = await larder.ask<MachineTimeline>('GET', `${MACHINES}/VM-NEW/timeline`, { token: await larder.signIn('viewer') });
  expect(entries.map(({ what, by }) => [what, by]).toReversed()).toEqual([
    ['Prepared to be set up as Harbor Loft, 88 River Street', 'Test admin'], ['Added as Harbor Loft, 88 River Street', 'The machine'], ['Set up: told its Wi-Fi and its credential', 'The machine'], ['Came online', 'The machine'],
  ]);
});

it('a machine is told of a network that has no password, where whoever prepares it says so', async () => {
  const form = { ...formOf('VM-OPEN'), wifiPassword: '' };
  const token = await larder.signIn('admin');
  expect(await larder.call('POST', PROFILES, { token, body: form })).toMatchObject({ status: 400, body: { message: 'Validation failed: wifiPassword: WiFi Password is required' } });
  const { claimCode = '' } = await larder.ask<{ claimCode?: string }>('POST', PROFILES, { token, body: { ...form, wifiOpen: true } });
  expect((await claimed(claimCode)).body.data).toMatchObject({ machineId: 'VM-OPEN', wifi: { ssid: wifi.ssid, password: '' } });
});

it('of many who show the same code at once, one is told', async () => {
  const { claimCode = '' } = await add('VM-RACE');
  const answers = await Promise.all(Array.from({ length: 8 }, () => claimed(claimCode)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404, 404, 404, 404]);
});

it('the credential of the one who is told works, however many asked', async () => {
  const { claimCode = '' } = await add('VM-RACE-2');
  const answers = await Promise.all(Array.from({ length: 8 }, () => claimed(claimCode)));
  const told = answers.find(({ status }) => status === 200)?.body.data as ClaimedSetup;
  const device = await connect(told);
  await until('it is online', async () => (await listed('?search=VM-RACE-2')).some(({ isOnline }) => isOnline));
  expect(device.waiting).toBe(0);
});

it('a wrong, former or used code leaves the credential of a machine alone', async () => {
  const { setupProfile, claimCode = '' } = await add('VM-CALM');
  const { claimCode: renewed = '' } = await larder.ask<Added>('POST', `${PROFILES}/${setupProfile.setupId}/claim-code`, { token: await larder.signIn('admin'), body: {} });
  expect((await claimed(claimCode)).status).toBe(404);
  expect(await larder.kit.stream('credential-VM-CALM')).toEqual([]);
  expect((await claimed(renewed)).status).toBe(200);
  for (const code of [claimCode, renewed, 'wrong']) expect((await claimed(code)).status).toBe(404);
  expect(await larder.kit.stream('credential-VM-CALM')).toHaveLength(1);
});

it('an open profile is used again, its code is renewed, and the former one stops working', async () => {
  const first = await add('VM-TWICE');
  const { status, body } = await larder.call<Added>('POST', PROFILES, { token: await larder.signIn('owner'), body: formOf('VM-TWICE') });
  expect([status, body.message?.includes('already exists'), body.data?.setupProfile.setupId, body.data?.claimCode]).toEqual([200, true, first.setupProfile.setupId, undefined]);
  const { claimCode } = await larder.ask<Added>('POST', `${PROFILES}/${first.setupProfile.setupId}/claim-code`, { token: await larder.signIn('admin'), body: {} });
  expect((await claimed(first.claimCode ?? '')).status).toBe(404);
  expect((await claimed(claimCode ?? '')).body.data).toMatchObject({ machineId: 'VM-TWICE', wifi });
});

it('the same request sent again makes no second profile and tells no second code', async () => {
  const options = { token: await larder.signIn('admin'), body: formOf('VM-KEY'), headers: { 'idempotency-key': 'once' } };
  const [first, second] = [await larder.ask<Added>('POST', PROFILES, options), await larder.ask<Added>('POST', PROFILES, options)];
  expect([second.setupProfile.setupId, second.claimCode]).toEqual([first.setupProfile.setupId, undefined]);
});

it('a profile that is taken back is gone, and so is its code', async () => {
  const { setupProfile, claimCode = '' } = await add('VM-BACK');
  expect((await larder.call('DELETE', `${PROFILES}/${setupProfile.setupId}`, { token: await larder.signIn('owner', 'rival') })).status).toBe(404);
  await larder.ask('DELETE', `${PROFILES}/${setupProfile.setupId}`, { token: await larder.signIn('admin') });
  expect((await claimed(claimCode)).status).toBe(404);
  expect((await larder.call('GET', `${MACHINES}/VM-BACK`, { token: await larder.signIn('viewer') })).status).toBe(404);
});

it('a machine that is set up again gets another credential and Wi-Fi, keeps its name and stock, and its former connection ends', async () => {
  const lobby = await larder.addMachine({ machineId: 'VM-AGAIN', name: 'Lobby' });
  const { setupProfile, claimCode = '' } = await add('VM-AGAIN', { isResetup: true, originalMachineId: 'VM-AGAIN' });
  expect(setupProfile).toMatchObject({ name: 'Lobby', isResetup: true });
  expect((await listed('?search=VM-AGAIN')).map(({ status }) => status)).toEqual(['online']);
  const answer = (await claimed(claimCode)).body.data as ClaimedSetup;
  expect(answer).toMatchObject({ machineId: 'VM-AGAIN', wifi });
  expect(answer.mqtt.password).not.toBe(lobby.secret);
  await lobby.device.disconnect();
  await expect(lobby.device.connect()).rejects.toThrow();
  await connect(answer);
  const [machine] = await listed('?search=VM-AGAIN');
  expect([machine?.name, machine?.inventory.length]).toEqual(['Lobby', 2]);
});

it('what is wrong with a form is said field by field', async () => {
  const token = await larder.signIn('admin');
  const said = async (body: object) => (await larder.call('POST', PROFILES, { token, body })).body.message;
  expect(await said({ ...formOf('VM 1'), wifiSSID: '' })).toBe('Validation failed: machineId: Machine ID can only contain letters, numbers, hyphens, and underscores, wifiSSID: WiFi SSID is required');
  expect(await said({ ...formOf('VM-1'), wifiPassword: `${'ä'.repeat(32)}!` })).toBe('Validation failed: wifiPassword: WiFi Password cannot exceed 64 bytes');
  expect(await said({})).toBe('Validation failed: machineId: Machine ID is required, name: Name is required, location: Location is required, wifiSSID: WiFi SSID is required, wifiPassword: WiFi Password is required');
  expect(await said({ ...formOf('VM-NOWHERE'), isResetup: true })).toBe('Machine not found');
});

it('a machine whose floor was left empty stands on the main floor', async () => {
  const token = await larder.signIn('admin');
  const location = { address: '4 Elm Road', floor: ' ' };
  const { machine } = await larder.ask<{ machine: MachineView }>('POST', '/api/cognito-auth/machines', { token, body: { machineId: 'VM-GROUND', name: 'Hall', location } });
  const { setupProfile } = await larder.ask<{ setupProfile: SetupProfile }>('POST', PROFILES, { token, body: { ...formOf('VM-CELLAR'), location } });
  expect([machine.location.floor, setupProfile.location.floor]).toEqual(['Main Floor', 'Main Floor']);
  await larder.ask('DELETE', '/api/cognito-auth/machines/VM-GROUND', { token });
  await larder.ask('DELETE', `${PROFILES}/${setupProfile.setupId}`, { token });
});

it('the id of somebody else\'s machine is taken, and the plan\'s cap counts machines that wait', async () => {
  await larder.addMachine({ machineId: 'VM-OURS' });
  const people = [{ email: 'owner@small.example', password: PASSWORD, givenName: 'Small', familyName: 'Owner', role: 'owner' as const }];
  await larder.kit.ask(establish, { account: 'small', name: 'Small', slug: 'small', timeZone: TIME_ZONE, currency: 'USD', plan: 'starter', people }, { caller: { kind: 'service', name: 'test' }, commandId: 'small', correlationId: 'test' });
  const { idToken: token } = await larder.ask<{ idToken: string }>('POST', '/api/cognito-auth/auth', { body: { email: 'owner@small.example', password: PASSWORD } });
  const cap = 5;
  expect((await larder.call('POST', PROFILES, { token, body: formOf('VM-OURS') })).body.message).toBe('Machine ID VM-OURS already exists');
  // Its history stays theirs.
  await larder.ask('DELETE', `${MACHINES}/VM-OURS`, { token: await larder.signIn('admin') });
  expect((await larder.call('POST', PROFILES, { token, body: formOf('VM-OURS') })).body.message).toBe('Machine ID VM-OURS already exists');
  const byHand = { machineId: 'VM-S1', name: 'One', location: { address: 'There' } };
  await larder.ask('POST', MACHINES, { token, body: byHand });
  for (let n = 2; n <= cap; n++) await larder.ask('POST', PROFILES, { token, body: formOf(`VM-S${n}`) });
  const over = await larder.call('POST', PROFILES, { token, body: formOf('VM-OVER') });
  expect([over.status, over.body.error, over.body.data]).toEqual([402, 'PLAN_LIMIT', { limit: cap, current: cap }]);
  expect((await larder.call('POST', MACHINES, { token, body: { ...byHand, machineId: 'VM-OVER' } })).status).toBe(402);
  expect((await larder.call('POST', PROFILES, { token, body: { ...formOf('VM-S1'), isResetup: true } })).status).toBe(200);
  expect(await larder.ask('GET', '/api/cognito-auth/machine-summary', { token })).toMatchObject({ total: 1 });
  // One that waits and is added by hand takes the room it has taken already, and no more.
  expect((await larder.call('POST', MACHINES, { token, body: { ...byHand, machineId: 'VM-S2' } })).status).toBe(200);
  await larder.ask('DELETE', `${MACHINES}/VM-S1`, { token });
  expect((await larder.call('POST', MACHINES, { token, body: { ...byHand, machineId: 'VM-S6' } })).status).toBe(200);
  expect((await larder.call('POST', MACHINES, { token, body: { ...byHand, machineId: 'VM-OVER' } })).status).toBe(402);
});

describe('A claim that breaks off', () => {
  let other: TestLarder;
  let failing: string | undefined;
  beforeAll(async () => {
    const { store, bookmarks } = await openSqliteEventStore(':memory:');
    const events: EventStore = {
      append(stream, expected, facts) {
        if (!facts.some(({ type }) => type === failing)) return store.append(stream, expected, facts);
        failing = undefined;
        return Promise.reject(new Error('The disk is full'));
      },
      read: (stream, from) => store.read(stream, from), follow: (after, categories, onFacts) => store.follow(after, categories, onFacts), head: () => store.head(), verify: () => store.verify(), close: () => store.close(),
    };
    other = await startLarder({ events, bookmarks });
  });
  afterAll(() => other.stop());

  it.each(['MachineRegistered', 'CredentialIssued', 'SetupProfileClaimed'])('before %s is kept may be repeated with the same code, and the machine is told all it needs', async (type) => {
    const machineId = `VM-${type}`;
    const { claimCode } = await other.ask<Added>('POST', PROFILES, { token: await other.signIn('admin'), body: formOf(machineId) });
    const tryIt = () => other.call<ClaimedSetup>('POST', '/api/hardware/claim', { body: { claimCode } });
    failing = type;
    const [first, second, third] = [await tryIt(), await tryIt(), await tryIt()];
    expect([first.status, second.status, third.status]).toEqual([500, 200, 404]);
    expect(second.body.data).toMatchObject({ machineId, wifi });
    const { mqtt } = second.body.data as ClaimedSetup;
    const device = new SimulatedDevice({ machineId, secret: mqtt.password, brokerUrl: brokerUrlOf(other.url, mqtt), epoch: 'abcdef01', now: () => Date.now(), obey: async () => ({ ok: true }) });
    devices.push(device);
    await device.connect();
  });
});

describe('Guessing and time', () => {
  it('ten wrong codes make an address wait, and a right one waits too', async () => {
    const clock = standingClock();
    const other = await startLarder({ clock });
    try {
      const { claimCode } = await other.ask<Added>('POST', PROFILES, { token: await other.signIn('admin'), body: formOf('VM-1') });
      const tryIt = async (code = 'wrong') => (await other.call('POST', '/api/hardware/claim', { body: { claimCode: code } })).status;
      const statuses = [];
      for (let n = 0; n < 11; n++) statuses.push(await tryIt());
      expect(statuses).toEqual([...Array<number>(10).fill(404), 429]);
      expect(await tryIt(claimCode)).toBe(429);
      clock.pass(15 * 60_000);
      expect(await tryIt(claimCode)).toBe(200);
    } finally {
      await other.stop();
    }
  });

  it('after a day a code is nothing: it makes no machine, and nothing on disk tells the Wi-Fi any more', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'larder-setup-'));
    const clock = standingClock();
    const other = await startLarder({ clock, settings: { DATA_DIR: folder, EVENT_STORE_URL: `sqlite:${join(folder, 'events.db')}` } });
    const keys = (): string[] => readdirSync(join(folder, 'setup-keys'));
    try {
      const { claimCode = '', setupProfile } = await other.ask<Added>('POST', PROFILES, { token: await other.signIn('admin'), body: formOf('VM-1') });
      expect([keys(), Date.parse(setupProfile.expiresAt) - clock.now().getTime()]).toEqual([[`${setupProfile.setupId}.key`], 24 * 3_600_000]);
      clock.pass(24 * 3_600_000);
      expect((await other.call('POST', '/api/hardware/claim', { body: { claimCode } })).status).toBe(404);
      await until('the key is destroyed', () => {
        clock.pass(500);
        return keys().length === 0;
      });
      const everything = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1')).join('\n');
      expect(everything).toContain('SetupProfileExpired');
      expect(everything).not.toContain('MachineRegistered');
      expect(everything).not.toContain(wifi.ssid);
      expect(everything).not.toContain(wifi.password);
      expect(everything).not.toContain(claimCode);
      expect(JSON.stringify(await other.everyRow())).not.toMatch(/Seaside Guests|sand-in/);
    } finally {
      await other.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
