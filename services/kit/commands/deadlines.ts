/** Deadlines: what is due when nobody does anything. They follow from facts, so a restart forgets none. */
import type { Stored } from '@larder/contracts/fact.js';
import type { Shape } from '../rows/read-store.js';
import type { Views } from '../views/project.js';
import type { Projection } from '../views/projection.js';
import { isEarly, type Clock } from '../time.js';

export interface Due {
  id: string;
  /** ISO 8601. */
  at: string;
  account: string;
}

export interface DeadlineRules<F extends { type: string; data: unknown }> {
  /** Names the collection of what is due. */
  name: string;
  /** Counted on when facts come to mean something else. 1 unless told. */
  version?: number;
  categories: readonly string[];
  /** What a fact means for the deadline `id`: a moment, `'met'`, or nothing. */
  on(fact: Stored<F>): { id: string; at: string } | { id: string; met: true } | undefined;
  /** Sends the command that is due; the fact it leads to must mean `met` (or a later moment). */
  run(due: Due): Promise<void>;
}

/** A deadline whose command changed nothing is tried again after this time. */
const AGAIN_MS = 30_000;
const LOOK_MS = 500;
const PAGE = 200;
/** Of one kind under way together: most wait for the card network, of which one answer takes as long as looking for what is due. */
const AT_ONCE = 16;

/** A row for each deadline that is still to be met; one that is put off takes the place of the former, one that is met is gone. */
export function dueView<F extends { type: string; data: unknown }>(rules: DeadlineRules<F>): Projection<F, Due> {
  return {
    collection: rules.name, version: rules.version ?? 1, orders: ['at'], categories: rules.categories,
    rows: (fact) => {
      const due = rules.on(fact);
      return due ? [{ account: 'system', id: due.id }] : [];
    },
    apply: (_, fact) => {
      const due = rules.on(fact);
      return due && 'at' in due ? { ...due, account: fact.meta.account } : undefined;
    },
  };
}

/** One that was put off is another one. */
const keyOf = ({ id, at }: Due): string => `${id} ${at}`;

/** What is due, longest first. */
async function* dueBy(now: Date, shape: Shape, views: Views): AsyncGenerator<Due> {
  for (let skip = 0; ; skip += PAGE) {
    const { rows } = await views.find<Due>(shape, 'system', { filter: { at: { $lte: now.toISOString() } }, sort: { by: 'at', order: 'asc' }, skip, limit: PAGE });
    yield* rows;
    if (rows.length < PAGE) return;
  }
}

/**
 * Looks twice a second for what is due and runs it, several at once; answers how to stop. What was not tried yet comes first, and what changes
 * nothing or fails in turn behind it, so however much that is, everybody else goes on. So they do while one takes long.
 */
export function runDeadlines<F extends { type: string; data: unknown }>(rules: DeadlineRules<F>, views: Views, clock: Clock, failed: (error: unknown, due?: string) => void): () => Promise<void> {
  const view = dueView(rules);
  /** When each may be tried again; those that are due no more are forgotten. */
  const tried = new Map<string, number>();
  const underWay = new Map<string, Promise<void>>();
  let stopped = false;
  let looking: Promise<void> = Promise.resolve();
  let callOff = () => {};

  /** Resolves when it is under way, which is when there is room for it. */
  const begin = async (due: Due): Promise<void> => {
    while (underWay.size >= AT_ONCE) await Promise.race(underWay.values());
    if (stopped) return;
    tried.set(keyOf(due), clock.now().getTime() + AGAIN_MS);
    underWay.set(keyOf(due), rules.run(due).catch((error: unknown) => failed(error, due.id)).finally(() => underWay.delete(keyOf(due))));
  };
  const look = async (): Promise<void> => {
    const now = clock.now();
    const first: Due[] = [];
    const again: { due: Due; from: number }[] = [];
    const gone = new Set(tried.keys());
    for await (const due of dueBy(now, view, views)) {
      const from = tried.get(keyOf(due));
      gone.delete(keyOf(due));
      if (from === undefined) first.push(due);
      else if (!isEarly(now.getTime(), from, AGAIN_MS) && !underWay.has(keyOf(due))) again.push({ due, from });
      if (first.length < PAGE) continue;
      gone.clear(); // what lies behind was not read
      break;
    }
    for (const key of gone) tried.delete(key);
    for (const due of first) await begin(due);
    for (const { due } of again.sort((a, b) => a.from - b.from)) {
      if (clock.now().getTime() - now.getTime() > LOOK_MS) return; // others may be due by now
      await begin(due);
    }
  };
  const next = (): void => {
    callOff = clock.after(LOOK_MS, () => {
      looking = look().catch((error: unknown) => failed(error)).then(() => (stopped ? undefined : next()));
    });
  };
  next();
  return async () => {
    stopped = true;
    callOff();
    await looking;
    await Promise.all(underWay.values());
  };
}
