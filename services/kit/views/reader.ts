/** How views are read, whichever moment is asked about. */
import type { Filter, Found, Query, Shape } from '../rows/read-store.js';

/** How rows are read, those of now and those of any moment before. */
export interface Reader {
  find<V>(projection: Shape, account: string, query?: Query): Promise<Found<V>>;
  get<V>(projection: Shape, account: string, id: string): Promise<V | undefined>;
  /** Every row of an account that matches, as the read store has them at one moment: sums count nothing twice. */
  all<V>(projection: Shape, account: string, filter?: Filter, sort?: Query['sort']): Promise<V[]>;
}
