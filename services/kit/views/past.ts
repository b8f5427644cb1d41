/** Views as they were: the same projections over the facts that had been recorded by a moment. What was does not change, so the latest are kept. */
import type { Filter, Query, ReadStore, Shape } from '../rows/read-store.js';
import type { EventStore } from '../events/event-store.js';
import type { Clock } from '../time.js';
import { Filling } from './filling.js';
import { viewsOf, type Reader } from './reader.js';
import type { AnyProjection } from './projection.js';

const KEPT = 12;
/** What is recorded at this moment may still be on its way into the log. */
const SETTLED_AFTER_MS = 5_000;
/** Each reads the log from its beginning. */
const AT_ONCE = 4;

export class Past {
  private readonly kept = new Map<string, Promise<ReadStore>>();
  private readonly queue: (() => void)[] = [];
  private free = AT_ONCE;

  constructor(private readonly events: EventStore, private readonly clock: Clock, private readonly projectionOf: (collection: string) => AnyProjection) {}

  /** @param moment ISO, in UTC: what was recorded at that time is in */
  at(moment: string): Reader {
    const find: Reader['find'] = async ({ collection }, account, query = {}) => (await this.rows(collection, account, moment)).find(collection, account, query);
    return {
      find,
      all: async <V>(projection: Shape, account: string, filter: Filter = {}, sort?: Query['sort']) => (await find<V>(projection, account, { filter, sort })).rows,
      get: async <V>({ collection }: { collection: string }, account: string, id: string) => (await (await this.rows(collection, account, moment)).load(collection, [{ account, id }]))[0]?.view as V | undefined,
      some: async ({ collection }, account, ids) => viewsOf(await this.rows(collection, account, moment), collection, account, ids),
    };
  }

  private rows(collection: string, account: string, moment: string): Promise<ReadStore> {
    const key = JSON.stringify([collection, account, moment]);
    const known = this.kept.get(key);
    if (known) return known;
    const made = this.inTurn(() => this.made(this.projectionOf(collection), account, moment));
    if (Date.parse(moment) > this.clock.now().getTime() - SETTLED_AFTER_MS) return made;
    this.kept.set(key, made);
    made.catch(() => this.kept.delete(key));
    if (this.kept.size > KEPT) this.kept.delete(this.kept.keys().next().value as string);
    return made;
  }

  private async made(projection: AnyProjection, account: string, moment: string): Promise<ReadStore> {
    const { openMemoryReadStore } = await import('../rows/memory-read-store.js'); // large, and the past is seldom asked for
    const store = openMemoryReadStore();
    const upToThen: AnyProjection = { ...projection, rows: (fact) => (fact.meta.at <= moment ? projection.rows(fact).filter((row) => row.account === account) : []) };
    const filling = new Filling(projection.collection, 0, upToThen, this.events, store, () => undefined);
    await filling.start();
    await filling.full();
    await filling.stop();
    return store;
  }

  private async inTurn<T>(make: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((mayBegin) => this.queue.push(mayBegin));
    try {
      return await make();
    } finally {
      const next = this.queue.shift();
      if (next) next();
      else this.free += 1;
    }
  }
}
