/** The read store in one SQLite file: a view's rows wait in memory for a moment and are then written together, with the checkpoint they belong to. */
import type { Position } from '@larder/contracts/fact.js';
import { giveWay, hasRead } from '../turns/give-way.js';
import { seal } from '../seal.js';
import { readFilter, type Scalar } from './filter.js';
import type { Found, Query, ReadStore, Row, Shape } from './read-store.js';
import { findIn, fromHex, readRows } from './sqlite-finding.js';
import { text } from './sqlite-literals.js';
import { fewAtATime, keyOf, SqliteTable, type Entry, type Name } from './sqlite-table.js';
import { ViewsFile } from './sqlite-views-file.js';

export interface SqliteReadStoreOptions {
  /** Something could not be written, and will be tried again. */
  onTrouble?: (error: unknown) => void;
  /** The file is damaged and has been removed: this process cannot go on with it, the next start makes it anew. */
  onBroken?: (error: unknown) => void;
  /** What lay there was no database: it is kept under this name. */
  onOther?: (kept: string) => void;
}

/** Facts come in one by one and change the same rows again and again. Whoever asks for rows meanwhile has them written at once. */
const WRITE_AFTER_MS = 100;
/** As long as nobody asks: the rows of a collection that is being filled change again and again, too. */
const FILLING_AFTER_MS = 1_000;
const AGAIN_AFTER_MS = 1_000;
/** Rows of one collection that are written without waiting: more while it is being filled and nobody waits for them. */
const MANY_ROWS = 1_000;
const MANY_ROWS_FILLING = 4_000;
/** Rows of one collection that may wait while nothing can be written. */
const MOST_ROWS = 20_000;
/** Starts in which nobody asked for a collection, e.g. because its view has a higher version now, until it is forgotten. */
const UNUSED_STARTS = 3;

/**
 * Opens `file` for this process alone. What is broken or of another layout begins empty: views follow from the log.
 * Texts and ids are ordered by code points, as on MongoDB.
 */
export async function openSqliteReadStore(file: string, { onTrouble = () => undefined, onBroken = () => undefined, onOther = () => undefined }: SqliteReadStoreOptions = {}): Promise<ReadStore> {
  const store = new SqliteReadStore(ViewsFile.open(file, onBroken, onOther), onTrouble);
  await store.open();
  return store;
}

/** A collection of an earlier start that nobody has asked for yet. */
interface Kept {
  number: number;
  orders: string;
  checkpoint: Position | undefined;
}

class SqliteReadStore implements ReadStore {
  private readonly tables = new Map<string, SqliteTable>();
  /** Of earlier starts; moved to `tables` when somebody asks for them. */
  private readonly kept = new Map<string, Kept>();
  private readonly making = new Map<string, Promise<void>>();
  private readonly accounts = new Map<string, number>();
  private newAccounts: string[] = [];
  private lastTable = 0;
  /** Writings go one after another. */
  private queue: Promise<unknown> = Promise.resolve();
  /** Of the next writing, by how long it waits. */
  private readonly timers = new Map<number, NodeJS.Timeout>();
  private fails = false;
  /** Until somebody asks, collections are being filled, and their indexes are made at once at the end, which costs a fraction. */
  private wasAsked = false;

  constructor(private readonly file: ViewsFile, private readonly onTrouble: (error: unknown) => void) {}

  async open(): Promise<void> {
    for (const [number, account] of this.file.all('SELECT number, hex(account) FROM accounts', []) as [number, string][]) this.accounts.set(fromHex(account), number);
    const collections = this.file.all('SELECT number, hex(name), hex(orders), iif(checkpoint IS NULL, NULL, hex(checkpoint)), unused FROM collections', []) as [number, string, string, string | null, number][];
    const old: string[] = ['UPDATE collections SET unused = unused + 1'];
    for (const [number, name, orders, checkpoint, unused] of collections) {
      this.lastTable = Math.max(this.lastTable, number);
      if (unused >= UNUSED_STARTS) old.push(...dropping(number));
      else this.kept.set(fromHex(name), { number, orders: fromHex(orders), checkpoint: checkpoint === null ? undefined : fromHex(checkpoint) });
    }
    await this.inTurn(() => this.file.write(old)).catch(this.onTrouble);
  }

  prepare(shape: Shape): Promise<void> {
    const { collection } = shape;
    if (this.tables.has(collection)) return Promise.resolve();
    let making = this.making.get(collection);
    if (!making) this.making.set(collection, (making = this.made(shape).finally(() => this.making.delete(collection))));
    return making;
  }

  async find<V>(collection: string, account: string, query: Query): Promise<Found<V>> {
    const clauses = readFilter(query.filter ?? {});
    await giveWay();
    this.wasAsked = true;
    const table = this.tables.get(collection);
    const number = this.accounts.get(account);
    if (!table || number === undefined) return { rows: [], total: 0 };
    if (table.hasRowsWaiting) await this.write([table]);
    const found = await findIn<V>(this.file, table, number, clauses, query);
    hasRead(found.rows.length);
    return found;
  }

  async load(collection: string, keys: readonly { account: string; id: string }[]): Promise<Row[]> {
    const table = this.tables.get(collection);
    const entries = table && this.known(table, keys);
    return keys.map(({ account, id }, n) => ({ account, id, view: entries?.[n]?.view, position: entries?.[n]?.position ?? '' }));
  }

  async save(collection: string, rows: readonly Row[], checkpoint: Position): Promise<void> {
    const table = this.tables.get(collection);
    if (!table) throw new Error(`${collection} was not prepared`);
    if (this.fails && table.waiting > MOST_ROWS) throw new Error('The views cannot be written, and too many of them wait already');
    const keys = rows.map(({ view }) => (view === undefined ? [] : table.keysOf(seal(view))));
    const known = this.known(table, rows);
    rows.forEach(({ view, position }, n) => {
      const before = known[n] as Entry;
      if (before.position === '' || before.position < position) table.put(before, view, keys[n] as Scalar[], position);
    });
    table.reach(checkpoint);
    this.writeSoon(table);
    if (table.waiting < (table.hasIndexes ? MANY_ROWS : MANY_ROWS_FILLING) || this.fails) return;
    await this.queue; // whoever fills a collection is not ahead of the disk by more than this
    void this.write([table]);
  }

  async settle(collection: string): Promise<void> {
    const table = this.tables.get(collection);
    if (!table) return;
    await this.write([table]);
    await this.index(table).catch(this.onTrouble);
  }

  async checkpoint(collection: string): Promise<Position | undefined> {
    return this.tables.get(collection)?.checkpoint;
  }

  /** What waits goes first: it may say which collection takes the place of this one. */
  async drop(collection: string): Promise<void> {
    await this.write([...this.tables.values()]);
    const { number } = this.tables.get(collection) ?? this.kept.get(collection) ?? {};
    this.tables.delete(collection);
    this.kept.delete(collection);
    if (number !== undefined) await this.inTurn(() => this.file.write(dropping(number)));
  }

  async close(): Promise<void> {
    await this.write([...this.tables.values()]);
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.tables.clear();
    this.file.close();
  }

  private async made(shape: Shape): Promise<void> {
    const orders = JSON.stringify(shape.orders);
    const kept = this.kept.get(shape.collection);
    if (kept?.orders === orders) {
      const counts = this.file.all('SELECT account, rows FROM counts WHERE collection = ?', [kept.number]) as [number, number][];
      const names = this.file.all("SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL", [`rows_${kept.number}`]);
      const table = new SqliteTable(kept.number, shape, kept.checkpoint, new Map(counts));
      table.hasIndexes = names.length === shape.orders.length;
      this.tables.set(shape.collection, table);
      return;
    }
    const table = new SqliteTable((this.lastTable += 1), shape, undefined);
    const listed = `INSERT INTO collections (number, name, orders) VALUES (${table.number}, ${text(shape.collection)}, ${text(orders)})`;
    await this.inTurn(() => this.file.write([...(kept ? dropping(kept.number) : []), listed, table.create()]));
    this.kept.delete(shape.collection);
    this.tables.set(shape.collection, table);
    if (this.wasAsked) await this.index(table);
  }

  private async index(table: SqliteTable): Promise<void> {
    if (table.hasIndexes) return;
    for (const sql of table.indexes()) await this.inTurn(() => this.file.exec(sql));
    table.hasIndexes = true;
  }

  /** What is known of these rows, in their order. */
  private known(table: SqliteTable, keys: readonly { account: string; id: string }[]): Entry[] {
    const found = keys.map(({ account, id }): Entry | Name => {
      const number = this.numberOf(account);
      return table.known(keyOf(number, id)) ?? { account: number, id };
    });
    const missing = found.filter((one): one is Name => !('view' in one));
    if (missing.length === 0) return found as Entry[];
    const read = readRows(this.file, table, missing);
    read.forEach(table.remember);
    const next = read.values();
    return found.map((one) => ('view' in one ? one : (next.next().value as Entry)));
  }

  private numberOf(account: string): number {
    const known = this.accounts.get(account);
    if (known !== undefined) return known;
    const number = this.accounts.size + 1;
    this.accounts.set(account, number);
    this.newAccounts.push(`INSERT INTO accounts (number, account) VALUES (${number}, ${text(account)})`);
    return number;
  }

  private writeSoon(table: SqliteTable): void {
    const wait = this.fails ? AGAIN_AFTER_MS : this.waitOf(table);
    if (this.timers.has(wait)) return;
    this.timers.set(wait, setTimeout(() => {
      this.timers.delete(wait);
      const due = [...this.tables.values()].filter((one) => this.waitOf(one) <= wait);
      // After a failure each by itself: one that cannot be written keeps no other waiting.
      for (const some of this.fails ? due.map((one) => [one]) : fewAtATime(due)) void this.write(some);
    }, wait).unref());
  }

  private waitOf = ({ hasIndexes }: SqliteTable): number => (this.wasAsked && hasIndexes ? WRITE_AFTER_MS : FILLING_AFTER_MS);

  /** Writes what waits, in one transaction. What cannot be written waits for another time, and rows are found as they were: never rejects. */
  private write(tables: readonly SqliteTable[]): Promise<void> {
    return this.inTurn(async () => {
      const there = tables.filter((table) => this.tables.get(table.shape.collection) === table);
      const accounts = this.newAccounts;
      const statements = there.flatMap((table) => table.takeOff());
      if (statements.length === 0) return;
      this.newAccounts = [];
      try {
        await this.file.write([...accounts, ...statements]);
        for (const table of there) table.landed();
        this.fails = false;
      } catch (error) {
        this.newAccounts = [...accounts, ...this.newAccounts];
        for (const table of there) table.failed();
        this.fails = true;
        this.onTrouble(error);
        for (const table of there) this.writeSoon(table);
      }
    });
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.queue.then(work);
    this.queue = done.catch(() => undefined);
    return done;
  }
}

const dropping = (number: number): string[] => [`DROP TABLE IF EXISTS rows_${number}`, `DELETE FROM counts WHERE collection = ${number}`, `DELETE FROM collections WHERE number = ${number}`];
