/** What of a slot is past the day that stands on it, and what soon will be. Best before is not use by: it goes on being sold until somebody takes it out. */
import { addDays, type Day } from '@larder/contracts/day.js';
import type { MachineView } from '@larder/contracts/fleet.js';
import { formatDay } from '../../../lib/format.js';

type Item = Pick<MachineView['inventory'][number], 'lots'>;

/** Whoever comes within these days had better know. */
export const SOON_DAYS = 7;

/** Units whose day is over. What is best before today may still be sold today. */
export const pastUnits = ({ lots = [] }: Item, today: Day): number => lots.reduce((sum, lot) => (lot.bestBefore < today ? sum + lot.quantity : sum), 0);

/** What has to be done about it, or soon will; undefined where nothing has. */
export function freshnessNote(item: Item, today: Day): { text: string; isPast: boolean } | undefined {
  const { lots = [] } = item;
  const past = pastUnits(item, today);
  const [first] = lots;
  if (first && past > 0) return { text: `Take out ${past}: best before ${formatDay(first.bestBefore)}`, isPast: true };
  return first && first.bestBefore <= addDays(today, SOON_DAYS) ? { text: `Soon: ${first.quantity} best before ${formatDay(first.bestBefore)}`, isPast: false } : undefined;
}
