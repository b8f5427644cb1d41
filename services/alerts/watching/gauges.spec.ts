import type { AlertFact } from '@larder/contracts/alerts.js';
import { machineCard } from '@larder/contracts/fleet/places.js';
import { Kit } from '@larder/kit/kit.js';
import { readSettings } from '@larder/kit/settings.js';
import { openParts } from '@larder/kit/start.js';
import { standingClock, type StandingClock } from '@larder/kit/testing.js';
import { alert, alertStream, type AlertCommand } from '../alert.js';
import { Gauges } from './gauges.js';
import { Raising } from './raising.js';

const machineId = 'VM-1';
const account = 'acme';
const BEAT_MS = 15_000;
const stream = alertStream(account, `temperature.${machineId}`);

describe('A machine that is still too warm when its alert is resolved', () => {
  let clock: StandingClock;
  let kit: Kit;
  let copies: Gauges[];
  let isFleetAway: boolean;

  beforeEach(async () => {
    clock = standingClock();
    kit = new Kit(await openParts('alerts', readSettings({ EVENT_STORE_URL: 'sqlite::memory:', LOG_LEVEL: 'silent' }), { clock }));
    isFleetAway = false;
    await kit.bus.answer(machineCard.subject, async () => (isFleetAway ? { refused: 'UNAVAILABLE', message: 'Not now' } : { ok: { machineId, name: 'Lobby', address: '', timeZone: 'UTC', currency: 'USD' } }));
    copies = ['one', 'another'].map(() => new Gauges(kit, new Raising(kit)));
  });
  afterEach(() => kit.end());

  const beatAt = (temperatureC: number) => ({ machineId, account, receivedAt: clock.now().toISOString(), doorOpen: false, mode: 'locked' as const, rssiDbm: -60, temperatureC, uptimeSeconds: 1 });
  async function stayWarm(beats: number, hearing = copies): Promise<void> {
    for (let n = 0; n < beats; n++) {
      clock.pass(BEAT_MS);
      for (const gauges of hearing) await gauges.hear(beatAt(41));
    }
  }
  const command = (what: AlertCommand) => kit.handle(alert, stream, what, { commandId: kit.chance.uuid(), account, actor: 'test', correlationId: 'test' });
  const resolve = () => command({ type: 'Resolve', alertId: `temperature.${machineId}.1`, reason: 'Looked at it' });
  const told = async (): Promise<AlertFact['type'][]> => (await kit.history(alert, stream, account)).map(({ type }) => type);

  it.each([4, 5, 6, 7])('after %i readings is left alone for a minute, and told again within two', async (before) => {
    await stayWarm(before);
    await resolve();
    await stayWarm(4);
    expect(await told()).toEqual(['AlertRaised', 'AlertResolved']);
    await stayWarm(4);
    expect(await told()).toEqual(['AlertRaised', 'AlertResolved', 'AlertRaised']);
  });

  it('is told again once, also when two copies of the service count from different readings', async () => {
    await stayWarm(2, copies.slice(0, 1));
    await stayWarm(6);
    await resolve();
    await stayWarm(16);
    expect(await told()).toEqual(['AlertRaised', 'AlertResolved', 'AlertRaised']);
  });

  it('is told of after four readings in a row, and is over after four that are cool', async () => {
    const hear = async (...temperatures: number[]): Promise<void> => {
      for (const celsius of temperatures) {
        clock.pass(BEAT_MS);
        await copies[0]?.hear(beatAt(celsius));
      }
    };
    await hear(41, 41, 41, 4, 41, 41, 41);
    expect(await told()).toEqual([]);
    await hear(41, 4, 4, 4, 41, 4, 4, 4);
    expect(await told()).toEqual(['AlertRaised']);
    await hear(4);
    expect(await told()).toEqual(['AlertRaised', 'AlertResolved']);
  });

  it('is told again when other limits cleared it', async () => {
    await stayWarm(5);
    await command({ type: 'Clear' });
    await stayWarm(8);
    expect((await kit.look(alert, stream, account)).isOpen).toBe(true);
  });

  it('is told again by its name when fleet answers, not by its id while fleet is away', async () => {
    isFleetAway = true;
    await expect(stayWarm(4, copies.slice(0, 1))).rejects.toThrow('Not now');
    expect(await told()).toEqual([]);
    isFleetAway = false;
    await stayWarm(4, copies.slice(0, 1));
    expect((await kit.look(alert, stream, account)).last?.machine.name).toBe('Lobby');
  });

  it('and cool again before the service was started anew is told so by the first reading', async () => {
    await stayWarm(4, copies.slice(0, 1));
    clock.pass(BEAT_MS);
    for (const startedAnew of copies.slice(1)) await startedAnew.hear(beatAt(4));
    expect(await told()).toEqual(['AlertRaised', 'AlertResolved']);
  });
});
