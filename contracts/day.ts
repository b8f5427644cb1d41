/** Calendar days in a time zone: what an operator means by 'today'. */
import { z } from 'zod';

/** `2022-01-31`; days compare as strings. */
export const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
export type Day = z.infer<typeof day>;

/** A day that somebody asks about: one of the calendar, and near enough that days can be counted from it. */
export const askedDay = day.refine((text) => text >= '1900-01-01' && text < '3000-01-01' && isInCalendar(text), 'Please enter a day of the calendar, like 2026-03-01');

const isInCalendar = (text: Day): boolean => new Date(`${text}T00:00:00Z`).getUTCDate() === Number(text.slice(8));

const formats = new Map<string, Intl.DateTimeFormat>();

/** The day on which a moment (ISO 8601) falls in an IANA time zone. */
export function dayIn(timeZone: string, at: string): Day {
  let format = formats.get(timeZone);
  if (!format) formats.set(timeZone, (format = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })));
  let [year, month, date] = ['', '', ''];
  // By its parts: in which order and with what between them a language writes them is not the same everywhere.
  for (const { type, value } of format.formatToParts(new Date(at))) {
    if (type === 'year') year = value;
    else if (type === 'month') month = value;
    else if (type === 'day') date = value;
  }
  return `${year.padStart(4, '0')}-${month}-${date}`; // the first centuries have fewer digits
}

const hours = new Map<string, Intl.DateTimeFormat>();

/** The hour, 0 to 23, that a clock on the wall there shows at a moment (ISO 8601). */
export function hourIn(timeZone: string, at: string): number {
  let format = hours.get(timeZone);
  if (!format) hours.set(timeZone, (format = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', hour: '2-digit' })));
  return Number(format.format(new Date(at)));
}

/** The day `n` days later (earlier when negative). */
export function addDays(from: Day, n: number): Day {
  const date = new Date(`${from}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + n);
  return date.toISOString().slice(0, 10);
}

const DAY_MS = 86_400_000;
/** Fifty years: what was imported may be older than Larder. */
export const MOST_DAYS = 18_263;

/** How many days there are from `first` to `last`, both included; at most fifty years. */
export const countDays = (first: Day, last: Day): number => Math.min(MOST_DAYS, Math.max(0, (Date.parse(last) - Date.parse(first)) / DAY_MS + 1));

/** Every day from `first` to `last`, both included; at most fifty years. */
export function daysBetween(first: Day, last: Day): Day[] {
  const begin = Date.parse(first);
  return Array.from({ length: countDays(first, last) }, (_, n) => new Date(begin + n * DAY_MS).toISOString().slice(0, 10));
}

/** The moment (ISO 8601, UTC) at which a day begins in a time zone; where clocks go forward at midnight, its first hour is left out; where they go back to it, it begins with the first midnight. */
export function startOfDay(timeZone: string, of: Day): string {
  const midnight = Date.parse(`${of}T00:00:00Z`);
  // By the offset of the day before and by that of the day after: one of them is right, whatever changes in between.
  const candidates = [midnight - DAY_MS, midnight + DAY_MS].map((near) => midnight + near - wallClock(timeZone, near)).sort((a, b) => a - b);
  const [first, second] = candidates.map((at) => new Date(at).toISOString()) as [string, string];
  return dayIn(timeZone, first) < of ? second : first;
}

/** What a clock on the wall there shows at a moment, as if it were UTC. */
function wallClock(timeZone: string, at: number): number {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' }).formatToParts(at);
  const n = (type: string): number => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(n('year'), n('month') - 1, n('day'), n('hour'), n('minute'), n('second'));
}

export const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
};
export const timeZone = z.string().refine(isTimeZone, 'Unknown time zone');
