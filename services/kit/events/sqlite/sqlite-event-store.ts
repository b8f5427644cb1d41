/** The embedded event store: one SQLite file, where appends that come together share one sync to the disk. */
import { setImmediate as breathe, setTimeout as pause } from 'node:timers/promises';
import type { AnyFact, FactMeta, Position } from '@larder/contracts/fact.js';
import { copyOf } from '../../copy.js';
import { type Appended, type Bookmarks, type EventStore, type Following, type NewFact, WrongRevision } from '../event-store.js';
import { Anchor } from './sqlite-anchor.js';
import { SqliteBookmarks } from './sqlite-bookmarks.js';
import { SqliteFollowers } from './sqlite-followers.js';
import { SqliteLog } from './sqlite-log.js';
import { check, headOf, markAt } from './sqlite-log-check.js';
import { answersFact, type Draft, type Mark, START, toFact, toPosition } from './sqlite-rows.js';

/** Appends in one transaction at most: more would only make the first of them wait longer. */
const BATCH_APPENDS = 512;
/** So long waits what nobody waits for, that it may go with what somebody does: each commit costs two threads as much as several facts, and whoever comes meanwhile waits for it. */
const PATIENCE_MS = 2;
const TAIL_FACTS = 10_000;
/** Compared in one go while others are answered: a fraction of a millisecond. */
const FEW_ROWS = 64;

export interface SqliteOptions {
  /** What opening compares with the hash chain: everything (3 to 5 s per million facts), or the newest 10 000 facts only. */
  verify?: 'all' | 'tail';
}

interface Waiting {
  stream: string;
  expected: number;
  drafts: readonly Draft[];
  resolve(appended: Appended): void;
  reject(error: unknown): void;
}

/** One transaction: what became of each append, an error where it failed, and whether the log has grown. */
interface Committed {
  batch: readonly Waiting[];
  outcomes: readonly unknown[];
  isMore: boolean;
}

/**
 * Opens the log in `file` (':memory:' for one that is forgotten), alone: a second process gets an error that names the file.
 * Rejects with BrokenLog when the log does not hold what it once acknowledged.
 */
export async function openSqliteEventStore(file: string, options: SqliteOptions = {}): Promise<{ store: EventStore; bookmarks: Bookmarks; checkMeanwhile(): Promise<boolean> }> {
  const log = new SqliteLog(file);
  const anchor = file === ':memory:' ? undefined : new Anchor(`${file}-anchor`);
  const store = new SqliteEventStore(log, anchor);
  try {
    await store.open(options.verify ?? 'all');
    return { store, bookmarks: store.bookmarks, checkMeanwhile: () => store.checkMeanwhile() };
  } catch (error) {
    anchor?.close();
    log.db.close(); // without tidying up: who looks into the damage finds the write-ahead log as it was
    throw error;
  }
}

class SqliteEventStore implements EventStore {
  readonly bookmarks: SqliteBookmarks;
  private waiting: Waiting[] = [];
  /** Somebody waits for what waits, or it has waited for long enough. */
  private isDue = false;
  private patience: NodeJS.Timeout | undefined;
  private flushing: Promise<void> | undefined;
  private closed = false;
  private readonly followers;

  constructor(
    private readonly log: SqliteLog,
    private readonly anchor: Anchor | undefined,
  ) {
    this.followers = new SqliteFollowers(log);
    this.bookmarks = new SqliteBookmarks(log.db, () => this.flushSoon());
  }

  async open(verify: 'all' | 'tail'): Promise<void> {
    const from = this.log.guarded(() => {
      const tail = verify === 'tail' ? headOf(this.log.db).position - TAIL_FACTS : 0;
      return tail > 0 ? markAt(this.log.db, tail) : START;
    });
    this.log.mark = await this.checked(from);
    this.log.guarded(() => this.bookmarks.load());
    this.anchor?.write(this.log.mark);
  }

  append(stream: string, expected: number, facts: readonly NewFact[]): Promise<Appended> {
    return new Promise((resolve, reject) => {
      if (this.closed) throw new Error('The event store is closed');
      const drafts = draftsOf(stream, facts);
      this.waiting.push({ stream, expected, drafts, resolve, reject });
      if (facts.every(answersFact) && this.waiting.length < BATCH_APPENDS) this.patience ??= setTimeout(() => this.flushNow(), PATIENCE_MS);
      else this.flushNow();
    });
  }

  async read(stream: string, from = 0, most?: number): Promise<AnyFact[]> {
    if (this.log.hasNothing(stream, from)) return [];
    await this.log.settled();
    return this.log.stream(stream, from, most).map(toFact);
  }

  follow(after: Position, categories: readonly string[] | undefined, onFacts: (facts: readonly AnyFact[]) => Promise<void>): Following {
    return this.followers.follow(after, categories, onFacts);
  }

  async head(): Promise<Position> {
    return toPosition(this.log.mark.position);
  }

  async verify(): Promise<number> {
    return (await this.checked(START)).position;
  }

  /**
   * Compares the whole log with its chain while it is used, in a tenth of the time of one processor. Rejects with BrokenLog; resolves with false
   * when the store is closed before it is through.
   */
  async checkMeanwhile(): Promise<boolean> {
    const slices = check(this.log.db, START, this.anchor?.read(), FEW_ROWS);
    for (;;) {
      await this.log.settled();
      if (this.closed) return false;
      const began = performance.now();
      if (slices.next().done) return true;
      await pause(9 * (performance.now() - began), undefined, { ref: false });
    }
  }

  async close(): Promise<void> {
    if (this.closed) return;
    await this.followers.stop();
    this.closed = true;
    await this.flushing;
    clearTimeout(this.patience);
    this.bookmarks.stop();
    do this.tell(await this.commit());
    while (this.waiting.length > 0);
    this.log.close();
    this.anchor?.close();
  }

  private async checked(from: Mark): Promise<Mark> {
    const slices = check(this.log.db, from, this.anchor?.read());
    for (;;) {
      await this.log.settled();
      const slice = slices.next();
      if (slice.done) return slice.value;
      await breathe();
    }
  }

  private flushNow(): void {
    this.isDue = true;
    this.flushSoon();
  }

  private flushSoon(): void {
    if (!this.closed) this.flushing ??= this.flushAll();
  }

  /** What comes while one transaction is being synced shares the next. It begins before anybody hears of the one before, so that the disk works while this thread does. */
  private async flushAll(): Promise<void> {
    do {
      await breathe(); // readers come first, and those who go on after the last answer join
      let committed = await this.commit();
      while (this.isDue && !this.log.isAwaited) {
        const next = this.commit();
        this.tell(committed);
        committed = await next;
      }
      this.tell(committed);
    } while (this.isDue || this.bookmarks.due);
    this.flushing = undefined;
  }

  /** Writes what is waiting in one transaction. Never rejects. */
  private async commit(): Promise<Committed> {
    const batch = this.waiting.splice(0, BATCH_APPENDS);
    this.isDue = this.waiting.length > 0;
    clearTimeout(this.patience);
    this.patience = undefined;
    const before = this.log.mark;
    const outcomes: (Appended | WrongRevision)[] = [];
    try {
      await this.log.transaction(() => {
        for (const append of batch) outcomes.push(this.write(append));
        return this.bookmarks.write();
      });
      return { batch, outcomes, isMore: this.log.mark !== before };
    } catch (error) {
      this.bookmarks.failed();
      return { batch, outcomes: batch.map(() => error), isMore: false };
    }
  }

  /** Everybody hears of what was committed. */
  private tell({ batch, outcomes, isMore }: Committed): void {
    if (isMore) this.anchor?.write(this.log.mark);
    batch.forEach(({ resolve, reject }, index) => {
      const outcome = outcomes[index];
      if (outcome instanceof Error) reject(outcome);
      else resolve(outcome as Appended);
    });
    if (isMore) this.followers.wake();
  }

  private write({ stream, expected, drafts }: Waiting): Appended | WrongRevision {
    const last = this.log.lastRevision(stream);
    if (last !== expected) return this.repeated(stream, expected, drafts) ?? new WrongRevision(stream, expected);
    let revision = expected;
    let position = 0;
    for (const draft of drafts) position = this.log.add(stream, (revision += 1), draft);
    return { revision, position: toPosition(position) };
  }

  /** The answer of the first time, when exactly these facts already lie at exactly this place. */
  private repeated(stream: string, expected: number, drafts: readonly Draft[]): Appended | undefined {
    const rows = this.log.stream(stream, expected + 1, drafts.length);
    const last = rows.at(-1);
    if (rows.length !== drafts.length || !last || !rows.every(([, , , id], index) => id === drafts[index]!.id)) return undefined;
    return { revision: last[2], position: toPosition(last[0]) };
  }
}

/** Taken as text at once, so that nothing the caller changes afterwards is stored. Control characters separate fields in the hash chain. */
function draftsOf(stream: string, facts: readonly NewFact[]): Draft[] {
  if (facts.length === 0) throw new Error(`Nothing to append to ${stream}`);
  if (!/^[^-\p{Cc}]+-\P{Cc}+$/u.test(stream)) throw new Error(`${JSON.stringify(stream)} is not a stream: it needs a category, a dash and an id`);
  return facts.map(({ id, type, data, meta }) => {
    if (/\p{Cc}/u.test(id + type)) throw new Error(`The id or type of a fact has control characters: ${JSON.stringify(id + type)}`);
    return { id, type, data: JSON.stringify(data) ?? 'null', meta: JSON.stringify(meta), read: { data: copyOf(data) ?? null, meta: copyOf(meta) as FactMeta } };
  });
}
