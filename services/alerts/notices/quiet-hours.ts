/** Quiet hours: when nobody wants to be told, by the wall clock of the organization. */
import type { QuietHours } from '@larder/contracts/alert-rules.js';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Minutes since midnight on a wall clock there. */
function wallMinutes(timeZone: string, at: number): number {
  let format = formats.get(timeZone);
  if (!format) formats.set(timeZone, (format = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', hour: 'numeric', minute: 'numeric' })));
  const parts = format.formatToParts(at);
  const n = (type: string): number => Number(parts.find((part) => part.type === type)?.value);
  return n('hour') * 60 + n('minute');
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** `from` is quiet, `to` is not; they may lie on two days. */
function isQuiet({ from, to }: Pick<QuietHours, 'from' | 'to'>, wall: number): boolean {
  const [begin, end] = [minutesOf(from), minutesOf(to)];
  return begin < end ? wall >= begin && wall < end : wall >= begin || wall < end;
}

/** The first moment (ISO) from `at` on that is not quiet. Right on the nights when the clocks change, too. */
export function afterQuiet(at: string, quiet: Pick<QuietHours, 'from' | 'to'>, timeZone: string): string {
  let moment = Date.parse(at);
  for (;;) {
    const wall = wallMinutes(timeZone, moment);
    if (!isQuiet(quiet, wall)) return new Date(moment).toISOString();
    const whole = moment - (moment % MINUTE_MS);
    const ahead = (minutesOf(quiet.to) - wall + DAY_MINUTES) % DAY_MINUTES;
    const there = whole + ahead * MINUTE_MS;
    // An hour that the clocks leave out is not waited for; one they repeat is, in the next turn.
    const over = (wallMinutes(timeZone, there) - minutesOf(quiet.to) + DAY_MINUTES) % DAY_MINUTES;
    const leftOut = over < DAY_MINUTES / 2 ? over : 0;
    moment = Math.max(there - leftOut * MINUTE_MS, whole + MINUTE_MS);
  }
}
