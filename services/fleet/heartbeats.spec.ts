import { openInProcessBus } from '@larder/kit/bus/in-process-bus.js';
import { Kit } from '@larder/kit/kit.js';
import { readSettings } from '@larder/kit/settings.js';
import { openParts } from '@larder/kit/start.js';
import { standingClock, until, type StandingClock } from '@larder/kit/testing.js';
import { Heartbeats } from './heartbeats.js';
import { machine, type MachineCommand } from './machine.js';
import { directoryView, EVERYBODY, machineView } from './machine-view.js';

const machineId = 'VM-1';
const account = 'acme';
const LOOK_MS = 5_000;

describe('Of two copies of fleet, when one hears no machine', () => {
  let clock: StandingClock;
  /** Timers go by a clock that nobody can put back. */
  let putBackMs: number;
  let hearing: Kit;
  let deaf: Kit;
  let heard: Heartbeats;
  let ending: () => Promise<void>;
  let deafEnding: () => Promise<void>;

  beforeEach(async () => {
    clock = standingClock();
    putBackMs = 0;
    const put = { ...clock, now: () => new Date(clock.now().getTime() - putBackMs) };
    const parts = await openParts('fleet', readSettings({ EVENT_STORE_URL: 'sqlite::memory:', LOG_LEVEL: 'silent' }), { clock: put });
    hearing = new Kit(parts);
    deaf = new Kit({ ...parts, bus: openInProcessBus({ onTrouble: () => undefined }) });
    for (const kit of [hearing, deaf]) {
      kit.add({ name: 'fleet', categories: ['machine'], projections: [machineView, directoryView] });
      await kit.prepare();
    }
    heard = new Heartbeats(hearing);
    ending = await heard.begin();
    deafEnding = await new Heartbeats(deaf).begin();
    await command('registered', { type: 'RegisterMachine', machine: { machineId, name: 'Lobby', address: '1 Main Street', model: 'Standard Model', timeZone: 'UTC', currency: 'USD', origin: 'operator' } });
    beat();
    await until('the machine is online', async () => (await hearing.views.all(directoryView, EVERYBODY, { online: true })).length > 0);
  });
  afterEach(async () => {
    await Promise.all([ending(), deafEnding()]);
    await deaf.views.stop();
    await hearing.end();
  });

  const command = (commandId: string, what: MachineCommand) => hearing.handle(machine, machineId, what, { commandId, account, actor: 'test', correlationId: 'test' });
  const beat = (aheadMs = 0): void => hearing.bus.tell(`telemetry.${machineId}`, { machineId, account, receivedAt: new Date(clock.now().getTime() + aheadMs).toISOString(), doorOpen: false, mode: 'locked', rssiDbm: -60, uptimeSeconds: 1 });
  const isOnline = async (): Promise<boolean> => (await hearing.look(machine, machineId, account)).online;

  it('that one misses none in its first minute: whoever has just started takes machines for what they were', async () => {
    const looking = jest.spyOn(deaf.views, 'all');
    // Each look begins when the one before has ended.
    await until('it has looked', () => {
      clock.pass(LOOK_MS / 50);
      return looking.mock.calls.length > 2;
    });
    expect((await hearing.history(machine, machineId, account)).map(({ type }) => type)).not.toContain('MachineWentOffline');
  });

  it('neither takes a machine for silent because the clock of whoever received the beat is minutes behind its own', async () => {
    clock.pass(LOOK_MS);
    beat(-300_000);
    const looking = jest.spyOn(hearing.views, 'all');
    await until('it has looked', () => {
      clock.pass(LOOK_MS / 50);
      return looking.mock.calls.length > 2;
    });
    expect(heard.isFresh(machineId)).toBe(true);
    expect((await hearing.history(machine, machineId, account)).map(({ type }) => type)).not.toContain('MachineWentOffline');
  });

  it('neither misses any while it stands still, for however long: nobody goes offline because fleet was away', async () => {
    const looking = jest.spyOn(hearing.views, 'all');
    clock.pass(80_000);
    expect(heard.isFresh(machineId)).toBe(true);
    await until('it has looked again', () => {
      clock.pass(LOOK_MS / 50);
      return looking.mock.calls.length > 2;
    });
    expect((await hearing.history(machine, machineId, account)).map(({ type }) => type)).not.toContain('MachineWentOffline');
  });

  it('neither takes a machine for silent while nothing that is told reaches it, as without NATS; and does when it hears again and the machine stays silent', async () => {
    const looking = jest.spyOn(hearing.views, 'all');
    const telling = jest.spyOn(hearing.bus, 'tell').mockImplementation(() => undefined);
    const wentOffline = async (): Promise<boolean> => (await hearing.history(machine, machineId, account)).some(({ type }) => type === 'MachineWentOffline');
    await deafEnding(); // it would take it for silent: it hears itself
    await until('it has looked for minutes', () => {
      clock.pass(LOOK_MS);
      return looking.mock.calls.length > 40;
    });
    expect([heard.isFresh(machineId), await wentOffline()]).toEqual([true, false]);
    telling.mockRestore();
    await until('it is silent', async () => {
      clock.pass(LOOK_MS);
      return wentOffline();
    });
  });

  it('what it takes for silence is put right by the other, also when it is gone by then', async () => {
    await until('it was taken for silent', async () => {
      clock.pass(LOOK_MS);
      beat();
      return (await hearing.history(machine, machineId, account)).some(({ type }) => type === 'MachineWentOffline');
    });
    await deafEnding();
    await until('it is online again', async () => {
      clock.pass(LOOK_MS);
      beat();
      return isOnline();
    });
  });

  it('misses a machine as soon when the clock is put back by an hour meanwhile', async () => {
    const looking = jest.spyOn(hearing.views, 'all');
    putBackMs = 3_600_000;
    await until('it has looked', () => {
      clock.pass(LOOK_MS / 50);
      return looking.mock.calls.length > 0;
    });
    clock.pass(29_999);
    expect(heard.isFresh(machineId)).toBe(true);
    clock.pass(LOOK_MS + 1);
    expect(heard.isFresh(machineId)).toBe(false);
  });

  it('the one that hears it takes it for connected until two beats were missed', () => {
    clock.pass(LOOK_MS);
    clock.pass(29_999);
    expect(heard.isFresh(machineId)).toBe(true);
    clock.pass(1);
    expect(heard.isFresh(machineId)).toBe(false);
    beat();
  });

  it('a machine is missed after two beats, not after a blink; that it is heard again is told by whichever copy hears it', async () => {
    await deafEnding();
    const looking = jest.spyOn(hearing.views, 'all');
    const latest = async () => (await hearing.history(machine, machineId, account)).at(-1)?.type;
    beat();
    const end = clock.now().getTime() + 34_900;
    await until('it has been silent for a while', () => {
      clock.pass(100);
      return clock.now().getTime() >= end;
    });
    expect([looking.mock.calls.length > 2, await latest()]).toEqual([true, 'MachineCameOnline']);
    await until('it is missed', async () => {
      clock.pass(100);
      return (await latest()) === 'MachineMissed';
    });
    expect(await isOnline()).toBe(true);
    await ending();
    const fresh = new Heartbeats(hearing);
    ending = await fresh.begin();
    await until('it is heard again', async () => {
      beat();
      return (await latest()) === 'MachineHeardAgain';
    });
  });

  it('a machine that was removed is forgotten by both', async () => {
    await command('removed', { type: 'RemoveMachine' });
    await until('nobody knows its last beat', () => {
      clock.pass(LOOK_MS);
      return heard.of(machineId) === undefined;
    });
    expect(await isOnline()).toBe(false);
  });
});
