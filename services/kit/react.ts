/** Reactions: what a service does when it hears a fact, its own or another's, each at least once and in order. */
import type { AnyFact } from '@larder/contracts/fact.js';
import type { Bus, Subscription } from './bus.js';
import type { Bookmarks } from './event-store.js';
import type { Cause } from './handle.js';

export interface Reaction {
  /** Whose facts. */
  source: string;
  /** Must be harmless when repeated: derive command ids with {@link because}. Rejecting means 'again, later', and nothing overtakes. */
  on(fact: AnyFact): Promise<void>;
}

/** Starts one ordered hearing per source; the place reached is kept per consumer. */
export async function react(consumer: string, reaction: Reaction, bus: Bus, bookmarks: Bookmarks): Promise<Subscription> {
  const name = `${consumer}-from-${reaction.source}`;
  return bus.consume(consumer, reaction.source, (await bookmarks.get(name)) ?? '', async (fact) => {
    await reaction.on(fact);
    await bookmarks.set(name, fact.position);
  });
}

/** The cause of a command that answers a fact: its id follows from the fact, so hearing it twice has one effect. */
export const because = (fact: AnyFact, who: string): Cause => ({
  commandId: `${who}:${fact.id}`, account: fact.meta.account, actor: `system:${who}`, correlationId: fact.meta.correlationId, causationId: fact.id,
});
