/** How much room an embedded log has left: on a full disk nothing is written down any more, and no door opens. And whether its file is there. */
import { existsSync, statfsSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Metrics } from './metrics.js';
import { fileOf } from './moving/last-backup.js';
import type { Settings } from './settings.js';

/**
 * Tells whoever watches what part of the log's disk is free for this process; nothing where the log is no file: its server has a disk of its own.
 * Throws when the log's file is there no more: what is still written to it nobody finds after the process's end.
 */
export function measureDisk({ EVENT_STORE_URL }: Pick<Settings, 'EVENT_STORE_URL'>, metrics: Metrics): void {
  const log = fileOf(EVENT_STORE_URL);
  if (log === undefined) return;
  if (!existsSync(log)) throw new Error(`${log} is gone, as when its folder was removed. What it holds is there until this process ends: leave it running, see deploy/runbooks/the-log-is-gone.md`);
  const { bavail, blocks } = statfsSync(dirname(log));
  metrics.diskFree.set({ log: basename(log) }, bavail / blocks);
}
