/** A projection: how facts become the rows of one view. */
import type { AnyFact, Stored } from '@larder/contracts/fact.js';
import type { Shape } from '../rows/read-store.js';

export interface Projection<F extends { type: string; data: unknown }, V> extends Shape {
  /** Raise it when `apply` changes: the rows are then made anew. */
  version: number;
  /** The categories of the streams it hears. */
  categories: readonly string[];
  /** Its rows are shown as soon as it is decided what follows from a fact that is kept: see `ahead.ts`. */
  isShownAhead?: true;
  /** Which rows a fact touches. */
  rows(fact: Stored<F>): readonly { account: string; id: string }[];
  /** A row after one more fact; undefined removes it. Pure. */
  apply(view: V | undefined, fact: Stored<F>, id: string): V | undefined;
}

export type AnyProjection = Projection<{ type: string; data: unknown }, unknown>;

/** The same over facts that are known; those of a newer version, which ran on this log before, touch no row. That version has its own rows: it raised the view's number when it learnt them. */
export const overKnown = (projection: AnyProjection, isKnown: (fact: AnyFact) => boolean): AnyProjection => ({ ...projection, rows: (fact) => (isKnown(fact) ? projection.rows(fact) : []) });
