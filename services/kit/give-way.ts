/** One thread serves everybody: who goes on for long, one short piece of work after another, lets the others have their turn. */
import { setImmediate as breathe } from 'node:timers/promises';

/** Of one turn of the loop: what somebody who waits for theirs does not notice. */
const LONG_MS = 10;

/** When the first piece of work of this turn began. */
let began: number | undefined;

/** To be awaited before each piece: resolves at once, or in a later turn where the pieces of this one, whoever's they are, have taken long together. */
export function giveWay(): Promise<void> | undefined {
  const now = performance.now();
  if (began === undefined) {
    began = now;
    setImmediate(() => (began = undefined));
  }
  return now - began < LONG_MS ? undefined : breathe();
}
