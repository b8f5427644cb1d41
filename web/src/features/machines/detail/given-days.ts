/** Which day was given last for a product on this round: it may be taken over where more of it is put in, and is never filled in by itself. */
import type { Day } from '@larder/contracts/day.js';
import { serverNow } from '../../../lib/time/server-clock.js';
import { ofThisTab } from '../../../lib/storage.js';

/** What was bought for another round has other days on it. */
const ROUND_MS = 12 * 3_600_000;
const keyOf = (productId: string): string => `best-before ${productId}`;

export function noteGiven(productId: string, bestBefore: Day, nowMs = serverNow()): void {
  try {
    ofThisTab.setItem(keyOf(productId), `${bestBefore} ${nowMs}`);
  } catch {
    // No room left in this browser: the day is typed once more.
  }
}

/** @param today the machine's day: what is over by then is offered to nobody */
export function givenFor(productId: string, today: Day, nowMs = serverNow()): Day | undefined {
  const [bestBefore = '', atMs] = ofThisTab.getItem(keyOf(productId))?.split(' ') ?? [];
  return bestBefore >= today && nowMs - Number(atMs) < ROUND_MS ? bestBefore : undefined;
}
