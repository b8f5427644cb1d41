/** How views are read, whichever moment is asked about. */
import type { Filter, Found, Query, ReadStore, Shape } from '../rows/read-store.js';
import { someAtATime } from '../turns/some-at-a-time.js';

/** Rows loaded in one go, so that others get their turn. */
const LOADED_AT_ONCE = 500;

/** How rows are read, those of now and those of any moment before. */
export interface Reader {
  find<V>(projection: Shape, account: string, query?: Query): Promise<Found<V>>;
  get<V>(projection: Shape, account: string, id: string): Promise<V | undefined>;
  /** As {@link get}, of very many, in the order of their ids as given: each as it is when it is read. */
  some<V>(projection: Shape, account: string, ids: readonly string[]): Promise<(V | undefined)[]>;
  /** Every row of an account that matches, as the read store has them at one moment: sums count nothing twice. */
  all<V>(projection: Shape, account: string, filter?: Filter, sort?: Query['sort']): Promise<V[]>;
}

/** What {@link Reader.some} answers, from the rows of one collection. */
export const viewsOf = <V>(rows: Pick<ReadStore, 'load'>, collection: string, account: string, ids: readonly string[]): Promise<(V | undefined)[]> =>
  someAtATime(ids, LOADED_AT_ONCE, async (some) => (await rows.load(collection, some.map((id) => ({ account, id })))).map(({ view }) => view as V | undefined));
