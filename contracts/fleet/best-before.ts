/** What of a slot is past the day that stands on it, and what soon will be. Best before is not use by: it goes on being sold until somebody takes it out. */
import { addDays, type Day } from '../day.js';

/** A slot by its lots; none where no day is known. */
export interface Dated {
  lots?: readonly { bestBefore: Day; quantity: number }[] | undefined;
}

/** Whoever comes within these days had better know. */
export const SOON_DAYS = 7;

/** Lots whose day is over, and those whose day comes within a week. What is best before today may still be sold today. */
export function dueLots({ lots = [] }: Dated, today: Day) {
  const due = lots.filter(({ bestBefore }) => bestBefore <= addDays(today, SOON_DAYS));
  return { past: due.filter(({ bestBefore }) => bestBefore < today), soon: due.filter(({ bestBefore }) => bestBefore >= today) };
}

/** The same in units, over slots of one machine. */
export function dueUnits(slots: readonly Dated[], today: Day): { past: number; soon: number } {
  const due = slots.map((slot) => dueLots(slot, today));
  return { past: unitsOf(due.flatMap(({ past }) => past)), soon: unitsOf(due.flatMap(({ soon }) => soon)) };
}

const unitsOf = (lots: readonly { quantity: number }[]): number => lots.reduce((sum, { quantity }) => sum + quantity, 0);
