/** What goes wrong again and again, several times a second, told so that a log can still be read. */
import type { Clock } from './time.js';

const AGAIN_AFTER_MS = 60_000;

/** Tells at once, and then once a minute as long as it goes on; `times` is how often it happened since it was told last. */
export function seldom(clock: Pick<Clock, 'now'>, tell: (error: unknown, times: number) => void): (error: unknown) => void {
  let toldAt = -Infinity;
  let times = 0;
  return (error) => {
    times += 1;
    const now = clock.now().getTime();
    if (now - toldAt < AGAIN_AFTER_MS) return;
    toldAt = now;
    tell(error, times);
    times = 0;
  };
}
