/** Files for their owner alone, for SQLite to write into. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Begins an empty file, with the folders above it, that nobody else on the computer can read: one that SQLite makes itself, everybody can.
 * A file that is there keeps its rights and is not even opened: closing it again would take from this process every lock that SQLite has on it
 * (so POSIX has it), and the next process that looks into the file and leaves would tidy the write-ahead log away that this one writes to.
 */
export function beginPrivateFile(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, '', { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'EEXIST') throw error;
  }
}
