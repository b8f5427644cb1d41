/** What of a slot is past the day that stands on it, and what soon will be. Best before is not use by: it goes on being sold until somebody takes it out. */
import { addDays, type Day } from '@larder/contracts/day.js';
import type { MachineView } from '@larder/contracts/fleet.js';
import { formatDay } from '../../../lib/format.js';

type Item = Pick<MachineView['inventory'][number], 'lots'>;

/** Whoever comes within these days had better know. */
export const SOON_DAYS = 7;

/** Units whose day is over. What is best before today may still be sold today. */
export const pastUnits = ({ lots = [] }: Item, today: Day): number => lots.reduce((sum, lot) => (lot.bestBefore < today ? sum + lot.quantity : sum), 0);

/** What has to be done about it, and what soon will. */
export function freshnessNotes(item: Item, today: Day): { text: string; isPast: boolean }[] {
  const lots = (item.lots ?? []).filter(({ bestBefore }) => bestBefore <= addDays(today, SOON_DAYS));
  const past = lots.filter(({ bestBefore }) => bestBefore < today);
  const soon = lots.slice(past.length);
  return [
    ...(past.length > 0 ? [{ text: `Take out ${told(past)}`, isPast: true }] : []),
    ...(soon.length > 0 ? [{ text: `Soon: ${told(soon)}`, isPast: false }] : []),
  ];
}

const told = (lots: NonNullable<Item['lots']>): string =>
  `${lots.reduce((sum, { quantity }) => sum + quantity, 0)}, best before ${formatDay(lots.at(-1)?.bestBefore ?? '')}${lots.length > 1 ? ' or earlier' : ''}`;
