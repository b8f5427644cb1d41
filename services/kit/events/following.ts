/** What following a log means, whichever log it is: one call at a time, and a failed one again after a pause. */
import { setTimeout as pause } from 'node:timers/promises';
import { seldom } from '../turns/seldom.js';
import { systemClock } from '../time.js';
import type { Following } from './event-store.js';

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;

/** Runs `loop` until it is stopped; `behind` counts what it has not come past yet, `passed` says how far it has come. The signal tells it to end, and it calls `live` when it has handed over what was there at the beginning. */
export function following(loop: (signal: AbortSignal, live: () => void) => Promise<void>, behind: Following['behind'] = async () => 0, passed: Following['passed'] = () => ''): Following {
  const stopping = new AbortController();
  let reachLive = (): void => undefined;
  const live = new Promise<void>((resolve) => (reachLive = resolve));
  const ended = loop(stopping.signal, reachLive);
  return {
    live,
    behind,
    passed,
    stop() {
      stopping.abort();
      return ended;
    },
  };
}

/** Repeats `attempt` until it succeeds, with growing pauses, or until `signal` ends it; then it resolves with undefined. `onTrouble` is told why it is repeated. */
export async function persistently<T>(attempt: () => T | Promise<T>, signal: AbortSignal, onTrouble = warn): Promise<T | undefined> {
  for (let pauseMs = FIRST_PAUSE_MS; !signal.aborted; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      return await attempt();
    } catch (error) {
      if (signal.aborted) break;
      onTrouble(error);
      await pause(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }
  return undefined;
}

/** Hands facts over until they are taken: whoever follows has told by then what it failed on. */
export const handedOver = (take: () => Promise<void>, signal: AbortSignal): Promise<void> => persistently(take, signal, () => undefined);

/** Of all that follow it together: they fail together. */
const warn = seldom(systemClock, (error, times) => process.emitWarning(`The log cannot be read, it is tried again (failed ${times} times since this was told last): ${String(error)}`));
