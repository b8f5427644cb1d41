/** Deadlines: what is due when nobody does anything. They follow from facts, so a restart forgets none. */
import type { Stored } from '@larder/contracts/fact.js';
import type { Views } from './views/project.js';
import type { Projection } from './views/projection.js';
import type { Clock } from './time.js';

export interface Due {
  id: string;
  /** ISO 8601. */
  at: string;
  account: string;
}

export interface DeadlineRules<F extends { type: string; data: unknown }> {
  /** Names the collection of what is due. */
  name: string;
  categories: readonly string[];
  /** What a fact means for the deadline `id`: a moment, `'met'`, or nothing. */
  on(fact: Stored<F>): { id: string; at: string } | { id: string; met: true } | undefined;
  /** Sends the command that is due; the fact it leads to must mean `met` (or a later moment). */
  run(due: Due): Promise<void>;
}

/** A deadline whose command changed nothing is tried again after this time. */
const AGAIN_MS = 30_000;
const LOOK_MS = 500;

export function dueView<F extends { type: string; data: unknown }>(rules: DeadlineRules<F>): Projection<F, Due> {
  return {
    collection: rules.name, version: 1, orders: ['at'], categories: rules.categories,
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

/** Looks twice a second for what is due and runs it; answers how to stop. */
export function runDeadlines<F extends { type: string; data: unknown }>(rules: DeadlineRules<F>, views: Views, clock: Clock, failed: (error: unknown) => void): () => Promise<void> {
  const view = dueView(rules);
  const tried = new Map<string, number>();
  let stopped = false;
  let looking: Promise<void> = Promise.resolve();
  let callOff = () => {};

  const look = async (): Promise<void> => {
    const now = clock.now();
    const { rows } = await views.find<Due>(view, 'system', { filter: { at: { $lte: now.toISOString() } }, sort: { by: 'at', order: 'asc' }, limit: 200 });
    for (const due of rows) {
      if ((tried.get(due.id) ?? 0) > now.getTime()) continue;
      tried.set(due.id, now.getTime() + AGAIN_MS);
      await rules.run(due).catch(failed);
    }
    for (const [id, until] of tried) if (until <= now.getTime()) tried.delete(id);
  };
  const next = (): void => {
    callOff = clock.after(LOOK_MS, () => {
      looking = look().catch(failed).then(() => (stopped ? undefined : next()));
    });
  };
  next();
  return async () => {
    stopped = true;
    callOff();
    await looking;
  };
}
