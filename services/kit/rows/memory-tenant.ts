/** The rows of one account in one collection of the read store in memory, in each order they are asked for, and how some of them are found. */
import { setImmediate as breathe } from 'node:timers/promises';
import { Query as Residual } from 'mingo';
import type { Position } from '@larder/contracts/fact.js';
import { someAtATime } from '../turns/some-at-a-time.js';
import { keyAt } from '../seal.js';
import { toMongo, type Clause, type Condition, type Scalar } from './filter.js';
import { fieldsOf, type Shape } from './read-store.js';
import { compare, ranges } from './scalar-order.js';
import { SortedBlocks } from './sorted-blocks.js';

interface Entry {
  id: string;
  view: unknown;
  position: Position;
  /** What the view is ordered by, one key per field of the shape's orders. */
  keys: Scalar[];
}

/** Entries looked at in one go. */
const LOOKED_AT = 1_000;
const byId = (a: Entry, b: Entry): number => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

const viewOf = ({ view }: Entry): unknown => view;

function matcherOf(clauses: readonly Clause[]): (view: unknown) => boolean {
  const residual = new Residual(toMongo(clauses), { scriptEnabled: false });
  return (view) => residual.test(view as Record<string, unknown>);
}

const bounds = (clause: Clause, field: string): clause is Condition => 'path' in clause && clause.path === field && clause.operator in ranges;

/** Rows in the order of `by` within equal keys of `lead`; both are places in an entry's keys. By '' is by id. */
interface Sorted {
  lead: readonly number[];
  by: string;
  entries: SortedBlocks<Entry>;
}

/** A part of one order, and what else must hold. */
interface Narrowed {
  order: Sorted;
  from: number;
  to: number;
  rest: readonly Clause[];
}

export class Tenant {
  readonly rows = new Map<string, Entry>();
  readonly removed = new Map<string, Position>();
  private readonly fields: readonly string[];
  private readonly byId: Sorted = { lead: [], by: '', entries: new SortedBlocks<Entry>(byId) };
  readonly orders: readonly Sorted[];

  constructor(orders: Shape['orders']) {
    this.fields = [...new Set(orders.flatMap(fieldsOf))];
    this.orders = [...orders.map((order) => this.sorted(fieldsOf(order))), this.byId];
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

  async find(clauses: readonly Clause[], by: string, backwards: boolean, skip: number, limit: number, counted: boolean): Promise<{ views: unknown[]; total: number }> {
    const inOrder = this.orders.find((order) => order.lead.length === 0 && order.by === by);
    if (!counted && inOrder) return this.first(inOrder, clauses, backwards, skip, limit);
    const { order: { by: field, entries }, from, to, rest } = this.narrow(clauses, by);
    if (rest.length === 0 && field === by) {
      const total = to - from;
      const page = backwards ? entries.slice(Math.max(to - skip - limit, from), Math.max(to - skip, from)).reverse() : entries.slice(from + skip, Math.min(from + skip + limit, to));
      return { views: page.map(viewOf), total };
    }
    const matches = matcherOf(rest);
    // As they are now, whatever is put while others have their turn.
    const all = entries.slice(from, to).map((entry) => ({ ...entry }));
    const matching = await someAtATime(all, LOOKED_AT, (some) => some.filter(({ view }) => matches(view)));
    if (field !== by) this.sort(matching, by);
    if (backwards) matching.reverse();
    return { views: matching.slice(skip, skip + limit).map(viewOf), total: matching.length };
  }

  /** The first that match in an order, looked at not much further than they reach. */
  private async first(order: Sorted, clauses: readonly Clause[], backwards: boolean, skip: number, limit: number): Promise<{ views: unknown[]; total: number }> {
    const { from, to, rest } = this.within(order, clauses) ?? { from: 0, to: this.rows.size, rest: clauses };
    const matches = matcherOf(rest);
    /** Views from one place of those in question to another. */
    const between = (first: number, last: number): unknown[] =>
      (backwards ? order.entries.slice(Math.max(to - last, from), to - first).reverse() : order.entries.slice(from + first, Math.min(from + last, to))).map(viewOf);
    const found = between(0, LOOKED_AT).filter(matches);
    const further = found.length < skip + limit ? between(LOOKED_AT, to - from) : [];
    for (let seen = 0; seen < further.length && found.length < skip + limit; seen += LOOKED_AT) {
      await breathe();
      found.push(...further.slice(seen, seen + LOOKED_AT).filter(matches));
    }
    return { views: found.slice(skip, skip + limit), total: found.length };
  }

  /** The smallest part of an order in which all matches lie; the whole order asked for when nothing bounds one. */
  private narrow(clauses: readonly Clause[], by: string): Narrowed {
    const whole = this.orders.find((order) => order.lead.length === 0 && order.by === by) ?? this.byId;
    let best: Narrowed = { order: whole, from: 0, to: this.rows.size, rest: clauses };
    for (const order of this.orders) {
      const found = this.within(order, clauses);
      if (!found) continue;
      const smaller = found.to - found.from - (best.to - best.from);
      if (smaller < 0 || (smaller === 0 && order.by === by)) best = found;
    }
    return best;
  }

  /** What the clauses leave of one order; undefined when they do not bound it. */
  private within(order: Sorted, clauses: readonly Clause[]): Narrowed | undefined {
    const lead = order.lead.map((n) => clauses.find((clause): clause is Condition => 'path' in clause && clause.path === this.fields[n] && clause.operator === '$eq'));
    const bounding = clauses.filter((clause) => bounds(clause, order.by));
    if (!lead.every((clause) => clause !== undefined) || lead.length + bounding.length === 0) return undefined;
    const last = this.fields.indexOf(order.by);
    const isBefore = ({ keys }: Entry): boolean => bounding.some(({ operator, operand }) => ranges[operator]?.isBefore(keys[last] as Scalar, operand as Scalar));
    const isUpTo = ({ keys }: Entry): boolean => bounding.every(({ operator, operand }) => ranges[operator]?.isUpTo(keys[last] as Scalar, operand as Scalar));
    /** Below zero: before those whose leading keys are the ones asked for. */
    const besides = ({ keys }: Entry): number => {
      for (const [at, n] of order.lead.entries()) {
        const difference = compare(keys[n] as Scalar, lead[at]?.operand as Scalar);
        if (difference !== 0) return difference;
      }
      return 0;
    };
    const from = order.entries.rank((entry) => besides(entry) < 0 || (besides(entry) === 0 && isBefore(entry)));
    const to = Math.max(from, order.entries.rank((entry) => besides(entry) < 0 || (besides(entry) === 0 && isUpTo(entry))));
    const used = new Set<Clause | undefined>([...lead, ...bounding]);
    return { order, from, to, rest: clauses.filter((clause) => !used.has(clause)) };
  }

  private sorted(fields: readonly string[]): Sorted {
    const places = fields.map((field) => this.fields.indexOf(field));
    const inOrder = (a: Entry, b: Entry): number => {
      for (const n of places) {
        const difference = compare(a.keys[n] as Scalar, b.keys[n] as Scalar);
        if (difference !== 0) return difference;
      }
      return byId(a, b);
    };
    return { lead: places.slice(0, -1), by: fields.at(-1) as string, entries: new SortedBlocks<Entry>(inOrder) };
  }

  private sort(entries: Entry[], by: string): void {
    const n = this.fields.indexOf(by);
    const keys = n < 0 && by !== '' ? new Map(entries.map((entry) => [entry, keyAt(entry.view, by)])) : undefined;
    const keyOf = (entry: Entry): Scalar => (keys ? keys.get(entry) : entry.keys[n]) ?? null;
    entries.sort((a, b) => compare(keyOf(a), keyOf(b)) || byId(a, b));
  }
}
