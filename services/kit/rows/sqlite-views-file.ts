/** The file under the SQLite read store. One connection reads at once, another writes in a thread of its own, so nobody waits while rows reach the disk, and what takes long to read has one to itself. */
import { isUtf8 } from 'node:buffer';
import { closeSync, openSync, readSync, renameSync, rmSync } from 'node:fs';
import Database from 'libsql';
import Unblocking from 'libsql/promise';
import { haveAlone } from '../moving/in-use.js';
import { beginPrivateFile } from '../private-file.js';

/** Raise it when tables change: files of another layout are made anew from the log. */
const LAYOUT = 1;
/** Marks a file as one of views, so that no other file is ever taken for a broken one. */
const APPLICATION = 0x4c_52_44_56;

const SCHEMA = `
  CREATE TABLE accounts (number INTEGER PRIMARY KEY, account TEXT NOT NULL) STRICT;
  CREATE TABLE collections (number INTEGER PRIMARY KEY, name TEXT NOT NULL, orders TEXT NOT NULL, checkpoint TEXT, unused INTEGER NOT NULL DEFAULT 0) STRICT;
  CREATE TABLE counts (collection INTEGER NOT NULL, account INTEGER NOT NULL, rows INTEGER NOT NULL, PRIMARY KEY (collection, account)) STRICT, WITHOUT ROWID;
  PRAGMA application_id = ${APPLICATION};
  PRAGMA user_version = ${LAYOUT};`;

const PRAGMAS = ['busy_timeout = 5000', 'cache_size = -8000', 'cell_size_check = ON'];
const READING = [...PRAGMAS, 'query_only = ON'];
/** Connections for what takes long that are kept for the next. */
const MOST_IDLE = 2;
// What is not synced at a power cut is read from the log again: the checkpoint is of the same transaction as the rows.
const WRITING = ['journal_mode = WAL', 'synchronous = NORMAL', 'wal_autocheckpoint = 4000', 'journal_size_limit = 67108864'];

export class ViewsFile {
  readonly reading: Database.Database;
  private readonly writing: Database.Database;
  private readonly statements = new Map<string, Database.Statement>();
  private readonly idle: Database.Database[] = [];
  private isBroken = false;

  private constructor(readonly file: string, private readonly release: () => void, private readonly onBroken: (error: unknown) => void) {
    this.writing = connect(file, PRAGMAS);
    try {
      lay(this.writing, file);
      for (const pragma of WRITING) this.writing.exec(`PRAGMA ${pragma}`);
      this.reading = connect(file, READING);
    } catch (error) {
      this.writing.close();
      throw error;
    }
  }

  /** Opens the file, or begins a new one where it is broken or of another layout; what is no database at all is put beside it, under a name that `onOther` is told. Throws on one that holds something else, or that another process has open. */
  static open(file: string, onBroken: (error: unknown) => void, onOther: (kept: string) => void): ViewsFile {
    const release = haveAlone(file, `${file} is in use: another process has these views open`);
    try {
      return ViewsFile.opened(file, release, onBroken, onOther);
    } catch (error) {
      release();
      throw error;
    }
  }

  private static opened(file: string, release: () => void, onBroken: (error: unknown) => void, onOther: (kept: string) => void): ViewsFile {
    try {
      return new ViewsFile(file, release, onBroken);
    } catch (error) {
      if (!isDamage(error) && !(error instanceof OtherLayout)) throw new Error(`The views in ${file} cannot be opened`, { cause: error });
      if (isSqlite(file)) remove(file);
      else onOther(putBeside(file)); // it may be somebody's who named the wrong file
      return new ViewsFile(file, release, onBroken);
    }
  }

  /** Runs statements as one transaction, in another thread. One at a time. */
  async write(statements: readonly string[]): Promise<void> {
    try {
      await this.exec(`BEGIN IMMEDIATE;\n${statements.join(';\n')};\nCOMMIT`);
    } catch (error) {
      if (this.writing.inTransaction) this.writing.exec('ROLLBACK');
      throw error;
    }
  }

  /** As {@link write}, of statements that may not be part of a transaction or take long. */
  exec = (sql: string): Promise<void> => this.noticing(async () => void (await Unblocking.prototype.exec.call(this.writing, sql)));

  /** All rows a question finds, each as a list of its columns. */
  all(sql: string, bound: readonly (string | number)[]): unknown[][] {
    try {
      let statement = this.statements.get(sql);
      if (!statement) {
        if (this.statements.size >= MOST_STATEMENTS) this.statements.clear();
        this.statements.set(sql, (statement = this.reading.prepare(sql).raw()));
      }
      return statement.all(...bound) as unknown[][];
    } catch (error) {
      throw this.noticed(error);
    }
  }

  /** As {@link all}, a few at a time, as they were when it began. To the end of it all else that its connection reads would be as old, so it has one of its own. */
  *each(sql: string, bound: readonly (string | number)[]): Iterable<unknown[]> {
    const own = this.idle.pop() ?? connect(this.file, READING);
    let isOver = false;
    try {
      yield* own.prepare(sql).raw().iterate(...bound) as Iterable<unknown[]>;
      isOver = true;
    } catch (error) {
      throw this.noticed(error);
    } finally {
      if (isOver && this.reading.open && this.idle.length < MOST_IDLE) this.idle.push(own);
      else own.close();
    }
  }

  /** What a question finds in its column `json`, as one list: a single value is handed over, which costs a fraction of many. */
  list(question: string, bound: readonly (string | number)[]): unknown[] {
    const [[list]] = this.all(`SELECT CAST('[' || coalesce(group_concat(json), '') || ']' AS BLOB) FROM (${question})`, bound) as [[unknown]];
    return this.parsed(list) as unknown[];
  }

  /** JSON that was read as bytes: libsql aborts the process on text that is not UTF-8. */
  parsed(bytes: unknown): unknown {
    try {
      if (isUtf8(bytes as Uint8Array)) return JSON.parse(Buffer.from(bytes as Uint8Array).toString());
    } catch {
      // as below
    }
    throw this.noticed(new Damage('A row is not what was written'));
  }

  /** Leaves everything in the plain file; the others beside it are empty, and go with the process: libsql keeps a connection for as long as a statement of it. */
  close(): void {
    this.statements.clear();
    for (const reading of [this.reading, ...this.idle.splice(0)]) reading.close();
    try {
      if (!this.isBroken) this.writing.exec('PRAGMA wal_checkpoint(TRUNCATE)'); // it would wait for the question that broke off
    } catch {
      // E.g. a full disk: the next opening reads the write-ahead log.
    }
    this.writing.close();
    this.release();
  }

  private async noticing<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw this.noticed(error);
    }
  }

  /** A file that turns out to be broken is gone at the next start, which makes it anew. */
  private noticed(error: unknown): unknown {
    if (isDamage(error)) {
      this.isBroken = true;
      remove(this.file);
      this.onBroken(error);
    }
    return error;
  }
}

const MOST_STATEMENTS = 200;

class OtherLayout extends Error {}

/** What lies in the file is not what was written. */
class Damage extends Error {}

const isDamage = (error: unknown): boolean => error instanceof Damage || /^SQLITE_(CORRUPT|NOTADB)/.test(String((error as { code?: unknown }).code ?? ''));

const MAGIC = 'SQLite format 3\0';

function isSqlite(file: string): boolean {
  const head = Buffer.alloc(MAGIC.length);
  const opened = openSync(file, 'r');
  readSync(opened, head);
  closeSync(opened);
  return head.toString('latin1') === MAGIC;
}

function putBeside(file: string): string {
  const kept = `${file}.other`;
  renameSync(file, kept);
  return kept;
}

const remove = (file: string): void => ['', '-wal', '-shm'].forEach((end) => rmSync(file + end, { force: true }));

function connect(file: string, pragmas: readonly string[]): Database.Database {
  beginPrivateFile(file);
  const db = new Database(file);
  try {
    for (const pragma of pragmas) db.exec(`PRAGMA ${pragma}`);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function lay(db: Database.Database, file: string): void {
  const one = (sql: string): number => (db.prepare(sql).raw().get() as [number])[0];
  const tables = one('SELECT count(*) FROM sqlite_schema');
  if (tables === 0) return void db.exec(`BEGIN IMMEDIATE;${SCHEMA}COMMIT`);
  if (one('PRAGMA application_id') !== APPLICATION) throw new Error(`${file} holds something else than views`);
  if (one('PRAGMA user_version') !== LAYOUT) throw new OtherLayout();
}
