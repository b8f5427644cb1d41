/** Days of a subscription: those of the organization's own calendar, as in its e-mails. */
import { shownZone } from '../../lib/time/time-zones.js';

const formats = new Map<string, Intl.DateTimeFormat>();

/** `2026-04-01T02:00:00.000Z` in New York → `Mar 31, 2026`. */
export function dayIn(timeZone: string, iso: string): string {
  let format = formats.get(timeZone);
  if (!format) formats.set(timeZone, (format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: shownZone(timeZone) })));
  return format.format(new Date(iso));
}
