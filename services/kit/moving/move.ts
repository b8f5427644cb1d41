/** Moves a log from one event store to another: fact by fact in the order of the log, resumable, and compared at the end. */
import { factTables } from '@larder/contracts/all-facts.js';
import type { AnyFact, Position } from '@larder/contracts/fact.js';
import type { OpenedFacts } from '../events/open-event-store.js';
import type { EventStore } from '../events/event-store.js';
import { Content, contentOf, readThrough } from './content.js';

export interface MoveOptions {
  /** Appends under way at a time; more than one only where the store keeps the order in which it is asked. */
  atOnce: number;
  /** Told how many facts are there, now and then. */
  progress?(facts: number): void;
}

export interface Moved {
  facts: number;
  /** Facts that were there already. */
  known: number;
  hash: string;
  /** Bookmarks that were carried over, and those that point into another log and are therefore left: what they hear is heard again, which has no effect. */
  bookmarks: { carried: string[]; left: string[] };
}

/**
 * Copies everything to a store that is empty or holds the beginning of the same log already. Nobody else may write to that one; what is written to this one meanwhile is left for the next time.
 * Rejects when the other store holds anything else, or when what lies there at the end is not the same.
 */
export async function move(from: OpenedFacts, to: OpenedFacts, options: MoveOptions): Promise<Moved> {
  const marks = await from.bookmarks.all();
  const there = await contentOf(to.store);
  const here = new Content();
  /** How many facts lie up to each bookmark. */
  const counts = new Map<string, number>();
  const append = appending(to.store, options);
  await readThrough(from.store, async (facts) => {
    const fresh: AnyFact[] = [];
    for (const fact of facts) {
      here.add(fact);
      if (here.count === there.count && !here.isLike(there)) throw new Error('The other store holds facts of its own: nothing was moved');
      if (here.count > there.count) fresh.push(fact);
      for (const [name, position] of marks) if (position === fact.position && mayPointAt(name, fact)) counts.set(name, here.count);
    }
    await append(fresh);
    options.progress?.(here.count);
  });
  if (here.count < there.count) throw new Error('The other store holds facts of its own: nothing was moved');
  const moved = new Content();
  const positions = new Map<number, Position>();
  const wanted = new Set(counts.values());
  await readThrough(to.store, async (facts) => facts.forEach((fact) => {
    moved.add(fact);
    if (wanted.has(moved.count)) positions.set(moved.count, fact.position);
  }));
  if (!moved.isLike(here)) throw new Error(`What was moved is not the same: ${here.count} facts here, ${moved.count} there`);
  for (const [name, count] of counts) await to.bookmarks.set(name, positions.get(count) as Position);
  return { facts: moved.count, known: there.count, hash: moved.hash, bookmarks: { carried: [...counts.keys()], left: marks.map(([name]) => name).filter((name) => !counts.has(name)) } };
}

/** A bookmark lies at a fact its source has published; where services have logs of their own it points into another one. */
const mayPointAt = (bookmark: string, { type }: AnyFact): boolean => type in (factTables[bookmark.slice(bookmark.indexOf('-from-') + '-from-'.length)] ?? {});

/** Appends facts in order; those that follow each other in one stream together. */
export function appending(store: EventStore, { atOnce }: Pick<MoveOptions, 'atOnce'>): (facts: readonly AnyFact[]) => Promise<void> {
  return async (facts) => {
    let underWay: Promise<unknown>[] = [];
    for (let from = 0, end = 0; from < facts.length; from = end) {
      const { stream, revision } = facts[from] as AnyFact;
      while (facts[end]?.stream === stream) end += 1;
      const group = facts.slice(from, end).map(({ id, type, data, meta }) => ({ id, type, data, meta }));
      underWay.push(store.append(stream, revision - 1, group));
      if (underWay.length < atOnce) continue;
      await Promise.all(underWay);
      underWay = [];
    }
    await Promise.all(underWay);
  };
}
