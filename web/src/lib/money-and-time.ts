/** Money and moments as people read them: en-US, whatever the browser speaks. On the guest's pages both are in the language that is shown (`features/guest/words/amounts.ts`). */
import { shownZone } from './time/time-zones.js';

const money = new Map<string, Intl.NumberFormat>();

/** 2.5 → `$2.50`. The API's amounts are decimals of their currency. */
export function formatAmount(amount: number, currency = 'USD'): string {
  let format = money.get(currency);
  if (!format) money.set(currency, (format = new Intl.NumberFormat('en-US', { style: 'currency', currency })));
  return format.format(amount);
}

const moments = new Map<string, Intl.DateTimeFormat>();
function momentFormat(timeStyle: 'short' | 'medium', timeZone = '', language = 'en-US'): Intl.DateTimeFormat {
  const key = timeStyle + timeZone + language;
  let format = moments.get(key);
  if (!format) moments.set(key, (format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle, ...(timeZone && { timeZone: shownZone(timeZone) }) })));
  return format;
}
/** By the clock on the wall in `timeZone`; the browser's own unless told. */
export const formatDateTime = (iso: string, timeZone?: string, language?: string): string => momentFormat('short', timeZone, language).format(new Date(iso));
/** To the second. */
export const formatMoment = (iso: string, timeZone: string): string => momentFormat('medium', timeZone).format(new Date(iso));
