/** Projections turn facts into the rows that screens read; the runner keeps them ordered, complete and rebuildable. */
import { setTimeout as pause } from 'node:timers/promises';
import type { AnyFact, Position } from '@larder/contracts/fact.js';
import type { Foretold } from './ahead.js';
import { categoryOf, type EventStore } from '../events/event-store.js';
import { Filling } from './filling.js';
import { overKnown, type AnyProjection } from './projection.js';
import { later, type Witness } from './reached.js';
import { viewsOf, type Reader } from './reader.js';
import type { Filter, Found, Query, ReadStore, Row, Shape } from '../rows/read-store.js';
import type { Clock } from '../time.js';

/** What a screen may be told when rows change. */
export type Changed = (collection: string, row: Row) => void;

export interface ViewsOptions {
  /** False for facts that only a newer version understands: views pass over them. */
  isKnown?(fact: AnyFact): boolean;
  /** Told why a view cannot go on; it tries again until it can. */
  onTrouble?(collection: string, error: unknown): void;
  /** Needed where several copies share the rows: they look whether another one has made a view anew. */
  clock?: Clock;
}

/** Changed rows after which views that had nothing to do note how far they have looked. */
const NOTED_EVERY = 5_000;
/** As long as an ending process waits for it. */
const NOTING_MS = 1_000;
/** Whoever asks for a view that is not complete waits so long at most: less than askers do. */
const NOT_YET_MS = 3_000;

/** Between two looks at what other copies have made anew. */
const LOOK_MS = 2_000;

/** Where the runner notes which generation of a collection answers. */
const GENERATIONS = { collection: 'generations', orders: [] };
interface Noted {
  generation: number;
  version: number;
}

/** A view is asked for that is being made from a long log and is not complete yet. */
export class NotYet extends Error {
  constructor(readonly collection: string) {
    super('This is being put together anew from everything that has happened, e.g. after an update. Please look again in a few minutes.');
  }
}

export class Views implements Reader {
  private readonly live = new Map<string, Filling>();
  private readonly projections = new Map<string, AnyProjection>();
  /** By category: the collections whose rows are shown ahead of the log. */
  private readonly shownAhead = new Map<string, Set<string>>();
  private telling = false;
  private changes = 0;
  private callOff = (): void => undefined;
  private looking: Promise<void> = Promise.resolve();
  private isEnding = false;
  private readonly rebuilding = new Map<string, Promise<void>>();

  constructor(private readonly events: EventStore, private readonly rows: ReadStore, private readonly changed: Changed, private readonly options: ViewsOptions = {}) {}

  /** Starts a projection and resolves when it has caught up with the log. */
  run = async (projection: AnyProjection): Promise<void> => (await this.begin(projection)).full;

  /** Starts a projection; `full` resolves when it has caught up with the log. Until then it is told to nobody, and asking for it may fail with {@link NotYet}. */
  async begin(given: AnyProjection): Promise<{ full: Promise<void> }> {
    const { isKnown } = this.options;
    const projection = isKnown ? overKnown(given, isKnown) : given;
    this.projections.set(projection.collection, projection);
    if (projection.isShownAhead) for (const category of projection.categories) this.shownAhead.set(category, (this.shownAhead.get(category) ?? new Set()).add(projection.collection));
    await this.rows.prepare(GENERATIONS);
    const filling = this.fill(projection, this.generationOf(projection, await this.noted(projection.collection)));
    this.live.set(projection.collection, filling);
    await filling.start();
    return { full: filling.full() };
  }

  /** From now on changes are told; before, everything that is read is old news. */
  tell(): void {
    this.telling = true;
    void this.note();
    if (this.rows.isShared) this.look();
  }

  /** Any copy may make a view anew; the others go on with its rows. */
  private look(): void {
    this.callOff = this.options.clock?.after(LOOK_MS, () => {
      this.looking = this.followOthers().then(() => (this.isEnding ? undefined : this.look()));
    }) ?? this.callOff;
  }

  private async followOthers(): Promise<void> {
    for (const [collection, filling] of this.live) {
      try {
        const projection = this.projection(collection);
        const generation = this.generationOf(projection, await this.noted(collection));
        if (!filling.isFull || this.rebuilding.has(collection) || generation <= filling.generation) continue;
        const theirs = this.fill(projection, generation);
        await theirs.start();
        await theirs.full();
        await this.goOnWith(collection, theirs);
      } catch (error) {
        this.options.onTrouble?.(collection, error);
      }
    }
  }

  async find<V>(projection: Shape, account: string, query: Query = {}): Promise<Found<V>> {
    const filling = this.filling(projection);
    if (!filling.isFull) await complete(filling, projection);
    return this.rows.find<V>(filling.name, account, query);
  }

  async get<V>(projection: Shape, account: string, id: string): Promise<V | undefined> {
    const filling = this.filling(projection);
    if (!filling.isFull) await complete(filling, projection);
    const [row] = await this.rows.load(filling.name, [{ account, id }]);
    return row?.view as V | undefined;
  }

  async some<V>(projection: Shape, account: string, ids: readonly string[]): Promise<(V | undefined)[]> {
    const filling = this.filling(projection);
    if (!filling.isFull) await complete(filling, projection);
    return viewsOf<V>(this.rows, filling.name, account, ids);
  }

  all = async <V>(projection: Shape, account: string, filter: Filter = {}, sort?: Query['sort']): Promise<V[]> => (await this.find<V>(projection, account, { filter, sort })).rows;

  /** The projection that runs here under this name. */
  projection(collection: string): AnyProjection {
    const found = this.projections.get(collection);
    if (!found) throw new Error(`There is no view called ${collection}`);
    return found;
  }

  /** Read your own writes: resolves when the rows show everything up to `position`. */
  async reached(projection: Shape, position: Position): Promise<void> {
    await this.filling(projection).until(position);
  }

  /** Shows what will be so when these facts of one stream are appended, which ends at `after` so far. For what follows from facts that are kept: nothing else may be shown before it is. Not where rows lie elsewhere, and never in the way: nobody's facts wait for a read store that is away, or for a view that cannot go on. */
  foretell = async (facts: readonly AnyFact[], after: Position): Promise<Foretold> => {
    const told: Foretold[] = [];
    for (const collection of this.shownAhead.get(categoryOf(facts[0]?.stream ?? '')) ?? []) {
      const filling = this.live.get(collection);
      if (!this.telling || !filling?.isFull || this.rows.isShared) continue;
      try {
        told.push(await filling.ahead.foretell(facts, after));
      } catch (error) {
        this.options.onTrouble?.(collection, error);
      }
    }
    return { landed: (position) => told.forEach((its) => its.landed(position)), takenBack: () => told.forEach((its) => its.takenBack()) };
  };

  /** Makes a projection's rows anew beside the old ones, which answer until the new ones are complete. Who asks for it again meanwhile waits for the same: two that fill the same rows would each take away what the other has written. */
  rebuild(collection: string): Promise<void> {
    const rebuilding = this.rebuilding.get(collection) ?? this.madeAnew(collection).finally(() => this.rebuilding.delete(collection));
    this.rebuilding.set(collection, rebuilding);
    return rebuilding;
  }

  private async madeAnew(collection: string): Promise<void> {
    const projection = this.projection(collection);
    const old = this.filling(projection);
    await old.full();
    const generation = Math.max(old.generation, (await this.noted(collection))?.generation ?? 0) + 1;
    const fresh = this.fill(projection, generation);
    try {
      await this.rows.drop(fresh.name);
      await fresh.start();
      await fresh.full();
      await fresh.until(old.reached);
      await this.rows.save(GENERATIONS.collection, [{ account: 'system', id: collection, view: { generation, version: projection.version }, position: String(generation).padStart(12, '0') }], '');
    } catch (error) {
      await fresh.stop(); // the next one fills the same rows
      throw error;
    }
    await this.goOnWith(collection, fresh);
    // Where other copies still answer from the old ones, those before go instead: nobody does from them any more.
    await this.rows.drop(this.rows.isShared ? nameOf(projection, old.generation - 1) : old.name);
  }

  private async goOnWith(collection: string, fresh: Filling): Promise<void> {
    const old = this.live.get(collection);
    this.live.set(collection, fresh);
    await old?.stop();
    old?.handOver(fresh);
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
    this.isEnding = true;
    this.callOff();
    await Promise.race([Promise.all([this.looking, this.note()]), pause(NOTING_MS, undefined, { ref: false })]); // the log may be away
    await Promise.all([...this.live.values()].map((filling) => filling.stop()));
  }

  /** What is not noted is only looked at again. */
  private async note(): Promise<void> {
    const fillings = [...this.live.values()];
    const witness = fillings.reduce<Witness | undefined>((latest, filling) => later(latest, filling.witness), undefined);
    if (witness) await Promise.allSettled(fillings.map((filling) => filling.note(witness)));
  }

  private fill(projection: AnyProjection, generation: number): Filling {
    const filling: Filling = new Filling(nameOf(projection, generation), generation, projection, this.events, this.rows,
      (row) => {
        if (!this.telling || !filling.isFull || this.live.get(projection.collection) !== filling) return;
        this.changes += 1;
        if (this.changes % NOTED_EVERY === 0) void this.note();
        this.changed(projection.collection, row);
      }, (error) => this.options.onTrouble?.(projection.collection, error));
    return filling;
  }

  private filling(projection: Shape): Filling {
    const filling = this.live.get(projection.collection);
    if (!filling) throw new Error(`The view ${projection.collection} is not running here`);
    return filling;
  }

  private async noted(collection: string): Promise<Noted | undefined> {
    const [row] = await this.rows.load(GENERATIONS.collection, [{ account: 'system', id: collection }]);
    return row?.view as Noted | undefined;
  }

  private generationOf = ({ version }: AnyProjection, noted: Noted | undefined): number => (noted?.version === version ? noted.generation : 0);
}

const nameOf = ({ collection, version }: AnyProjection, generation: number): string => `${collection}@${version}.${generation}`;

async function complete(filling: Filling, { collection }: Shape): Promise<void> {
  const inTime = await Promise.race([filling.full().then(() => true), pause(NOT_YET_MS, false, { ref: false })]);
  if (!inTime) throw new NotYet(collection);
}
