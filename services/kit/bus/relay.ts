/** The relay hands a service's own facts to the bus: the log is the outbox, the transport only carries. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Position } from '@larder/contracts/fact.js';
import { earlierSubject, FactsLost, type Bus } from './bus.js';
import { openSpans } from '../tracing/tracing.js';
import type { EventStore, Following } from '../events/event-store.js';
import { isOf } from '../views/reached.js';

const PAUSE_MS = 1_000;
/** Servers of a cluster that start together take some seconds until somebody decides. */
const FIRST_TRIES = 60;

/** Tries again after a pause, so often or until it is over; then it resolves with undefined. */
async function tried<T>(work: () => Promise<T>, mostTries: number, onTrouble: (error: unknown) => void, isOver = () => false): Promise<T | undefined> {
  for (let tries = 1; !isOver(); tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries === mostTries) throw error;
      onTrouble(error);
      await pause(PAUSE_MS);
    }
  }
  return undefined;
}

/**
 * Has the transport let go of what it holds of a source when that is of another log, as after a restore: who hears it would act upon what never happened, and pass over
 * what takes its place. Call it before anybody hears. Resolves with whether it did.
 */
export const disownOthers = async (source: string, events: EventStore, bus: Bus, onTrouble: (error: unknown) => void): Promise<boolean> =>
  (await tried(() => bus.disown(source, (fact) => isOf(events, { position: fact.position, witness: fact })), FIRST_TRIES, onTrouble)) === true;

/**
 * Publishes what the transport does not hold yet, then everything that comes; what the transport lost and a consumer needs is published again.
 * Call it after this process's consumers have begun. `onTrouble` is told why it cannot publish; it tries again until it can.
 */
export async function relay(source: string, categories: readonly string[], events: EventStore, bus: Bus, onTrouble: (error: unknown) => void = () => undefined): Promise<Following> {
  let stopped = false;
  let beginningAgain: Promise<void> | undefined;

  const behind = async (): Promise<Position> => {
    const held = await bus.published(source, await events.head());
    const head = await events.head();
    if (held > head) throw new Error(`Of what ${source} publishes somebody has heard more (up to ${held}) than is in its log (up to ${head || 'nothing'}), which was restored from an older backup than theirs: all logs have to be of the same one, see deploy/runbooks/restore-from-backup.md`);
    return held;
  };

  const begin = async (): Promise<Following> => events.follow(await behind(), categories, async (facts) => {
    const spans = openSpans(`publish ${source}`, facts);
    try {
      await bus.publish(source, facts);
      spans.end();
    } catch (error) {
      spans.end(error);
      if (error instanceof FactsLost) void beginAgain();
      else if (!stopped) onTrouble(error);
      throw error;
    }
  });
  const beginPatiently = async (mostTries: number): Promise<void> => {
    following = (await tried(begin, mostTries, onTrouble, () => stopped)) ?? following;
  };
  const beginAgain = (): Promise<void> => (beginningAgain ??= following.stop().then(() => beginPatiently(Infinity)).finally(() => (beginningAgain = undefined)));

  let following!: Following;
  await beginPatiently(FIRST_TRIES);
  const { live } = following;
  const answering = await bus.answer(earlierSubject(source), async (asked) => {
    await bus.beginEarlier(source, (asked as { after: Position }).after);
    // What is beginning already may have looked before.
    await beginningAgain;
    await beginAgain();
  });
  const stop = async (): Promise<void> => {
    stopped = true;
    await answering.stop();
    await beginningAgain;
    await following.stop();
  };
  return { live, behind: () => following.behind(), passed: () => following.passed(), stop };
}
