/** Reactions: what a service does when it hears a fact, its own or another's, each at least once and in order. */
import type { AnyFact } from '@larder/contracts/fact.js';
import type { DeadLetters } from '../aside/dead-letters.js';
import type { Bus, Subscription } from '../bus/bus.js';
import type { Bookmarks } from '../events/event-store.js';
import { persistently } from '../events/following.js';
import type { Cause } from './handle.js';

export interface Reaction {
  /** Whose facts. */
  source: string;
  /** Whether a fact is acted upon at all; those that are not cost next to nothing. Follows from the fact alone: it is asked when the fact is published, and again when it is heard. All of them unless told. */
  concerns?(fact: AnyFact): boolean;
  /**
   * Called for one fact of a lane after the other; facts of different lanes may be under way at the same time.
   * Must be harmless when repeated: derive command ids with {@link because}. Rejecting means 'again, after a pause', and nothing of its lane overtakes.
   */
  on(fact: AnyFact): Promise<void>;
  /** What has to stay in order among itself; the fact's stream unless told. */
  laneOf?(fact: AnyFact): string;
}

/** Starts one hearing per source; the place reached is kept per consumer. With `aside`, a fact that fails too long is set aside. */
export async function react(consumer: string, heard: Reaction, bus: Bus, bookmarks: Bookmarks, aside?: DeadLetters): Promise<Subscription> {
  const name = `${consumer}-from-${heard.source}`;
  const lanes = new Lanes(heard, aside);
  return bus.consume(consumer, heard.source, async () => (await bookmarks.get(name)) ?? '', async (facts, stopping) => {
    await lanes.actUpon(facts, stopping);
    await bookmarks.set(name, (facts.at(-1) as AnyFact).position);
  }, { concerns: heard.concerns && ((fact) => lanes.concerns(fact)), overlaps: true });
}

/** A reaction to facts that somebody set aside who could not tell whether they concern it. */
export const asConcerned = (reaction: Reaction) => async (fact: AnyFact): Promise<void> => {
  if (reaction.concerns?.(fact) ?? true) await reaction.on(fact);
};

/** What is under way of one hearing. Who waits for somebody far away, or fails, holds up its own lane: guests at other machines go on. */
class Lanes {
  /** The last fact of each lane that is not through yet. */
  private readonly lanes = new Map<string, Promise<void>>();
  private before: Promise<unknown> = Promise.resolve();

  constructor(private readonly reaction: Reaction, private readonly aside: DeadLetters | undefined) {}

  /** Resolves when these facts and all before them are acted upon; rejects only when it is stopped before. */
  actUpon(facts: readonly AnyFact[], stopping: AbortSignal): Promise<unknown> {
    const concerned = facts.filter((fact) => this.concerns(fact));
    return (this.before = Promise.all([this.before, ...concerned.map((fact) => this.inLane(fact, stopping))]));
  }

  /** Whom a fact concerns that only a newer version knows, only that one can say. */
  concerns(fact: AnyFact): boolean {
    return !this.isKnown(fact) || (this.reaction.concerns?.(fact) ?? true);
  }

  private isKnown(fact: AnyFact): boolean {
    return this.aside?.isKnown(fact) ?? true;
  }

  private inLane(fact: AnyFact, stopping: AbortSignal): Promise<void> {
    const lane = (this.isKnown(fact) ? this.reaction.laneOf?.(fact) : undefined) ?? fact.stream;
    const act = (): Promise<void> => this.untilDone(fact, lane, stopping);
    const acted = this.lanes.get(lane)?.then(act) ?? act();
    this.lanes.set(lane, acted);
    const left = (): void => {
      if (this.lanes.get(lane) === acted) this.lanes.delete(lane);
    };
    acted.then(left, left);
    return acted;
  }

  private async untilDone(fact: AnyFact, lane: string, stopping: AbortSignal): Promise<void> {
    const isDone = await persistently(async () => {
      if (this.aside) await this.aside.take(fact, lane, (its) => this.reaction.on(its));
      else await this.reaction.on(fact);
      return true;
    }, stopping, () => undefined); // whoever reacts has told what it failed on
    if (!isDone) throw new Error(`Stopped before ${fact.id} was acted upon`);
  }
}

/** For {@link Reaction.concerns}: facts of these types and no others. */
export function only<T extends string>(...types: readonly T[]): (fact: AnyFact) => boolean {
  const known: ReadonlySet<string> = new Set(types);
  return ({ type }) => known.has(type);
}

/** The cause of a command that answers a fact: its id follows from the fact, so hearing it twice has one effect. */
export const because = (fact: AnyFact, who: string): Cause => ({
  commandId: `${who}:${fact.id}`, account: fact.meta.account, actor: `system:${who}`, correlationId: fact.meta.correlationId, causationId: fact.id,
});
