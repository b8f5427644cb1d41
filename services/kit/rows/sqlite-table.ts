/** One collection of the SQLite read store: its table, the rows that wait to be written to it, and the SQL that writes them. */
import type { Position } from '@larder/contracts/fact.js';
import { Remembered } from '../commands/remembered.js';
import { keyAt } from '../seal.js';
import type { Scalar } from './filter.js';
import { fieldsOf, type Shape } from './read-store.js';
import { literal, text } from './sqlite-literals.js';

export interface Name {
  /** Its number. */
  account: number;
  id: string;
}

/** What is known of a row, or of there being none. */
export interface Entry extends Name {
  /** Undefined: there is no such row. */
  view: unknown;
  /** '' where there never was one. */
  position: Position;
  /** What it is ordered by; nothing when there is no such row. */
  keys: readonly Scalar[];
  /** Whether its place in an order is another than that on the disk. */
  isMoved: boolean;
}

const REMEMBERED_ROWS = 1_000;
/** Rows that go to disk in one transaction: it costs as much as some of them, and the texts of many in one go would hold everything else up for milliseconds. */
const ROWS_TOGETHER = 64;

export const keyOf = (account: number, id: string): string => `${account} ${id}`;

export class SqliteTable {
  readonly name: string;
  /** What the collection is ordered by; the columns k0, k1 … hold it. */
  private readonly fields: readonly string[];
  /** Rows that were changed or read last and need no file. */
  private readonly remembered = new Remembered<Entry>(REMEMBERED_ROWS);
  private pending = new Map<string, Entry>();
  /** Under way to the disk. */
  private flying = new Map<string, Entry>();
  /** Removed rows, until the checkpoint has passed them by one save: no replay starts so early then. After a restart none does, anyhow. */
  private readonly removed = new Map<string, Position>();
  private removals: { key: string; position: Position }[] = [];
  private readonly changedCounts = new Set<number>();
  /** Also notes that somebody asked for a collection of an earlier start. */
  private isCheckpointNew: boolean;
  /** Counted matches by question, until something changes. */
  readonly totals = new Map<string, number>();
  hasIndexes = false;

  constructor(readonly number: number, readonly shape: Shape, public checkpoint: Position | undefined, private readonly counts = new Map<number, number>()) {
    this.name = `rows_${number}`;
    this.fields = [...new Set(shape.orders.flatMap(fieldsOf))];
    this.isCheckpointNew = checkpoint !== undefined;
  }

  columnOf = (path: string): string | undefined => {
    const n = this.fields.indexOf(path);
    return n < 0 ? undefined : `k${n}`;
  };

  get waiting(): number {
    return this.pending.size;
  }

  get hasRowsWaiting(): boolean {
    return this.pending.size + this.flying.size > 0;
  }

  count = (account: number): number => this.counts.get(account) ?? 0;

  positionOfRemoved = (key: string): Position => this.removed.get(key) ?? '';

  /** The keys a view is ordered by. Throws on a view that has none. */
  keysOf = (view: unknown): Scalar[] => this.fields.map((field) => keyAt(view, field));

  /** What is known of a row without looking into the file. */
  known = (key: string): Entry | undefined => this.pending.get(key) ?? this.flying.get(key) ?? this.remembered.get(key);

  remember = (entry: Entry): void => this.remembered.set(keyOf(entry.account, entry.id), entry);

  /** Puts a row in the place of what is known. */
  put(known: Entry, view: unknown, keys: readonly Scalar[], position: Position): void {
    const key = keyOf(known.account, known.id);
    const isMoved = view === undefined || known.view === undefined || keys.some((one, n) => one !== known.keys[n]);
    const entry = { account: known.account, id: known.id, view, keys, position, isMoved: isMoved || (this.pending.get(key)?.isMoved ?? false) };
    this.pending.set(key, entry);
    this.remembered.set(key, entry);
    const more = Number(view !== undefined) - Number(known.view !== undefined);
    if (more !== 0) {
      this.counts.set(known.account, this.count(known.account) + more);
      this.changedCounts.add(known.account);
    }
    if (view === undefined) {
      this.removed.set(key, position);
      this.removals.push({ key, position });
    } else if (this.removed.size > 0) this.removed.delete(key);
  }

  /** Moves the checkpoint, forwards only. */
  reach(checkpoint: Position): void {
    if (this.checkpoint !== undefined && checkpoint <= this.checkpoint) return;
    this.forgetRemovals(this.checkpoint ?? '');
    this.checkpoint = checkpoint;
    this.isCheckpointNew = true;
  }

  /** The statements that write all that waits; {@link landed} or {@link failed} has to follow. */
  takeOff(): string[] {
    [this.flying, this.pending] = [this.pending, new Map<string, Entry>()];
    const rows = [...this.flying.values()];
    const present = rows.filter(({ view }) => view !== undefined);
    const gone = rows.filter(({ view }) => view === undefined);
    const counts = [...this.changedCounts].map((account) => `(${this.number},${account},${this.count(account)})`);
    const statements = [
      ...this.upsert(present.filter(({ isMoved }) => isMoved), true), ...this.upsert(present.filter(({ isMoved }) => !isMoved), false),
      ...gone.map(({ account, id }) => `DELETE FROM ${this.name} WHERE account = ${account} AND id = ${text(id)}`),
      ...(counts.length > 0 ? [`INSERT INTO counts (collection, account, rows) VALUES ${counts.join()} ON CONFLICT DO UPDATE SET rows = excluded.rows`] : []),
      ...(this.isCheckpointNew ? [`UPDATE collections SET checkpoint = ${text(this.checkpoint ?? '')}, unused = 0 WHERE number = ${this.number}`] : []),
    ];
    this.isCheckpointNew = false;
    this.changedCounts.clear();
    return statements;
  }

  landed(): void {
    this.flying.clear();
    this.totals.clear();
  }

  /** Nothing was written: all of it waits again, behind what has come since. */
  failed(): void {
    for (const [key, entry] of this.flying) {
      const newer = this.pending.get(key);
      if (!newer) this.pending.set(key, entry);
      else newer.isMoved ||= entry.isMoved;
      this.changedCounts.add(entry.account);
    }
    this.flying.clear();
    this.isCheckpointNew = this.checkpoint !== undefined;
  }

  /** Finding by account and id works at once; the orders of the shape cost less to make when the rows are there. */
  create(): string {
    const columns = this.fields.map((_, n) => `k${n} ANY, `).join('');
    return `CREATE TABLE ${this.name} (account INTEGER NOT NULL, id TEXT NOT NULL, position TEXT NOT NULL, ${columns}view TEXT NOT NULL, UNIQUE (account, id)) STRICT`;
  }

  indexes = (): string[] => this.shape.orders.map((order, n) =>
    `CREATE INDEX IF NOT EXISTS ${this.name}_by_${n} ON ${this.name} (account, ${fieldsOf(order).map((field) => this.columnOf(field)).join(', ')}, id)`);

  /** Rows that stay in their places leave the indexes alone. */
  private upsert(rows: readonly Entry[], areMoved: boolean): string[] {
    if (rows.length === 0) return [];
    const columns = this.fields.map((_, n) => `k${n}`);
    const values = rows.map(({ account, id, view, keys, position }) =>
      `(${account},${text(id)},${text(position)},${keys.map((key) => `${literal(key)},`).join('')}${text(JSON.stringify(view))})`);
    const changed = ['position', 'view', ...(areMoved ? columns : [])].map((column) => `${column} = excluded.${column}`);
    return [`INSERT INTO ${this.name} (${['account', 'id', 'position', ...columns, 'view'].join()}) VALUES ${values.join()} ON CONFLICT (account, id) DO UPDATE SET ${changed.join()}`];
  }

  private forgetRemovals(passed: Position): void {
    const kept = this.removals.findIndex(({ position }) => position > passed);
    for (const { key, position } of this.removals.splice(0, kept < 0 ? this.removals.length : kept)) {
      if (this.removed.get(key) === position) this.removed.delete(key);
    }
  }
}

/** Tables whose rows are written together, by how many wait in them. */
export function* fewAtATime(tables: readonly SqliteTable[]): Generator<SqliteTable[]> {
  let few: SqliteTable[] = [];
  let rows = 0;
  for (const table of tables) {
    few.push(table);
    rows += table.waiting;
    if (rows < ROWS_TOGETHER) continue;
    yield few;
    [few, rows] = [[], 0];
  }
  if (few.length > 0) yield few;
}
