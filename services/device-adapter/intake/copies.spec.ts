import { Kit } from '@larder/kit/kit.js';
import { readSettings } from '@larder/kit/settings.js';
import { openParts } from '@larder/kit/start.js';
import { given, standingClock, until } from '@larder/kit/testing.js';
import type { CopyFact } from '@larder/contracts/device.js';
import { credential, credentialView } from '../credential.js';
import { Pricing } from '../prices/pricing.js';
import { copy, Uptimes } from './copies.js';
import { Intake } from './intake.js';

const machineId = 'VM-1';
const epoch = '0000cafe';

describe('Two boards with one memory', () => {
  const clock = standingClock();
  let kit: Kit;
  let intake: Intake;
  beforeEach(async () => {
    kit = new Kit(await openParts('device-adapter', readSettings({ EVENT_STORE_URL: 'sqlite::memory:', LOG_LEVEL: 'silent' }), { clock }));
    kit.add({ name: 'device-adapter', categories: ['journal', 'credential', 'copy'], projections: [credentialView] });
    await kit.prepare();
    await kit.handle(credential, machineId, { type: 'IssueCredential', machineId, salt: 's', hash: 'h' }, { commandId: 'c1', account: 'acme', actor: 'test', correlationId: 'test' });
    await until('the machine is known', () => kit.views.get(credentialView, 'machines', machineId));
    intake = new Intake(kit, new Pricing(kit));
  });
  afterEach(() => kit.end());

  const send = (channel: 'evt' | 'tel', message: object): Promise<void> => intake.receive(machineId, channel, Buffer.from(JSON.stringify({ v: 1, ...message })));
  const tap = (s: number, tag = 'VM-1-042', at = 0): Promise<void> => send('evt', { e: epoch, t: 'tap', s, at, tag });
  const found = async (): Promise<string[]> => (await kit.history(copy, machineId, 'acme')).map(({ data }) => data.by);

  it('are found by a report under a number that another one had', async () => {
    for (let s = 1; s <= 5; s++) await tap(s);
    await tap(4, 'VM-1-043');
    expect(await found()).toEqual(['number']);
  });

  it('are found when one of them is far behind the other', async () => {
    for (let s = 1; s <= 100; s++) await tap(s);
    await tap(2, 'VM-1-043');
    expect(await found()).toEqual(['number']);
  });

  it('are not what it is when a machine says all it ever said again, as it does not keep what was acknowledged', async () => {
    for (let s = 1; s <= 100; s++) await tap(s);
    for (let s = 1; s <= 100; s++, clock.pass(60_000)) await tap(s);
    expect(await found()).toEqual([]);
    await tap(3, 'VM-1-043');
    expect(await found()).toEqual(['number']);
  });

  it('are not what it is when a machine sends again what it has, also with a time it has learnt meanwhile, or what was missing', async () => {
    for (const s of [1, 2, 3, 4, 1, 2, 3, 4]) await tap(s);
    for (const s of [1, 2, 3, 4]) await tap(s, 'VM-1-042', 1_772_366_400_000);
    await send('tel', { e: epoch, t: 'hello', fw: 'larder-test', from: 200 });
    await tap(200);
    await tap(6);
    await send('evt', { e: epoch, t: 'door', s: 201, at: 0, open: true, mode: 'customer', sid: 's1' });
    await send('evt', { sid: 's1', mode: 'customer', open: true, at: 0, s: 201, t: 'door', e: epoch });
    expect(await found()).toEqual([]);
  });

  it('are found by how long they say they have been running', async () => {
    const beat = (up: number): Promise<void> => send('tel', { t: 'beat', at: 0, door: 'closed', mode: 'locked', rssi: -60, up });
    for (let n = 0; n < 4; n++) {
      await beat(90_000 + n * 15);
      await beat(300 + n * 15);
      clock.pass(15_000);
    }
    expect(await found()).toEqual(['uptime']);
  });
});

describe('How long a board has been running', () => {
  const areOfSeveral = (beats: readonly [atSeconds: number, upSeconds: number][]): boolean => {
    const uptimes = new Uptimes();
    return beats.map(([at, up]) => uptimes.areOfSeveral(machineId, up, at * 1000)).some((found) => found);
  };
  const times = (count: number, beat: (n: number) => [number, number]): [number, number][] => Array.from({ length: count }, (_, n) => beat(n));

  it('is one board\'s through power cuts, days away, beats that were held up, and a clock of ours that is put back', () => {
    expect(areOfSeveral(times(100, (n) => [n * 15, (n * 15) % 40]))).toBe(false);
    expect(areOfSeveral(times(20, (n) => [n * 86_400, n * 86_400]))).toBe(false);
    expect(areOfSeveral(times(30, (n) => [Math.floor(n / 3) * 45, n * 15]))).toBe(false);
    expect(areOfSeveral(times(30, (n) => [n * 15 - (n > 10 ? 7200 : 0), n * 15]))).toBe(false);
    expect(areOfSeveral(times(30, (n) => [n * 15 + (n > 10 ? 7200 : 0), n * 15]))).toBe(false);
  });

  it('is two boards\' when it goes back and forth', () => expect(areOfSeveral(times(6, (n) => [n * 15, n * 15 + (n % 2) * 4000]))).toBe(true));

  it('is no other machine\'s', () => {
    const uptimes = new Uptimes();
    expect([0, 1, 2, 3, 4, 5].some((n) => uptimes.areOfSeveral(n % 2 ? 'VM-1' : 'VM-2', (n % 2) * 4000, n))).toBe(false);
  });
});

describe('That two boards report', () => {
  const at = (minute: number): CopyFact => ({ type: 'DeviceCopyFound', data: { machineId, foundAt: new Date(Date.UTC(2026, 2, 1, 12, minute)).toISOString(), by: 'number' } });
  const note = (minute: number) => ({ type: 'NoteCopy' as const, ...at(minute).data });

  it('is noted once an hour', () => {
    given(copy).when(note(0)).then(at(0));
    given(copy, at(0)).when(note(59)).thenNothing();
    given(copy, at(0)).when(note(60)).then(at(60));
  });
});
