/** When an embedded log was last backed up as a whole: a note beside it, and whoever runs Larder is told when that is too long ago. */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Logger } from 'pino';
import type { Metrics } from '../metrics.js';
import type { Settings } from '../settings.js';
import type { Clock } from '../time.js';

type Where = Pick<Settings, 'DATA_DIR' | 'EVENT_STORE_URL'>;

/** The file an address names; undefined when it lies elsewhere or in memory. */
export const fileOf = (url = ''): string | undefined => (url.startsWith('sqlite:') && url !== 'sqlite::memory:' ? url.slice('sqlite:'.length) : undefined);

/** No part of a backup: after a restore the last one would be the one before it. */
export const BACKUP_NOTE = 'last-backup';

export interface LastBackup {
  /** The log's file name. */
  log: string;
  /** When it was made, or, where there was none yet, when the log's file was. */
  at: Date;
  isThere: boolean;
}

/** Undefined where the log is no file: it has a backup of its own. */
export function lastBackup(where: Where): LastBackup | undefined {
  const log = fileOf(where.EVENT_STORE_URL);
  const begun = log === undefined ? undefined : begunAt(log);
  if (log === undefined || begun === undefined) return undefined;
  const noted = new Date(noteIn(where.DATA_DIR));
  const isThere = !Number.isNaN(noted.getTime());
  return { log: basename(log), at: isThere ? noted : begun, isThere };
}

/** Network file systems do not tell when a file was made: there it is when the log was first opened, which is noted beside it. */
function begunAt(log: string): Date | undefined {
  const made = statSync(log, { throwIfNoEntry: false });
  if (!made || made.birthtimeMs > 0) return made?.birthtime;
  return (statSync(`${log}-checked`, { throwIfNoEntry: false }) ?? made).mtime;
}

function noteIn(folder: string): string {
  try {
    return readFileSync(join(folder, BACKUP_NOTE), 'utf8').trim();
  } catch {
    return '';
  }
}

/** A backup of what there was at this moment is whole. */
export function noteBackup(where: Where, at: Date): void {
  if (fileOf(where.EVENT_STORE_URL) !== undefined) writeFileSync(join(where.DATA_DIR, BACKUP_NOTE), `${at.toISOString()}\n`, { mode: 0o600 });
}

/** As long as the alert waits: a night may begin at any hour. */
const TOO_LONG_MS = 31 * 3_600_000;
const AGAIN_MS = 24 * 3_600_000;

interface Telling {
  settings: Where & Pick<Settings, 'DEMO'>;
  clock: Clock;
  log: Logger;
}

/** Says now and once a day how old the last backup is, loudly when that is too old. Of a demo nobody wants any. Answers how to end. */
export function tellOfBackups({ settings, clock, log }: Telling): () => void {
  let callOff = (): void => undefined;
  const tell = (): void => {
    const last = settings.DEMO ? undefined : lastBackup(settings);
    if (!last) return;
    const [told, age] = [{ last: last.isThere ? last.at.toISOString() : 'none' }, clock.now().getTime() - last.at.getTime()];
    if (age > TOO_LONG_MS) log.warn(told, `no backup for ${Math.floor(age / 3_600_000)} hours: have \`larder backup <folder>\` called every night, see deploy/runbooks/a-backup-is-missing.md`);
    else log.info(told, 'last backup');
    callOff = clock.after(AGAIN_MS, tell);
  };
  tell();
  return () => callOff();
}

/** Whoever watches is told with every look, so that a backup made by another process counts, too. */
export function measureBackup(settings: Where, metrics: Metrics): void {
  const last = lastBackup(settings);
  if (last) metrics.lastBackup.set({ log: last.log }, last.at.getTime() / 1000);
}
