/** Work on hundreds of things, some at a time, so that everybody else gets their turn in between. */
import { setImmediate as breathe } from 'node:timers/promises';

/** What `work` makes of all of them, in their order. @param count of those that are looked at in one go */
export async function someAtATime<Of, Made>(all: readonly Of[], count: number, work: (some: readonly Of[]) => readonly Made[] | Promise<readonly Made[]>): Promise<Made[]> {
  const made: Made[] = [];
  for (let n = 0; n < all.length; n += count) {
    if (n > 0) await breathe();
    made.push(...await work(all.slice(n, n + count)));
  }
  return made;
}

/** As {@link someAtATime}, for what comes of it elsewhere. */
export async function eachInTurns<Of>(all: readonly Of[], count: number, work: (one: Of) => void): Promise<void> {
  await someAtATime(all, count, (some) => {
    some.forEach(work);
    return [];
  });
}
