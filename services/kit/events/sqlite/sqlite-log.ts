/** The log in its file: its transactions, and the newest rows, which are kept in memory as well. */
import type Database from 'libsql';
import type { AnyFact } from '@larder/contracts/fact.js';
import { BrokenLog, categoryOf } from '../event-store.js';
import { Remembered } from '../../commands/remembered.js';
import { text } from '../../rows/sqlite-literals.js';
import { seal } from '../../seal.js';
import { isDamage, openLogFile, run } from './sqlite-file.js';
import { SqliteReadings, type Reading } from './sqlite-readings.js';
import { answersFact, link, START, toPosition, type Draft, type Mark, type Row } from './sqlite-rows.js';

const COLUMNS = 'position, stream, revision, id, type, data, meta';
/** Of the newest rows handed out at a time. */
const READ_ROWS = 512;
const REMEMBERED_STREAMS = 25_000;
const RECENT_ROWS = 4_096;

/** A fact that is kept in memory. */
interface Recent {
  position: number;
  category: string;
  /** Shared by all who follow. */
  fact: AnyFact;
}

/** Those with the same words want the same. */
export interface Wanting {
  categories: ReadonlySet<string> | undefined;
  wanted: string;
}

/** What a transaction adds; nobody but its writer sees it before it is durable. */
interface Added {
  mark: Mark;
  rows: Recent[];
  /** The same as they will lie in the file, and as SQL spells them. */
  texts: Row[];
  values: string;
  revisions: Map<string, number>;
}

const categoriesOf = (rows: readonly Recent[]): string[] => [...new Set(rows.map(({ category }) => category))];

export class SqliteLog {
  readonly db: Database.Database;
  /** The last row that is durable, and the hash of everything up to it. */
  mark: Mark = START;
  /** The newest rows, without gaps, so that those who follow closely need no file. They are forgotten soon: what lives long costs the collector most. */
  private recent: Recent[] = [];
  /** The categories of the last transaction's rows, and of those among them that answer no fact: somebody did something just now. */
  written: readonly string[] = [];
  firstHand: readonly string[] = [];
  /** What was handed out of them last. */
  private latest: (Reading & { position: number; wanted: string }) | undefined;
  private readonly revisions = new Remembered<number>(REMEMBERED_STREAMS);
  private readonly readings: SqliteReadings;
  /** What the transaction under way has added. */
  private added: Added | undefined;
  private committing: Promise<void> | undefined;
  /** Somebody waits for the commit under way to be over, to read the file before the next one. */
  isAwaited = false;
  private readonly statements;

  /** Not usable before `mark` is set to where the log ends. Throws {@link BrokenLog}, or an error that names the file. */
  constructor(file: string) {
    this.db = openLogFile(file);
    const db = this.db;
    this.readings = new SqliteReadings(db, COLUMNS);
    this.statements = {
      revision: db.prepare('SELECT max(revision) FROM facts WHERE stream = ?').raw(),
      stream: db.prepare(`SELECT ${COLUMNS} FROM facts WHERE stream = ? AND revision >= ? ORDER BY revision LIMIT ?`).raw(),
    };
  }

  /**
   * Everything `write` adds, and the statements it answers, become durable together, or nothing does and the error is passed on. One at a time.
   * It is one text that runs in another thread, from its first statement to the sync: running each here would take this thread twice as long.
   */
  async transaction(write: () => string[]): Promise<void> {
    this.isAwaited = false;
    const added: Added = (this.added = { mark: this.mark, rows: [], texts: [], values: '', revisions: new Map() });
    try {
      const further = write();
      const { position, hash } = added.mark;
      const head = `INSERT INTO head (only, position, hash) VALUES (1, ${position}, ${text(hash)}) ON CONFLICT DO UPDATE SET position = excluded.position, hash = excluded.hash`;
      const facts = added.rows.length > 0 ? `INSERT INTO facts (${COLUMNS}, hash) VALUES ${added.values};${head};` : '';
      await (this.committing = run(this.db, `BEGIN IMMEDIATE;${facts}${further.map((statement) => `${statement};`).join('')}COMMIT`));
    } catch (error) {
      if (this.db.inTransaction) this.db.exec('ROLLBACK');
      throw this.explained(error);
    } finally {
      this.committing = undefined;
      this.added = undefined;
    }
    this.take(added);
  }

  /** Resolves when no commit is under way. Who reads the file in the middle of one would wait for the disk, and see what may yet be taken back. */
  async settled(): Promise<void> {
    while (this.committing) {
      this.isAwaited = true;
      await this.committing.catch(() => undefined);
    }
  }

  /** Nobody follows who has not been handed everything up to `position`. */
  forget(position: number): void {
    const oldest = this.recent[0]?.position ?? Infinity;
    if (position >= oldest) this.recent = this.recent.slice(position + 1 - oldest);
    this.readings.forget(position);
  }

  /** While a transaction is made: adds a row and answers its position. */
  add(stream: string, revision: number, { id, type, data, meta, read }: Draft): number {
    const added = this.added!;
    const row: Row = [added.mark.position + 1, stream, revision, id, type, data, meta];
    const next = { position: row[0], hash: link(added.mark.hash, row) };
    added.texts.push(row);
    added.values += `${added.values && ','}(${row[0]},${text(stream)},${revision},${text(id)},${text(type)},${text(data)},${text(meta)},${text(next.hash)})`;
    added.mark = next;
    added.rows.push({ position: next.position, category: categoryOf(stream), fact: seal({ id, type, ...read, stream, revision, position: toPosition(next.position) }) });
    added.revisions.set(stream, revision);
    return next.position;
  }

  /** True when it is known without looking into the file that a stream has nothing from a revision on. */
  hasNothing(stream: string, from: number): boolean {
    return from > (this.revisions.get(stream) ?? Infinity);
  }

  /** The last revision of a stream, -1 when there is none. */
  lastRevision(stream: string): number {
    const known = this.added?.revisions.get(stream) ?? this.revisions.get(stream);
    if (known !== undefined) return known;
    const [revision] = this.guarded(() => this.statements.revision.get(stream)) as [number | null];
    this.revisions.set(stream, revision ?? -1);
    return revision ?? -1;
  }

  /** A stream from a revision on, with what the transaction that is being made has added to it; one that has nothing to tell is answered without looking into the file. */
  stream(stream: string, from: number, limit = Infinity): Row[] {
    if (from > this.lastRevision(stream)) return [];
    const rows = this.guarded(() => this.statements.stream.all(stream, from, limit === Infinity ? -1 : limit)) as Row[];
    const added = this.added?.texts.filter(([, its, revision]) => its === stream && revision >= from) ?? [];
    return added.length > 0 ? [...rows, ...added].slice(0, limit) : rows;
  }

  /** True when what comes after a position is in memory. */
  isRecent = (position: number): boolean => position + 1 >= (this.recent[0]?.position ?? Infinity);

  /** The same as {@link after} out of memory; undefined where it is not there. Those who want the same are handed the same reading. */
  newest(position: number, { categories, wanted }: Wanting): Reading | undefined {
    if (!this.isRecent(position)) return undefined;
    const upTo = Math.min(position + READ_ROWS, this.mark.position);
    const { latest } = this;
    if (latest?.position === position && latest.upTo === upTo && latest.wanted === wanted) return latest;
    const facts: AnyFact[] = [];
    const before = this.recent[0]!.position;
    for (let next = position + 1; next <= upTo; next++) {
      const { category, fact } = this.recent[next - before]!;
      if (!categories || categories.has(category)) facts.push(fact);
    }
    this.latest = { position, wanted, facts, upTo };
    return this.latest;
  }

  /** The next facts after a position, of these categories (undefined: all), and how far has been looked. Others may be handed the same objects. */
  async after(position: number, categories: ReadonlySet<string> | undefined): Promise<Reading> {
    await this.settled();
    return this.guarded(() => this.readings.after(position, categories, this.mark.position));
  }

  /**
   * Leaves one plain file behind, unlocked. Closing alone would not: libsql keeps the connection for as long as a statement of it lives in memory.
   */
  close(): void {
    try {
      for (const pragma of ['journal_mode = DELETE', 'locking_mode = NORMAL']) this.db.exec(`PRAGMA ${pragma}`);
      this.db.prepare('SELECT position FROM head').get();
    } catch {
      // E.g. a full disk: everything is in the write-ahead log, which the next opening reads; the lock ends with the process.
    } finally {
      this.db.close();
    }
  }

  /** Damage that SQLite itself notices becomes {@link BrokenLog}. */
  guarded<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      throw this.explained(error);
    }
  }

  /** What was added is durable, and everybody may see it. */
  private take({ mark, rows, revisions }: Added): void {
    this.mark = mark;
    this.recent.push(...rows);
    if (this.recent.length > 2 * RECENT_ROWS) this.recent = this.recent.slice(-RECENT_ROWS);
    this.written = categoriesOf(rows);
    this.firstHand = categoriesOf(rows.filter(({ fact }) => !answersFact(fact)));
    for (const [stream, revision] of revisions) this.revisions.set(stream, revision);
  }

  private explained(error: unknown): unknown {
    return isDamage(error) ? new BrokenLog(toPosition(this.mark.position), String(error)) : error;
  }
}
