/** Projections turn facts into the rows that screens read; the runner keeps them ordered, complete and rebuildable. */
import type { AnyFact, Position, Stored } from '@larder/contracts/fact.js';
import type { EventStore, Following } from './events/event-store.js';
import { openSpans, type Spans } from './tracing/tracing.js';
import type { Filter, Found, Query, ReadStore, Row, Shape } from './rows/read-store.js';

export interface Projection<F extends { type: string; data: unknown }, V> extends Shape {
  /** Raise it when `apply` changes: the rows are then made anew. */
  version: number;
  /** The categories of the streams it hears. */
  categories: readonly string[];
  /** Which rows a fact touches. */
  rows(fact: Stored<F>): readonly { account: string; id: string }[];
  /** A row after one more fact; undefined removes it. Pure. */
  apply(view: V | undefined, fact: Stored<F>, id: string): V | undefined;
}

export type AnyProjection = Projection<{ type: string; data: unknown }, unknown>;

/** What a screen may be told when rows change. */
export type Changed = (collection: string, row: Row) => void;

const MOST_AT_ONCE = 5_000;

/** How rows are read, those of now and those of any moment before. */
export interface Reader {
  find<V>(projection: Shape, account: string, query?: Query): Promise<Found<V>>;
  get<V>(projection: Shape, account: string, id: string): Promise<V | undefined>;
  /** Every row of an account that matches, in pages, so that no answer is unbounded. */
  all<V>(projection: Shape, account: string, filter?: Filter, sort?: Query['sort']): Promise<V[]>;
}

export const allOf = async <V>(find: (query: Query) => Promise<Found<V>>, filter: Filter, sort: Query['sort']): Promise<V[]> => {
  const rows: V[] = [];
  for (;;) {
    const found = await find({ filter, sort, skip: rows.length, limit: 5_000 });
    rows.push(...found.rows);
    if (found.rows.length === 0 || rows.length >= found.total) return rows;
  }
};

/** Fills one generation of a projection's rows. */
export class Filling {
  private following: Following | undefined;
  private waiting: { position: Position; done: () => void }[] = [];
  reached: Position = '';

  constructor(readonly name: string, private readonly projection: AnyProjection, private readonly events: EventStore,
    private readonly rows: ReadStore, private readonly changed: (row: Row) => void) {}

  async start(): Promise<void> {
    await this.rows.prepare({ collection: this.name, orders: this.projection.orders });
    this.reached = (await this.rows.checkpoint(this.name)) ?? '';
    this.following = this.events.follow(this.reached, this.projection.categories, async (facts) => {
      for (let from = 0; from < facts.length; from += MOST_AT_ONCE) await this.take(facts.slice(from, from + MOST_AT_ONCE));
    });
  }

  stop = async (): Promise<void> => this.following?.stop();

  /** Resolves when everything that was in the log at the start is in the rows. */
  async caughtUp(): Promise<void> {
    await this.following?.live;
    await this.rows.settle(this.name);
  }

  behind = async (): Promise<number> => this.following?.behind() ?? 0;

  /** Those who still wait here wait for the successor instead. */
  handOver(successor: Filling): void {
    for (const waiter of this.waiting) void successor.until(waiter.position).then(waiter.done);
    this.waiting = [];
  }

  /** Resolves once everything up to `position` is in the rows. */
  until(position: Position): Promise<void> {
    if (this.reached >= position) return Promise.resolve();
    return new Promise((done) => this.waiting.push({ position, done }));
  }

  private async take(facts: readonly AnyFact[]): Promise<void> {
    const spans = openSpans(`project ${this.projection.collection}`, facts);
    try {
      await this.apply(facts, spans);
      spans.end();
    } catch (error) {
      spans.end(error);
      throw error;
    }
  }

  private async apply(facts: readonly AnyFact[], spans: Spans): Promise<void> {
    const touched = new Map<string, { account: string; id: string; facts: AnyFact[] }>();
    for (const fact of facts) {
      if (fact.position <= this.reached) continue;
      for (const { account, id } of this.projection.rows(fact as Stored<{ type: string; data: unknown }>)) {
        const key = `${account}\n${id}`;
        const entry = touched.get(key);
        if (entry) entry.facts.push(fact);
        else touched.set(key, { account, id, facts: [fact] });
      }
    }
    const entries = [...touched.values()];
    const before = entries.length > 0 ? await this.rows.load(this.name, entries) : [];
    const after = entries.map(({ account, id, facts: its }, n): Row => {
      const row = before[n] as Row;
      let view = row.view;
      for (const fact of its) if (fact.position > row.position) view = this.projection.apply(view, fact as Stored<{ type: string; data: unknown }>, id);
      return { account, id, view, position: (its[its.length - 1] as AnyFact).position };
    });
    const last = facts[facts.length - 1];
    if (!last || last.position <= this.reached) return;
    await this.rows.save(this.name, after, last.position);
    this.reached = last.position;
    const ready = this.waiting.filter((w) => w.position <= this.reached);
    this.waiting = this.waiting.filter((w) => w.position > this.reached);
    // A change that several taps led to is told once, as the doing of the first.
    after.forEach((row, n) => spans.of(entries[n]?.facts[0] as AnyFact).within(() => this.changed(row)));
    for (const waiter of ready) waiter.done();
  }
}

/** Where the runner notes which generation of a collection answers. */
const GENERATIONS = { collection: 'generations', orders: [] };

export class Views implements Reader {
  private readonly live = new Map<string, Filling>();
  private readonly projections = new Map<string, AnyProjection>();
  private telling = false;

  constructor(private readonly events: EventStore, private readonly rows: ReadStore, private readonly changed: Changed) {}

  /** Starts a projection and resolves when it has caught up with the log. */
  async run(projection: AnyProjection): Promise<void> {
    this.projections.set(projection.collection, projection);
    await this.rows.prepare(GENERATIONS);
    const filling = this.filling(projection, await this.generation(projection));
    this.live.set(projection.collection, filling);
    await filling.start();
    await filling.caughtUp();
  }

  /** From now on changes are told; before, everything that is read is old news. */
  tell(): void {
    this.telling = true;
  }

  async find<V>(projection: Shape, account: string, query: Query = {}): Promise<Found<V>> {
    return this.rows.find<V>(this.filled(projection).name, account, query);
  }

  async get<V>(projection: Shape, account: string, id: string): Promise<V | undefined> {
    const [row] = await this.rows.load(this.filled(projection).name, [{ account, id }]);
    return row?.view as V | undefined;
  }

  all = <V>(projection: Shape, account: string, filter: Filter = {}, sort?: Query['sort']): Promise<V[]> => allOf<V>((query) => this.find(projection, account, query), filter, sort);

  /** The projection that runs here under this name. */
  projection(collection: string): AnyProjection {
    const found = this.projections.get(collection);
    if (!found) throw new Error(`There is no view called ${collection}`);
    return found;
  }

  /** Read your own writes: resolves when the rows show everything up to `position`. */
  async reached(projection: Shape, position: Position): Promise<void> {
    await this.filled(projection).until(position);
  }

  /** Makes a projection's rows anew beside the old ones, which answer until the new ones are complete. */
  async rebuild(collection: string): Promise<void> {
    const projection = this.projection(collection);
    const old = this.filled(projection);
    const generation = (await this.generation(projection)) + 1;
    const fresh = this.filling(projection, generation);
    await this.rows.drop(fresh.name);
    await fresh.start();
    await fresh.caughtUp();
    await fresh.until(old.reached);
    await this.rows.save(GENERATIONS.collection, [{ account: 'system', id: collection, view: { generation, version: projection.version }, position: String(generation).padStart(12, '0') }], '');
    this.live.set(collection, fresh);
    await old.stop();
    old.handOver(fresh);
    await this.rows.drop(old.name);
  }

  collections = (): string[] => [...this.projections.keys()];

  /** How far each projection has come, and the end of the log. */
  async lag(): Promise<{ collection: string; reached: Position; head: Position }[]> {
    const head = await this.events.head();
    return [...this.live].map(([collection, filling]) => ({ collection, reached: filling.reached, head }));
  }

  /** How many facts of the log each projection has not come past yet. */
  behind = (): Promise<{ view: string; facts: number }[]> => Promise.all([...this.live].map(async ([view, filling]) => ({ view, facts: await filling.behind() })));

  async stop(): Promise<void> {
    await Promise.all([...this.live.values()].map((filling) => filling.stop()));
  }

  private filling(projection: AnyProjection, generation: number): Filling {
    const filling: Filling = new Filling(`${projection.collection}@${projection.version}.${generation}`, projection, this.events, this.rows,
      (row) => this.telling && this.live.get(projection.collection) === filling && this.changed(projection.collection, row));
    return filling;
  }

  private filled(projection: Shape): Filling {
    const filling = this.live.get(projection.collection);
    if (!filling) throw new Error(`The view ${projection.collection} is not running here`);
    return filling;
  }

  private async generation(projection: Shape & { version: number }): Promise<number> {
    const [row] = await this.rows.load(GENERATIONS.collection, [{ account: 'system', id: projection.collection }]);
    const noted = row?.view as { generation: number; version: number } | undefined;
    return noted?.version === projection.version ? noted.generation : 0;
  }
}
