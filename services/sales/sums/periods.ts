/** Days, weeks and months of a range: where each begins and ends in it, and which days it is compared with. */
import { addDays, MOST_DAYS, type Day } from '@larder/contracts/day.js';
import type { Grouping, SalesTrends } from '@larder/contracts/sales/analytics.js';
import type { Period } from './summary.js';

export interface Span extends Period {
  period: SalesTrends['trends'][number]['period'];
  /** The same days one period earlier. */
  earlier: Period;
}

/** The periods that a range touches, in order, each cut to it; at most fifty years of days. */
export function spansOf({ startDate, endDate }: Period, grouping: Grouping): Span[] {
  const spans: Span[] = [];
  for (let first = startDate; first <= endDate && spans.length < MOST_DAYS;) {
    const whole = wholeOf(first, grouping);
    const last = whole.endDate < endDate ? whole.endDate : endDate;
    spans.push({ startDate: first, endDate: last, period: nameOf(first, grouping), earlier: earlierOf({ startDate: first, endDate: last }, whole, grouping) });
    first = addDays(last, 1);
  }
  return spans;
}

/** The day, the week from Monday to Sunday, or the month in which a day is. */
export function wholeOf(day: Day, grouping: Grouping): Period {
  if (grouping === 'day') return { startDate: day, endDate: day };
  if (grouping === 'month') return { startDate: monthStart(day), endDate: monthEnd(day) };
  const monday = addDays(day, -weekday(day));
  return { startDate: monday, endDate: addDays(monday, 6) };
}

/** A whole month is compared with the whole month before, however long; a part of one with the same dates. */
function earlierOf(span: Period, whole: Period, grouping: Grouping): Period {
  if (grouping !== 'month') {
    const back = grouping === 'day' ? -1 : -7;
    return { startDate: addDays(span.startDate, back), endDate: addDays(span.endDate, back) };
  }
  const last = addDays(whole.startDate, -1);
  const sameDate = (day: Day): Day => {
    const same = `${last.slice(0, 8)}${day.slice(8)}`;
    return same < last ? same : last;
  };
  return { startDate: sameDate(span.startDate), endDate: span.endDate === whole.endDate ? last : sameDate(span.endDate) };
}

function nameOf(day: Day, grouping: Grouping): Span['period'] {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  if (grouping === 'day') return { year, month, day: date };
  if (grouping === 'month') return { year, month };
  // A week belongs to the year its Thursday is in.
  const thursday = addDays(day, 3 - weekday(day));
  const weeksYear = Number(thursday.slice(0, 4));
  return { year: weeksYear, week: 1 + Math.floor((Date.parse(thursday) - Date.parse(`${weeksYear}-01-01`)) / (7 * 86_400_000)) };
}

/** 0 is Monday. */
const weekday = (day: Day): number => (new Date(day).getUTCDay() + 6) % 7;
const monthStart = (day: Day): Day => `${day.slice(0, 8)}01`;
const monthEnd = (day: Day): Day => addDays(monthStart(addDays(monthStart(day), 31)), -1);
