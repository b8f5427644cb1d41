/** How a slot says what of it is past its day, and what soon will be. */
import { dueLots, type Dated } from '@larder/contracts/fleet/best-before.js';
import type { Day } from '@larder/contracts/day.js';
import { formatDay } from '../../../lib/format.js';

/** What has to be done about it, and what soon will. */
export function freshnessNotes(item: Dated, today: Day): { text: string; isPast: boolean }[] {
  const { past, soon } = dueLots(item, today);
  return [
    ...(past.length > 0 ? [{ text: `Take out ${told(past)}`, isPast: true }] : []),
    ...(soon.length > 0 ? [{ text: `Soon: ${told(soon)}`, isPast: false }] : []),
  ];
}

const told = (lots: NonNullable<Dated['lots']>): string =>
  `${lots.reduce((sum, { quantity }) => sum + quantity, 0)}, best before ${formatDay(lots.at(-1)?.bestBefore ?? '')}${lots.length > 1 ? ' or earlier' : ''}`;
