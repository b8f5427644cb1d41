/** How much room an embedded log has left: on a full disk nothing is written down any more, and no door opens. */
import { statfsSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Metrics } from './metrics.js';
import { fileOf } from './moving/last-backup.js';
import type { Settings } from './settings.js';

/** Tells whoever watches what part of the log's disk is free for this process; nothing where the log is no file: its server has a disk of its own. */
export function measureDisk({ EVENT_STORE_URL }: Pick<Settings, 'EVENT_STORE_URL'>, metrics: Metrics): void {
  const log = fileOf(EVENT_STORE_URL);
  if (log === undefined) return;
  const { bavail, blocks } = statfsSync(dirname(log));
  metrics.diskFree.set({ log: basename(log) }, bavail / blocks);
}
