/** The read store in this process's memory: what a screen asks for is found by binary search in the order it is sorted by. */
import { Query as Residual } from 'mingo';
import type { Position } from '@larder/contracts/fact.js';
import { readFilter, toMongo, type Clause, type Condition, type Scalar } from './filter.js';
import type { Found, Query, ReadStore, Row, Shape } from './read-store.js';
import { keyAt, seal } from '../seal.js';
import { SortedBlocks } from './sorted-blocks.js';

/**
 * Views are frozen when they are saved and handed out as they are. A removed row is remembered until the collection's checkpoint has passed it by
 * one save: no replay starts so early then.
 */
export function openMemoryReadStore(): ReadStore {
  return new MemoryReadStore();
}

interface Entry {
  id: string;
  view: unknown;
  position: Position;
  /** What the view is ordered by, one key per order of the shape. */
  keys: Scalar[];
}

/** As MongoDB orders values of different kinds: nothing, numbers, texts, truths. */
const kindOf = (key: Scalar): number => (key === null ? 0 : typeof key === 'number' ? 1 : typeof key === 'string' ? 2 : 3);

function compare(a: Scalar, b: Scalar): number {
  const kinds = kindOf(a) - kindOf(b);
  if (kinds !== 0 || a === b) return kinds;
  return (a as string) < (b as string) ? -1 : 1;
}

const byId = (a: Entry, b: Entry): number => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/** Where a condition's matches begin and end among keys in order; only keys of the operand's own kind match. */
const ranges: Partial<Record<Condition['operator'], { isBefore(key: Scalar, operand: Scalar): boolean; isUpTo(key: Scalar, operand: Scalar): boolean }>> = {
  $eq: { isBefore: (key, operand) => compare(key, operand) < 0, isUpTo: (key, operand) => compare(key, operand) <= 0 },
  $gt: { isBefore: (key, operand) => compare(key, operand) <= 0, isUpTo: (key, operand) => kindOf(key) <= kindOf(operand) },
  $gte: { isBefore: (key, operand) => compare(key, operand) < 0, isUpTo: (key, operand) => kindOf(key) <= kindOf(operand) },
  $lt: { isBefore: (key, operand) => kindOf(key) < kindOf(operand), isUpTo: (key, operand) => compare(key, operand) < 0 },
  $lte: { isBefore: (key, operand) => kindOf(key) < kindOf(operand), isUpTo: (key, operand) => compare(key, operand) <= 0 },
};

const bounds = (clause: Clause, field: string): clause is Condition => 'path' in clause && clause.path === field && clause.operator in ranges;

/** A part of one order, and what else must hold. Field '' is the order by id. */
interface Narrowed {
  field: string;
  from: number;
  to: number;
  rest: readonly Clause[];
}

/** The rows of one account in one collection. */
class Tenant {
  readonly rows = new Map<string, Entry>();
  readonly removed = new Map<string, Position>();
  private readonly orders: { field: string; entries: SortedBlocks<Entry> }[];

  constructor(private readonly fields: readonly string[]) {
    this.orders = [
      ...fields.map((field, n) => ({ field, entries: new SortedBlocks<Entry>((a, b) => compare(a.keys[n] as Scalar, b.keys[n] as Scalar) || byId(a, b)) })),
      { field: '', entries: new SortedBlocks<Entry>(byId) },
    ];
  }

  put(id: string, view: unknown, position: Position): void {
    const keys = this.fields.map((field) => keyAt(view, field));
    const entry = this.rows.get(id);
    if (entry && keys.every((key, n) => key === entry.keys[n])) {
      entry.view = view;
      entry.position = position;
      return;
    }
    this.take(id);
    const fresh = { id, view, position, keys };
    this.rows.set(id, fresh);
    this.removed.delete(id);
    for (const { entries } of this.orders) entries.add(fresh);
  }

  take(id: string): void {
    const entry = this.rows.get(id);
    if (!entry) return;
    this.rows.delete(id);
    for (const { entries } of this.orders) entries.remove(entry);
  }

  find(clauses: readonly Clause[], by: string, backwards: boolean, skip: number, limit: number): { entries: Entry[]; total: number } {
    const { field, from, to, rest } = this.narrow(clauses, by);
    const entries = this.entriesBy(field);
    if (rest.length === 0 && field === by) {
      const total = to - from;
      const page = backwards ? entries.slice(Math.max(to - skip - limit, from), Math.max(to - skip, from)).reverse() : entries.slice(from + skip, Math.min(from + skip + limit, to));
      return { entries: page, total };
    }
    const residual = new Residual(toMongo(rest), { scriptEnabled: false });
    const matching = entries.slice(from, to).filter(({ view }) => residual.test(view as Record<string, unknown>));
    if (field !== by) this.sort(matching, by);
    if (backwards) matching.reverse();
    return { entries: matching.slice(skip, skip + limit), total: matching.length };
  }

  /** The smallest part of an order in which all matches lie; the whole order asked for when nothing bounds one. */
  private narrow(clauses: readonly Clause[], by: string): Narrowed {
    const sorted = this.orders.some(({ field }) => field === by) ? by : '';
    let best: Narrowed = { field: sorted, from: 0, to: this.rows.size, rest: clauses };
    this.fields.forEach((field, n) => {
      const bounding = clauses.filter((clause) => bounds(clause, field));
      if (bounding.length === 0) return;
      const entries = this.entriesBy(field);
      const from = entries.rank(({ keys }) => bounding.some(({ operator, operand }) => ranges[operator]?.isBefore(keys[n] as Scalar, operand as Scalar)));
      const to = Math.max(from, entries.rank(({ keys }) => bounding.every(({ operator, operand }) => ranges[operator]?.isUpTo(keys[n] as Scalar, operand as Scalar))));
      const smaller = to - from < best.to - best.from || (to - from === best.to - best.from && field === by);
      if (smaller) best = { field, from, to, rest: clauses.filter((clause) => !bounds(clause, field)) };
    });
    return best;
  }

  private entriesBy(field: string): SortedBlocks<Entry> {
    return (this.orders.find((order) => order.field === field) as { entries: SortedBlocks<Entry> }).entries;
  }

  private sort(entries: Entry[], by: string): void {
    const n = this.fields.indexOf(by);
    const keys = n < 0 && by !== '' ? new Map(entries.map((entry) => [entry, keyAt(entry.view, by)])) : undefined;
    const keyOf = (entry: Entry): Scalar => (keys ? keys.get(entry) : entry.keys[n]) ?? null;
    entries.sort((a, b) => compare(keyOf(a), keyOf(b)) || byId(a, b));
  }
}

interface Collection {
  shape: Shape;
  checkpoint: Position | undefined;
  tenants: Map<string, Tenant>;
  /** Removed rows in the order of their removal. */
  removals: { tenant: Tenant; id: string; position: Position }[];
}

class MemoryReadStore implements ReadStore {
  private readonly collections = new Map<string, Collection>();

  async prepare(shape: Shape): Promise<void> {
    if (!this.collections.has(shape.collection)) this.collections.set(shape.collection, { shape, checkpoint: undefined, tenants: new Map(), removals: [] });
  }

  async find<V>(collection: string, account: string, { filter = {}, sort, skip = 0, limit = Infinity }: Query): Promise<Found<V>> {
    const clauses = readFilter(filter);
    const tenant = this.collections.get(collection)?.tenants.get(account);
    if (!tenant) return { rows: [], total: 0 };
    const { entries, total } = tenant.find(clauses, sort?.by ?? '', sort?.order === 'desc', skip, limit);
    return { rows: entries.map(({ view }) => view as V), total };
  }

  async load(collection: string, keys: readonly { account: string; id: string }[]): Promise<Row[]> {
    const tenants = this.collections.get(collection)?.tenants;
    return keys.map(({ account, id }) => {
      const tenant = tenants?.get(account);
      const entry = tenant?.rows.get(id);
      return { account, id, view: entry?.view, position: entry?.position ?? tenant?.removed.get(id) ?? '' };
    });
  }

  async save(collection: string, rows: readonly Row[], checkpoint: Position): Promise<void> {
    const found = this.collections.get(collection);
    if (!found) throw new Error(`${collection} was not prepared`);
    for (const row of rows) this.write(found, row);
    if (found.checkpoint !== undefined && checkpoint <= found.checkpoint) return;
    this.forgetRemovals(found, found.checkpoint ?? '');
    found.checkpoint = checkpoint;
  }

  async checkpoint(collection: string): Promise<Position | undefined> {
    return this.collections.get(collection)?.checkpoint;
  }

  async drop(collection: string): Promise<void> {
    this.collections.delete(collection);
  }

  async close(): Promise<void> {
    this.collections.clear();
  }

  private write({ shape, tenants, removals }: Collection, { account, id, view, position }: Row): void {
    let tenant = tenants.get(account);
    if (!tenant) tenants.set(account, (tenant = new Tenant(shape.orders)));
    const known = tenant.rows.get(id)?.position ?? tenant.removed.get(id) ?? '';
    if (known !== '' && known >= position) return;
    if (view !== undefined) return tenant.put(id, seal(view), position);
    tenant.take(id);
    tenant.removed.set(id, position);
    removals.push({ tenant, id, position });
  }

  private forgetRemovals({ removals }: Collection, passed: Position): void {
    const kept = removals.findIndex(({ position }) => position > passed);
    for (const { tenant, id, position } of removals.splice(0, kept < 0 ? removals.length : kept)) {
      if (tenant.removed.get(id) === position) tenant.removed.delete(id);
    }
  }
}
