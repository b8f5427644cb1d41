/** What a machine has may bear a number that was never given: of a log that was lost, or as another machine's. It is told the same under a higher one. */
import { MOST_CLAIMED } from '@larder/contracts/device.js';

/** The number that comes after the one a machine claims to have; undefined where that is not later than what it was `given`, or not believed. It is at least twice as high as what was given: a board that always claims the next one is soon at an end, and each number is kept for good. */
export function overtaking(claimed: number, given: number): number | undefined {
  if (claimed <= given || claimed > MOST_CLAIMED) return undefined;
  return Math.max(claimed, Math.min(2 * given, MOST_CLAIMED)) + 1;
}
