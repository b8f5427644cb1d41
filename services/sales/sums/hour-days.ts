/** How many purchases there were in each hour of a day, and what they add up to over weeks: when guests buy, and when to fill up. */
import type { SalesHours } from '@larder/contracts/sales/analytics.js';
import { hourIn } from '@larder/contracts/day.js';
import { toAmount } from '@larder/contracts/money.js';
import type { Projection } from '@larder/kit/views/projection.js';
import type { SaleFact } from '../sale.js';
import { account } from '../sale-views.js';

interface Hour {
  transactions: number;
  soldCents: number;
}
export interface HourDay {
  day: string;
  /** '' is all machines together. */
  machineId: string;
  /** Those in which something was sold, by the clock of the machine. */
  hours: Readonly<Record<string, Hour>>;
  /** Purchases whose time is not known. */
  untimed: number;
}

export const hourDayView: Projection<SaleFact, HourDay> = {
  collection: 'sale-hour-days',
  version: 1,
  orders: [['machineId', 'day']],
  categories: ['sale'],
  rows: (fact) => (fact.type === 'SaleRecorded' ? ['', fact.data.machineId].map((machineId) => ({ account: account(fact), id: `${fact.data.day} ${machineId}` })) : []),
  apply(row, fact, id) {
    if (fact.type !== 'SaleRecorded') return row;
    const { day, soldAt, timeKnown, timeZone, totalCents } = fact.data;
    const { hours = {}, untimed = 0 } = row ?? {};
    const about = { day, machineId: id.slice(day.length + 1) };
    if (!timeKnown || timeZone === undefined) return { ...about, hours, untimed: untimed + 1 };
    const hour = hourIn(timeZone, soldAt);
    const { transactions, soldCents } = hours[hour] ?? { transactions: 0, soldCents: 0 };
    return { ...about, hours: { ...hours, [hour]: { transactions: transactions + 1, soldCents: soldCents + totalCents } }, untimed };
  },
};

const HOURS = 24;
const WEEKDAYS = 7;
/** From Monday on. */
const weekdayOf = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + WEEKDAYS - 1) % WEEKDAYS;

export function byHour(days: readonly HourDay[]): Pick<SalesHours, 'untimed' | 'hours'> {
  const sums = Array.from({ length: HOURS }, () => ({ transactions: 0, soldCents: 0, weekdays: Array.from({ length: WEEKDAYS }, () => 0) }));
  for (const { day, hours } of days) {
    const weekday = weekdayOf(day);
    for (const [hour, { transactions, soldCents }] of Object.entries(hours)) {
      const sum = sums[Number(hour)] as (typeof sums)[number];
      sum.transactions += transactions;
      sum.soldCents += soldCents;
      sum.weekdays[weekday] = (sum.weekdays[weekday] ?? 0) + transactions;
    }
  }
  return { untimed: days.reduce((sum, { untimed }) => sum + untimed, 0), hours: sums.map(({ soldCents, ...sum }, hour) => ({ hour, ...sum, sold: toAmount(soldCents) })) };
}
