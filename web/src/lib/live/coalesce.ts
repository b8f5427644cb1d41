/** Makes few deliveries out of many: the first at once, those that follow closely together. */

export interface Timer {
  now(): number;
  after(ms: number, then: () => void): void;
}
/** Not the clock on the wall: set back an hour, as after a computer has slept, it would have what changed wait for an hour. */
const browserTimer: Timer = { now: () => performance.now(), after: (ms, then) => void setTimeout(then, ms) };

/** @param everyMs the least time between two deliveries */
export function coalesce<T>(everyMs: number, deliver: (items: T[]) => void, timer: Timer = browserTimer): (items: readonly T[]) => void {
  const waiting = new Set<T>();
  let lastAt = -Infinity;
  let due = false;

  const flush = () => {
    due = false;
    lastAt = timer.now();
    const items = [...waiting];
    waiting.clear();
    deliver(items);
  };
  return (items) => {
    items.forEach((item) => waiting.add(item));
    if (due || waiting.size === 0) return;
    const wait = lastAt + everyMs - timer.now();
    if (wait <= 0) return flush();
    due = true;
    timer.after(wait, flush);
  };
}
