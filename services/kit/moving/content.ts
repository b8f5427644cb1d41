/** What a log holds, whichever store it lies in: reading it from the front, and a hash over the content that positions have no part in. */
import { createHash } from 'node:crypto';
import type { AnyFact } from '@larder/contracts/fact.js';
import type { EventStore } from '../events/event-store.js';

/** Hands over everything that is in the log now, in order, and resolves when that is done. Rejects with what `take` rejects with. */
export async function readThrough(store: EventStore, take: (facts: readonly AnyFact[]) => Promise<void>): Promise<void> {
  const end = await store.head();
  if (end === '') return;
  let failed: { error: unknown } | undefined;
  let fail = (): void => {};
  const stopped = new Promise<void>((ended) => (fail = ended));
  const following = store.follow('', undefined, async (facts) => {
    if (failed) return;
    try {
      await take(facts.filter(({ position }) => position <= end));
    } catch (error) {
      failed = { error };
      fail();
    }
  });
  await Promise.race([following.live, stopped]);
  await following.stop();
  if (failed) throw failed.error;
}

/** Adds up facts as they come. */
export class Content {
  count = 0;
  hash = '';

  add({ stream, revision, id, type, data, meta }: AnyFact): void {
    this.count += 1;
    this.hash = createHash('sha256').update(this.hash).update(JSON.stringify([stream, revision, id, type, data, meta])).digest('base64');
  }

  isLike = ({ count, hash }: Content): boolean => this.count === count && this.hash === hash;
}

/** Reads the whole log. */
export async function contentOf(store: EventStore): Promise<Content> {
  const content = new Content();
  await readThrough(store, async (facts) => facts.forEach((fact) => content.add(fact)));
  return content;
}
