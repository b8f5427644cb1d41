/** Backups of the embedded default: a copy of the log up to one moment, made while it is written on, and of the other files in the data folder. */
import { chmodSync, cpSync, existsSync, readdirSync, realpathSync, renameSync, statSync, truncateSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import Database from 'libsql';
import type { OpenedFacts } from '../events/open-event-store.js';
import { openSqliteEventStore } from '../events/sqlite/sqlite-event-store.js';
import { makeFolder } from '../private-file.js';
import type { Settings } from '../settings.js';
import type { Clock } from '../time.js';
import { whyNot } from '../why-not.js';
import { readThrough } from './content.js';
import { IN_USE } from './in-use.js';
import { BACKUP_NOTE, fileOf, noteBackup } from './last-backup.js';
import { appending } from './move.js';

export interface BackedUp {
  /** Facts in the copy of the log; absent where the log lies elsewhere and has its own backup. */
  facts?: number;
  /** Other files and folders. */
  files: string[];
  /** Why it could not be noted beside the log that it was made, as on a full disk: it is whole all the same. */
  unnoted?: string;
}

type Where = Pick<Settings, 'DATA_DIR' | 'EVENT_STORE_URL'> & Partial<Pick<Settings, 'READ_STORE_URL'>>;

const LEAVES_OUT = /-(wal|shm|journal|anchor|checked|in-use)$|\.sock$|^lost\+found$/;
/** About these data and this computer alone. */
const NOT_IN_IT = new Set([BACKUP_NOTE, IN_USE]);
/** Each ext4 volume begins with one. */
const LOST_AND_FOUND = 'lost+found';

/** What the copy of the log is called until all else is there: without a log a folder is no backup. */
const UNFINISHED = 'unfinished';
/** The log and what lies beside it for good. */
const LOG_ENDS = ['', '-anchor'];

/** Of a link, what it leads to: the link alone would be lost with the disk it leads to. (Asked to follow links, Node 24 takes one for a folder.) */
const copyFile = (from: string, to: string): void => cpSync(realpathSync(from), to, { preserveTimestamps: true });

/**
 * Writes a backup to `folder`, which must be new or empty. The log comes first: the vault may be newer than the log, never older.
 * Everything acknowledged before the call is in it, and that it was made is noted beside the log. One that breaks off is not taken for whole by {@link restore}.
 */
export async function backUp(facts: OpenedFacts, where: Where, folder: string, clock: Pick<Clock, 'now'>): Promise<BackedUp> {
  const [data, begun] = [resolve(where.DATA_DIR), clock.now()];
  if (`${resolve(folder)}${sep}`.startsWith(`${data}${sep}`)) throw new Error('A backup inside the data folder would be lost with it');
  fillable(folder);
  try {
    const backedUp = await copyAll(facts, where, folder);
    const unnoted = noteMade(where, begun);
    return { ...backedUp, ...(unnoted !== undefined && { unnoted }) };
  } catch (error) {
    throw new Error(`The backup in ${folder} is not whole: please remove it, and make another one`, { cause: error });
  }
}

async function copyAll(facts: OpenedFacts, where: Where, folder: string): Promise<BackedUp> {
  const [data, log] = [resolve(where.DATA_DIR), fileOf(where.EVENT_STORE_URL)];
  const count = log === undefined ? undefined : await copyLog(facts, join(folder, UNFINISHED));
  // Views are no part of it: they follow from the log.
  const others = new Set([log, fileOf(where.READ_STORE_URL)].map((file) => file && basename(file)));
  const files = existsSync(data) ? readdirSync(data).filter((name) => !LEAVES_OUT.test(name) && !NOT_IN_IT.has(name) && !others.has(name)) : [];
  for (const name of files) await copyAny(join(data, name), join(folder, name));
  if (log !== undefined) for (const end of LOG_ENDS) finish(join(folder, UNFINISHED + end), join(folder, basename(log) + end));
  return { ...(count !== undefined && { facts: count }), files };
}

/** Answers why it could not be noted. */
function noteMade(where: Where, begun: Date): string | undefined {
  try {
    noteBackup(where, begun);
    return undefined;
  } catch (error) {
    return whyNot(error);
  }
}

/** Puts a backup in the place of data that are gone: the folder must be empty. Resolves with the number of facts of the log, whose chain has been compared. */
export async function restore(folder: string, where: Where): Promise<number | undefined> {
  if (!existsSync(folder)) throw new Error(`${folder} is not there`);
  const log = fileOf(where.EVENT_STORE_URL);
  const kept = log === undefined ? undefined : join(resolve(folder), basename(log));
  if (kept !== undefined && !existsSync(kept)) throw new Error(`${folder} is no backup that came to its end: there is no ${basename(kept)} in it`);
  fillable(where.DATA_DIR);
  if (log !== undefined && existsSync(log)) throw new Error(`${log} is there already`);
  try {
    return await putBack(resolve(folder), where.DATA_DIR, log);
  } catch (error) {
    throw new Error(`What is in ${folder} is not back as a whole: please empty ${where.DATA_DIR} before the next try, and take an older backup where this one is damaged`, { cause: error });
  }
}

async function putBack(from: string, data: string, log: string | undefined): Promise<number | undefined> {
  const ofLog = new Set(log === undefined ? [] : LOG_ENDS.flatMap((end) => [basename(log) + end, UNFINISHED + end]));
  cpSync(from, data, { recursive: true, preserveTimestamps: true, filter: (file) => !ofLog.has(basename(file)) });
  if (log === undefined) return undefined;
  makeFolder(dirname(resolve(log)));
  for (const end of LOG_ENDS) if (existsSync(join(from, basename(log) + end))) cpSync(join(from, basename(log) + end), log + end, { preserveTimestamps: true });
  return verified(log);
}

/** Windows gives no other name to a file that is open, and libsql lets go of one late: there it is copied, and an empty one stays behind. */
function finish(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!/^(EBUSY|EPERM)$/.test((error as { code?: string }).code ?? '')) throw error;
    copyFile(from, to);
    truncateSync(from);
  }
}

function fillable(folder: string): void {
  makeFolder(resolve(folder));
  if (readdirSync(folder).some((name) => name !== LOST_AND_FOUND)) throw new Error(`${folder} is not empty`);
}

async function copyLog({ store, bookmarks }: OpenedFacts, file: string): Promise<number> {
  // Read before the end of the log is: none may point behind it.
  const marks = await bookmarks.all();
  const copy = await openSqliteEventStore(file);
  try {
    // Each fact keeps its place, so positions, and bookmarks with them, stay what they are.
    await readThrough(store, appending(copy.store, { atOnce: 512 }));
    for (const [name, position] of marks) await copy.bookmarks.set(name, position);
  } finally {
    await copy.store.close();
  }
  chmodSync(file, 0o600);
  return verified(file);
}

/** Resolves with the number of facts. Opening compares all of them with their chain, in which none is left out. */
async function verified(file: string): Promise<number> {
  const { store } = await openSqliteEventStore(file);
  try {
    return Number(await store.head());
  } finally {
    await store.close();
  }
}

/** A SQLite file is copied by SQLite: what is written to it meanwhile is in the copy or not, but never a part of it. */
async function copyAny(from: string, to: string): Promise<void> {
  if (statSync(from).isDirectory()) return copyFolder(from, to);
  if (!from.endsWith('.db')) return copyFile(from, to);
  const db = new Database(from);
  try {
    db.prepare('VACUUM INTO ?').run(to);
    chmodSync(to, 0o600);
  } finally {
    db.close();
  }
}

/** File by file, each as a whole, and others go on in between: guests do not wait for thousands of pictures. What is dropped before its turn is left out. */
async function copyFolder(from: string, to: string): Promise<void> {
  makeFolder(to);
  for (const name of readdirSync(from)) {
    await breathe();
    const [file, copy] = [join(from, name), join(to, name)];
    const found = statSync(file, { throwIfNoEntry: false });
    if (found?.isDirectory()) await copyFolder(file, copy);
    else if (found) copyFile(file, copy);
  }
}
