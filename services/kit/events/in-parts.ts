/** Streams that go on for years, such as a machine's journal, are read a part at a time where all of them is asked for: whoever looks into one visit holds nobody else up meanwhile. */
import type { AnyFact } from '@larder/contracts/fact.js';
import { giveWay, hasRead } from '../turns/give-way.js';
import type { EventStore } from './event-store.js';

const PART = 1_000;

/** The facts of a stream in order; others have their turn between its parts. */
export async function* inParts(events: Pick<EventStore, 'read'>, stream: string): AsyncGenerator<readonly AnyFact[]> {
  for (let from = 0; ; ) {
    await giveWay();
    const part = await events.read(stream, from, PART);
    hasRead(part.length);
    yield part;
    const last = part.at(-1);
    if (!last || part.length < PART) return;
    from = last.revision + 1;
  }
}
