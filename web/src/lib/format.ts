/** Numbers, dates and spans of time as operators read them: en-US, whatever the browser speaks. Money and moments, which guests read, too, are in money-and-time.ts. */

const currencyNames = new Intl.DisplayNames('en-US', { type: 'currency' });
/** `EUR` → `Euro`. */
export const nameOfCurrency = (code: string): string => currencyNames.of(code) ?? code;

const whole = new Intl.NumberFormat('en-US');
export const formatNumber = (value: number): string => whole.format(value);

const tenths = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
/** `1234.5` → `1,234.5%`. */
export const formatPercentage = (percent: number): string => `${tenths.format(percent + 0)}%`; // what fell to nothing has no sign

/** `America/New_York` → `New York time`. */
export const zoneName = (timeZone: string): string => `${timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ')} time`;

const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'medium' });
export const formatTime = (ms: number): string => clock.format(ms);

const calendar = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
/** `2022-01-31` → `Jan 31, 2022`, in no time zone. */
export const formatDay = (day: string): string => calendar.format(new Date(`${day}T00:00:00Z`));

/** `Jan 30 – Feb 2, 2022`; the first year too where it is another, and one day alone by itself. */
export function formatDays(first: string, last: string): string {
  if (first === last) return formatDay(last);
  return `${first.slice(0, 4) === last.slice(0, 4) ? formatShortDay(first) : formatDay(first)} – ${formatDay(last)}`;
}

const short = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
/** `2022-01-31` → `Jan 31`. */
export const formatShortDay = (day: string): string => short.format(new Date(`${day}T00:00:00Z`));

export const plural = (count: number, one: string, many = `${one}s`): string => `${formatNumber(count)} ${count === 1 ? one : many}`;

export const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** `Just now`, `5m ago`, `3h ago`, `2d ago`; `Never` for a moment that never was. */
export function ago(iso: string | null, nowMs: number): string {
  if (!iso) return 'Never';
  const minutes = Math.floor((nowMs - Date.parse(iso)) / 60_000);
  if (minutes < 1) return 'Just now';
  if (minutes < 60) return `${minutes}m ago`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)}h ago`;
  return `${Math.floor(minutes / (24 * 60))}d ago`;
}
