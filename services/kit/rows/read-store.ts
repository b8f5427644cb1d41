/** The read store port: views for screens, made from facts, droppable at any time. There is no way to read one without naming the account. */
import type { Position } from '@larder/contracts/fact.js';

/**
 * A filter with the operators that mean the same on every adapter: equality, dotted paths, `$eq $ne $gt $gte $lt $lte $in $nin $and $or $not $exists $regex`.
 * `null` means null or missing, bounds match values of their own kind only. A field that holds a list takes one condition at a time.
 * Other operators, and operands that are neither text, number nor truth, are refused. Text from a user is escaped before it becomes a `$regex`.
 */
export type Filter = Record<string, unknown>;

export interface Query {
  filter?: Filter;
  /** One field and its direction; ties are broken by id, so paging never shows a row twice. */
  sort?: { by: string; order: 'asc' | 'desc' };
  skip?: number;
  limit?: number;
  /** False: nobody asks how many match, which may take far longer than a page of them; `total` is no less than what was found. */
  counted?: boolean;
}

export interface Found<V> {
  rows: V[];
  /** How many match without skip and limit. */
  total: number;
}

/** A view's row as the projection runner sees it. */
export interface Row {
  account: string;
  id: string;
  /** Undefined: there is no such row. */
  view: unknown;
  /** The position of the last fact that changed it; '' when there is no row. */
  position: Position;
}

export interface ReadStore {
  /** True where several processes may have the same rows. */
  readonly isShared?: boolean;
  /** Makes a collection ready for its queries (indexes, orders). Must be called before the first write; repeating it is harmless. */
  prepare(shape: Shape): Promise<void>;
  /**
   * Rows of one account, frozen. Without a limit there may be very many: others have their turn while they are read, and on one process's own rows all
   * are as they were at one moment. A server that copies share may tell each as it is when it comes to it.
   */
  find<V>(collection: string, account: string, query: Query): Promise<Found<V>>;
  /** For the projection runner: the rows named, in the order asked, with what is missing as `view: undefined`. */
  load(collection: string, keys: readonly { account: string; id: string }[]): Promise<Row[]>;
  /**
   * For the projection runner: writes rows, each named once (`view: undefined` removes one), and then moves the collection's checkpoint, forwards only.
   * Views must be JSON; from here on they are frozen.
   * A row that is already at that position or later stays as it is, so a replay or a second runner is harmless.
   * A removed row leaves its position behind for as long as a replay could bring it back.
   * A checkpoint begins with a position and compares as one; what follows is the runner's.
   */
  save(collection: string, rows: readonly Row[], checkpoint: string): Promise<void>;
  /** Makes what was written so far quick to find: after many writes at once, so that no reader has to wait for it. */
  settle(collection: string): Promise<void>;
  /** The checkpoint up to which a collection is complete; undefined when it was never filled. */
  checkpoint(collection: string): Promise<string | undefined>;
  /** Forgets a collection and its checkpoint. */
  drop(collection: string): Promise<void>;
  close(): Promise<void>;
}

/** The field a query sorts on or bounds; of a list the last one, behind those it compares with `$eq`. */
export type Order = string | readonly [...equal: string[], by: string];

/** The fields a collection is sorted and filtered by; adapters build their orders or indexes from it. Every collection is found by account and id anyhow. */
export interface Shape {
  collection: string;
  /** Most used first. */
  orders: readonly Order[];
}

export const fieldsOf = (order: Order): readonly string[] => (typeof order === 'string' ? [order] : order);
