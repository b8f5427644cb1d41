/** Files and folders for their owner alone. */
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/**
 * Makes a folder with those above it, unless it is there.
 * Node's own way to do so never comes back, and listens to no signal, where the file system takes none: as in `/proc` or below an automount.
 */
export function makeFolder(folder: string): void {
  if (isFolder(folder)) return;
  if (dirname(folder) !== folder) makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (!isFolder(folder)) throw error; // somebody else has made it meanwhile
  }
}

/**
 * Begins an empty file for SQLite to write into, with the folders above it, that nobody else on the computer can read: one that SQLite makes itself, everybody can.
 * A file that is there keeps its rights and is not even opened: closing it again would take from this process every lock that SQLite has on it
 * (so POSIX has it), and the next process that looks into the file and leaves would tidy the write-ahead log away that this one writes to.
 */
export function beginPrivateFile(file: string): void {
  makeFolder(dirname(file));
  try {
    writeFileSync(file, '', { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'EEXIST') throw error;
  }
}
