/** The days the statistics are about, and how the address bar spells them. */
import { addDays, askedDay, type Day } from '@larder/contracts/day.js';

const DEFAULT_DAYS = 30;

export interface Period {
  startDate: Day;
  endDate: Day;
}

/** The last 30 days unless both ends were chosen and make sense. */
export function readPeriod(query: URLSearchParams, today: Day): Period {
  const [startDate, endDate] = [query.get('startDate'), query.get('endDate')].map((text) => askedDay.safeParse(text).data);
  return startDate && endDate && startDate <= endDate ? { startDate, endDate } : { startDate: addDays(today, 1 - DEFAULT_DAYS), endDate: today };
}

/** The default is not spelt. @param shown what else the address bar says, which stays */
export function writePeriod(period: Period | undefined, shown: URLSearchParams): URLSearchParams {
  const query = new URLSearchParams(shown);
  query.delete('startDate');
  query.delete('endDate');
  for (const [name, day] of Object.entries(period ?? {})) query.set(name, day);
  return query;
}

/** An end that passes the other takes it along; none is back to the default. */
export function withEnd(period: Period, change: Partial<Record<keyof Period, Day | undefined>>): Period | undefined {
  const next = { ...period, ...change };
  if (!next.startDate || !next.endDate) return undefined;
  if (next.startDate <= next.endDate) return { startDate: next.startDate, endDate: next.endDate };
  const moved = change.startDate ?? change.endDate ?? next.startDate;
  return { startDate: moved, endDate: moved };
}
