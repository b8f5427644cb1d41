/** One thread serves everybody: who goes on for long, one short piece of work after another, lets the others have their turn. */
import { setImmediate as breathe } from 'node:timers/promises';

/** In one turn of the loop: some milliseconds of work. Counted, not timed, so that a simulated day goes the same way however slow the computer is. */
const MANY_ROWS = 1_000;
/** What a question takes beside its rows, in rows. */
const QUESTION = 10;

/** In this turn, whoever asked. */
let rowsRead = 0;

/** To be awaited before a question: resolves at once, or in a later turn where much was read in this one. */
export const giveWay = (): Promise<void> | undefined => (rowsRead < MANY_ROWS ? undefined : breathe());

/** A question has found so many rows. */
export function hasRead(rows: number): void {
  if (rowsRead === 0) setImmediate(() => (rowsRead = 0));
  rowsRead += QUESTION + rows;
}
