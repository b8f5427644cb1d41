/** For the event stores' tests: facts to append, and somebody who listens to a following. */
import { randomUUID } from 'node:crypto';
import type { AnyFact } from '@larder/contracts/fact.js';
import { type Bookmarks, type EventStore, type NewFact } from './event-store.js';

export interface Opened {
  store: EventStore;
  bookmarks: Bookmarks;
}

export const newFact = (note: unknown = 'noted', type = 'Noted'): NewFact => ({
  id: randomUUID(),
  type,
  data: { note },
  meta: { commandId: randomUUID(), account: 'acme', actor: 'user:ada', at: '2026-03-01T12:00:00.000Z', correlationId: randomUUID() },
});

export const idsOf = (facts: readonly { id: string }[]): string[] => facts.map(({ id }) => id);

/** Waits until `condition` holds; the test's own time limit ends it otherwise. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Collects what a following hands over, and notices calls that overlap. */
export function collector() {
  const facts: AnyFact[] = [];
  let calls = 0;
  let overlaps = 0;
  const onFacts = async (handed: readonly AnyFact[]): Promise<void> => {
    calls += 1;
    if (calls > 1) overlaps += 1;
    await new Promise((resolve) => setImmediate(resolve));
    facts.push(...handed);
    calls -= 1;
  };
  return { facts, onFacts, overlaps: () => overlaps };
}

/** Appends the facts one by one to a stream that may exist already. */
export async function appended(store: EventStore, stream: string, ...facts: NewFact[]): Promise<void> {
  let revision = (await store.read(stream)).length - 1;
  for (const fact of facts) ({ revision } = await store.append(stream, revision, [fact]));
}
