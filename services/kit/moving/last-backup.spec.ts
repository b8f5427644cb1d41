import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { openEventStore } from '../events/open-event-store.js';
import { openMetrics } from '../metrics.js';
import { standingClock } from '../testing.js';
import { backUp, restore } from './backup.js';
import { lastBackup, measureBackup, tellOfBackups } from './last-backup.js';

const HOUR = 3_600_000;
const clock = standingClock();

let folder: string;
let said: { level: number; msg: string; last: string }[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'larder-last-backup-'));
  said = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

const settings = (name = 'data', DEMO?: boolean) => ({ DATA_DIR: join(folder, name), EVENT_STORE_URL: `sqlite:${join(folder, name, 'larder.db')}`, DEMO });
const log = pino({ base: null }, { write: (line) => void said.push(JSON.parse(line) as (typeof said)[number]) });
async function backedUp(to: string, name = 'data'): Promise<void> {
  const facts = await openEventStore(settings(name).EVENT_STORE_URL);
  await backUp(facts, settings(name), join(folder, to), clock).finally(() => facts.store.close());
}
const measured = async (name = 'data'): Promise<string> => {
  const metrics = openMetrics();
  measureBackup(settings(name), metrics);
  return metrics.registry.getSingleMetricAsString('larder_last_backup_seconds');
};

describe('The last backup', () => {
  it('is known from then on, and is that of before when the next one breaks off', async () => {
    await backedUp('kept');
    const at = clock.now();
    expect(lastBackup(settings())).toEqual({ log: 'larder.db', at, isThere: true });
    clock.pass(HOUR);
    writeFileSync(join(folder, 'data', 'vault.db'), 'no database, so it cannot be copied');
    await expect(backedUp('again')).rejects.toThrow('again is not whole');
    expect(await measured()).toContain(`larder_last_backup_seconds{log="larder.db"} ${at.getTime() / 1000}`);
  });

  it('is whole also where it cannot be noted, as on a full disk, and says so', async () => {
    await backedUp('kept');
    const facts = await openEventStore(settings().EVENT_STORE_URL);
    rmSync(join(folder, 'data', 'last-backup'));
    mkdirSync(join(folder, 'data', 'last-backup'));
    expect(await backUp(facts, settings(), join(folder, 'again'), clock).finally(() => facts.store.close())).toEqual({ facts: 0, files: [], unnoted: expect.stringContaining('EISDIR') });
    expect(await restore(join(folder, 'again'), settings('restored'))).toBe(0);
  });

  it('counts from the log\'s own beginning where there was none, also after a restore', async () => {
    await backedUp('kept');
    await restore(join(folder, 'kept'), settings('again'));
    expect(readdirSync(join(folder, 'kept'))).not.toContain('last-backup');
    const last = lastBackup(settings('again'));
    expect(last?.isThere).toBe(false);
    expect(await measured('again')).toContain(`{log="larder.db"} ${(last?.at.getTime() ?? 0) / 1000}`);
  });

  it('is not half a century ago where the file system does not tell when a log was made', () => {
    expect(lastBackup({ DATA_DIR: folder, EVENT_STORE_URL: 'sqlite:/proc/version' })?.at.getTime()).toBeGreaterThan(Date.parse('2020-01-01'));
  });

  it('is nobody\'s business here where the log lies elsewhere, in memory, or is not there yet', async () => {
    for (const EVENT_STORE_URL of ['kurrentdb://here:2113', 'sqlite::memory:', `sqlite:${folder}/none.db`]) expect(lastBackup({ DATA_DIR: folder, EVENT_STORE_URL })).toBeUndefined();
    expect(await measured()).not.toContain('{');
  });

  it('is told at the start, and every day as long as it is too old', async () => {
    await backedUp('kept');
    const last = clock.now().toISOString();
    clock.pass(30 * HOUR);
    const end = tellOfBackups({ settings: settings(), clock, log });
    expect(said).toEqual([expect.objectContaining({ level: 30, msg: 'last backup', last })]);
    clock.pass(24 * HOUR);
    await backedUp('next');
    clock.pass(24 * HOUR);
    expect(said.slice(1)).toEqual([expect.objectContaining({ level: 40, msg: expect.stringMatching(/^no backup for 54 hours: have `larder backup <folder>` called/), last }), expect.objectContaining({ level: 30 })]);
    end();
    clock.pass(24 * HOUR);
    expect(said).toHaveLength(3);
  });

  it('of a demo is asked for by nobody', async () => {
    await backedUp('kept');
    clock.pass(99 * HOUR);
    tellOfBackups({ settings: settings('data', true), clock, log });
    expect(said).toEqual([]);
  });
});
