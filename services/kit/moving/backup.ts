/** Backups of the embedded default: a copy of the log up to one moment, made while it is written on, and of the other files in the data folder. */
import { chmodSync, cpSync, existsSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { basename, join, resolve, sep } from 'node:path';
import Database from 'libsql';
import type { OpenedFacts } from '../events/open-event-store.js';
import { openSqliteEventStore } from '../events/sqlite-event-store.js';
import type { Settings } from '../settings.js';
import { readThrough } from './content.js';
import { appending } from './move.js';

export interface BackedUp {
  /** Facts in the copy of the log; absent where the log lies elsewhere and has its own backup. */
  facts?: number;
  /** Other files and folders. */
  files: string[];
}

type Where = Pick<Settings, 'DATA_DIR' | 'EVENT_STORE_URL'> & Partial<Pick<Settings, 'READ_STORE_URL'>>;

const LEAVES_OUT = /-(wal|shm|journal|anchor|checked)$|\.sock$|^lost\+found$/;

/** The file an address names; undefined when it lies elsewhere or in memory. */
const fileOf = (url = ''): string | undefined => (url.startsWith('sqlite:') && url !== 'sqlite::memory:' ? url.slice('sqlite:'.length) : undefined);

/**
 * Writes a backup to `folder`, which must be new or empty. The log comes first: the vault may be newer than the log, never older.
 * Everything acknowledged before the call is in it.
 */
export async function backUp(facts: OpenedFacts, where: Where, folder: string): Promise<BackedUp> {
  const data = resolve(where.DATA_DIR);
  if (`${resolve(folder)}${sep}`.startsWith(`${data}${sep}`)) throw new Error('A backup inside the data folder would be lost with it');
  fillable(folder);
  const log = fileOf(where.EVENT_STORE_URL);
  const count = log === undefined ? undefined : await copyLog(facts, join(folder, basename(log)));
  // Views are no part of it: they follow from the log.
  const others = new Set([log, fileOf(where.READ_STORE_URL)].map((file) => file && basename(file)));
  const files = existsSync(data) ? readdirSync(data).filter((name) => !LEAVES_OUT.test(name) && !others.has(name)) : [];
  for (const name of files) copyFile(join(data, name), join(folder, name));
  return { ...(count !== undefined && { facts: count }), files };
}

/** Puts a backup in the place of data that are gone: the folder must be empty. Resolves with the number of facts of the log, whose chain has been compared. */
export async function restore(folder: string, where: Where): Promise<number | undefined> {
  if (!existsSync(folder)) throw new Error(`${folder} is not there`);
  fillable(where.DATA_DIR);
  cpSync(folder, where.DATA_DIR, { recursive: true, preserveTimestamps: true });
  const log = fileOf(where.EVENT_STORE_URL);
  return log === undefined ? undefined : verified(log);
}

function fillable(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (readdirSync(folder).length > 0) throw new Error(`${folder} is not empty`);
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

async function verified(file: string): Promise<number> {
  const { store } = await openSqliteEventStore(file);
  try {
    return await store.verify();
  } finally {
    await store.close();
  }
}

/** A SQLite file is copied by SQLite: what is written to it meanwhile is in the copy or not, but never a part of it. */
function copyFile(from: string, to: string): void {
  if (!from.endsWith('.db') || lstatSync(from).isDirectory()) return cpSync(from, to, { recursive: true, preserveTimestamps: true });
  const db = new Database(from);
  try {
    db.prepare('VACUUM INTO ?').run(to);
    chmodSync(to, 0o600);
  } finally {
    db.close();
  }
}
