/** How views are read, whichever moment is asked about. */
import type { Filter, Found, Query, Shape } from '../rows/read-store.js';

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
