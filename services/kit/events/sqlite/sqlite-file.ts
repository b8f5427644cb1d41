/** The file under the embedded event store: its tables, and how SQLite is to treat it. */
import Database from 'libsql';
import Unblocking from 'libsql/promise';
import { beginPrivateFile } from '../../private-file.js';
import { BrokenLog } from '../event-store.js';
import { toPosition } from './sqlite-rows.js';

const SCHEMA = [
  `CREATE TABLE facts (position INTEGER PRIMARY KEY, stream TEXT NOT NULL, revision INTEGER NOT NULL, id TEXT NOT NULL, type TEXT NOT NULL, data TEXT NOT NULL, meta TEXT NOT NULL, hash TEXT NOT NULL) STRICT`,
  `CREATE UNIQUE INDEX facts_by_stream ON facts (stream, revision)`,
  `CREATE TABLE head (only INTEGER PRIMARY KEY CHECK (only = 1), position INTEGER NOT NULL, hash TEXT NOT NULL) STRICT`,
  `CREATE TABLE bookmarks (name TEXT PRIMARY KEY, position TEXT NOT NULL, seal TEXT NOT NULL) STRICT`,
];

const PRAGMAS = [
  'locking_mode = EXCLUSIVE',
  'journal_mode = WAL',
  'synchronous = FULL',
  'fullfsync = ON', // without it a sync on macOS stops at the drive's cache
  'checkpoint_fullfsync = ON',
  'temp_store = MEMORY',
  'wal_autocheckpoint = 1000', // pages; each time all appends wait, so rather often and shortly
  'cache_size = -32000',
  'cell_size_check = ON',
];

const codeOf = (error: unknown): string => String((error as { code?: unknown }).code ?? '');

/** What SQLite itself notices of a file that is not what it wrote. */
export const isDamage = (error: unknown): boolean => /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error));

/** Opens the file, or begins it, alone. Throws {@link BrokenLog} where something else than a log is in it, else an error that names the file. */
export function openLogFile(file: string): Database.Database {
  let db: Database.Database | undefined;
  try {
    if (file !== ':memory:') beginPrivateFile(file);
    db = new Database(file);
    for (const pragma of PRAGMAS) db.exec(`PRAGMA ${pragma}`);
    db.exec('BEGIN IMMEDIATE');
    const { tables, known } = db
      .prepare(`SELECT count(*) AS tables, coalesce(sum(sql IN (${SCHEMA.map(() => '?').join()})), 0) AS known FROM sqlite_schema WHERE sql IS NOT NULL`)
      .get(...SCHEMA) as { tables: number; known: number };
    if (tables === 0) for (const sql of SCHEMA) db.exec(sql);
    else if (tables !== SCHEMA.length || known !== tables) throw new BrokenLog(toPosition(1), 'its tables are not those of an event log');
    db.exec('COMMIT');
    return db;
  } catch (error) {
    db?.close();
    if (codeOf(error) === 'SQLITE_BUSY') throw new Error(`${file} is in use: another process has this event log open`, { cause: error });
    if (error instanceof BrokenLog) throw error;
    if (isDamage(error) || codeOf(error) === 'SQLITE_ERROR') throw new BrokenLog(toPosition(1), `${file} cannot be read: ${String(error)}`);
    throw new Error(`The event log ${file} cannot be opened`, { cause: error });
  }
}

/** Runs in another thread, while this one goes on: libsql's two classes differ in that alone. */
export const run = (db: Database.Database, sql: string): Promise<void> => Unblocking.prototype.exec.call(db, sql) as Promise<void>;
