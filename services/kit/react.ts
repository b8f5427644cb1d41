/** Reactions: what a service does when it hears a fact, its own or another's, each at least once and in order. */
import type { AnyFact } from '@larder/contracts/fact.js';
import type { DeadLetters } from './aside/dead-letters.js';
import type { Bus, Subscription } from './bus/bus.js';
import type { Bookmarks } from './events/event-store.js';
import type { Cause } from './handle.js';

export interface Reaction {
  /** Whose facts. */
  source: string;
  /** Whether a fact is acted upon at all; those that are not cost next to nothing. Follows from the fact alone: it is asked when the fact is published, and again when it is heard. All of them unless told. */
  concerns?(fact: AnyFact): boolean;
  /**
   * Called for one fact of a lane after the other; facts of different lanes may be under way at the same time.
   * Must be harmless when repeated: derive command ids with {@link because}. Rejecting means 'again, later', and nothing of its lane overtakes.
   */
  on(fact: AnyFact): Promise<void>;
  /** What has to stay in order among itself; the fact's stream unless told. */
  laneOf?(fact: AnyFact): string;
}

/** Starts one hearing per source; the place reached is kept per consumer. With `aside`, a fact that fails too long holds up its lane only. */
export async function react(consumer: string, heard: Reaction, bus: Bus, bookmarks: Bookmarks, aside?: DeadLetters): Promise<Subscription> {
  const name = `${consumer}-from-${heard.source}`;
  const reaction: Reaction = !aside ? heard : { source: heard.source, laneOf: (fact) => laneOf(heard, fact), on: (fact) => aside.take(fact, laneOf(heard, fact), (its) => heard.on(its)) };
  /** Acted upon since the bookmark: where one fact fails, those heard with it are heard again. */
  const done = new Set<string>();
  return bus.consume(consumer, reaction.source, async () => (await bookmarks.get(name)) ?? '', async (facts) => {
    const concerned = facts.filter((fact) => (heard.concerns?.(fact) ?? true) && !done.has(fact.id));
    if (concerned.length > 0) await inLanes(concerned, reaction, done);
    await bookmarks.set(name, (facts.at(-1) as AnyFact).position);
    done.clear();
  }, heard.concerns && ((fact) => heard.concerns?.(fact) ?? true));
}

const laneOf = (reaction: Reaction, fact: AnyFact): string => reaction.laneOf?.(fact) ?? fact.stream;

/** Rejects only when no call is under way any more: what is repeated must not meet its former self. */
async function inLanes(facts: readonly AnyFact[], reaction: Reaction, done: Set<string>): Promise<void> {
  const [only, second] = facts;
  if (only && !second) return reaction.on(only);
  const lanes = new Map<string, Promise<void>>();
  for (const fact of facts) {
    const lane = laneOf(reaction, fact);
    lanes.set(lane, (lanes.get(lane) ?? Promise.resolve()).then(() => reaction.on(fact)).then(() => void done.add(fact.id)));
  }
  const ended = await Promise.allSettled(lanes.values());
  const failed = ended.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
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
