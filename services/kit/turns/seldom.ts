/** What goes wrong again and again, several times a second, told so that a log can still be read. */
import { isEarly, type Clock } from '../time.js';

const AGAIN_AFTER_MS = 60_000;

/** Tells at once, and then once a minute as long as it goes on; `times` is how often it happened since it was told last. */
export function seldom<T = unknown>(clock: Pick<Clock, 'now'>, tell: (trouble: T, times: number) => void): (trouble: T) => void {
  let toldAt = -Infinity;
  let times = 0;
  return (trouble) => {
    times += 1;
    const now = clock.now().getTime();
    if (isEarly(now, toldAt + AGAIN_AFTER_MS, AGAIN_AFTER_MS)) return;
    toldAt = now;
    tell(trouble, times);
    times = 0;
  };
}
