/** Growth, margins, periods and hours as people read them. */
import type { Grouping } from '@larder/contracts/sales/analytics.js';
import { formatDays, formatPercentage } from '../../lib/format.js';
import { formatAmount } from '../../lib/money-and-time.js';
import type { Trend } from '../../ui/stat-card.js';

/** `12.5%`; '—' for what cannot be said. */
export const formatPercent = (percent: number | null): string => (percent === null ? '—' : formatPercentage(percent));

/** What lost units had cost; '—' where nobody knows it of any. */
export const costOf = ({ units, unitsWithoutCost, cost }: { units: number; unitsWithoutCost: number; cost: number }, currency: string): string => (units !== 0 && unitsWithoutCost === units ? '—' : formatAmount(cost, currency));

/** Green up, red down, and 0.0% that is neither; null is '—': there was nothing to grow from. */
export function growth(percent: number | null): Trend {
  if (percent === null) return { direction: 'none', text: '—' };
  return { direction: percent > 0 ? 'increase' : percent < 0 ? 'decrease' : 'neutral', text: `${percent > 0 ? '+' : ''}${formatPercentage(percent)}` };
}

/** From `before` to `now`. */
export function growthBetween(now: number, before: number): Trend {
  const { direction, text } = growth(before > 0 ? Math.round(((now - before) / before) * 1000) / 10 : null);
  return { direction, text: `${text} vs previous period` };
}

const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** `March 2026` of a day in it. */
export const monthLabel = (day: string): string => month.format(new Date(day));

/** A period cut short by the range is named by its days. */
export function periodLabel({ startDate, endDate }: { startDate: string; endDate: string }, groupBy: Grouping): string {
  const isWholeMonth = groupBy === 'month' && startDate.endsWith('-01') && new Date(Date.parse(endDate) + 86_400_000).getUTCDate() === 1;
  return isWholeMonth ? monthLabel(startDate) : formatDays(startDate, endDate);
}

const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', timeZone: 'UTC' });
/** `13` → `1 PM`. */
export const hourLabel = (hour: number): string => clock.format(hour * 3_600_000);
