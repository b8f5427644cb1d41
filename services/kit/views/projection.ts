/** A projection: how facts become the rows of one view. */
import type { Stored } from '@larder/contracts/fact.js';
import type { Shape } from '../rows/read-store.js';

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
