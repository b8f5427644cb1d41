/** Adds daily sums up into what dashboards and lists show. */
import { addDays, countDays, daysBetween, MOST_DAYS, type Day } from '@larder/contracts/day.js';
import { toAmount } from '@larder/contracts/money.js';
import { refuse, type Refusal } from '@larder/contracts/reply.js';
import type { SalesSummary } from '@larder/contracts/sales.js';
import type { Figures, MachineDay, ProductSum } from '../sale-views.js';

export interface Period {
  startDate: Day;
  endDate: Day;
}

/** What all daily sums over sales have: those of one machine, and those of all. */
export type DaySum = Pick<MachineDay, 'day' | 'method' | keyof Figures>;

export const nothing: Readonly<Figures> = { revenueCents: 0, refundedCents: 0, taxCents: 0, costCents: 0, uncostedCents: 0, transactions: 0, quantity: 0 };
export function sum(rows: readonly Figures[]): Figures {
  const total = { ...nothing };
  for (const row of rows) add(total, row);
  return total;
}

/** In place: there are hundreds of thousands. */
export function add(total: Figures, { revenueCents, refundedCents, taxCents, costCents, uncostedCents, transactions, quantity }: Figures): void {
  total.revenueCents += revenueCents;
  total.refundedCents += refundedCents;
  total.taxCents += taxCents;
  total.costCents += costCents;
  total.uncostedCents += uncostedCents;
  total.transactions += transactions;
  total.quantity += quantity;
}

/** What is left of the revenue after tax and what the goods have cost; where nobody knows that, all of it. */
export const profitCents = ({ revenueCents, taxCents, costCents }: Figures): number => revenueCents - taxCents - costCents;

/** The row that says what something was called when it was sold last: what is given back later may be of long ago. Of rows in the order of their days, one at least. */
export const lastSold = <R extends Figures>(rows: readonly R[]): R => rows.findLast(({ transactions }) => transactions > 0) ?? (rows[rows.length - 1] as R);

/** Of a machine: what it was called, and where it stood, when it sold last. Of one row at least. */
export const lastStood = (rows: readonly MachineDay[]): MachineDay => rows.reduce((latest, row) => (row.lastAt < latest.lastAt ? latest : row));

const shown = ({ revenueCents, transactions, quantity }: Figures) => ({ revenue: toAmount(revenueCents), transactions, quantity });

/** The period of the same length that ends the day before. */
export function before({ startDate, endDate }: Period): Period {
  const length = countDays(startDate, endDate);
  return { startDate: addDays(startDate, -length), endDate: addDays(startDate, -1) };
}

/** Without a start: the 30 days up to the end; without an end: up to today; a timeframe counts back from today. */
export function periodOf(today: Day, { startDate, endDate, timeframe }: { startDate?: Day; endDate?: Day; timeframe?: '7d' | '30d' | '90d' | '1y' }): Period {
  const last = endDate ?? today;
  const days = { '7d': 7, '30d': 30, '90d': 90, '1y': 365 }[timeframe ?? '30d'];
  return { startDate: startDate ?? addDays(last, 1 - days), endDate: last };
}

/** Why a period cannot be added up; days are counted for fifty years only. */
export function objectionTo({ startDate, endDate }: Period): Refusal | undefined {
  if (endDate < startDate) return refuse('BAD_INPUT', 'The end date is before the start date');
  return addDays(startDate, MOST_DAYS) <= endDate ? refuse('BAD_INPUT', 'Please choose at most fifty years') : undefined;
}

/** @param daySums the same money as the machines', by fewer rows where no machine was chosen */
export function summarize({ startDate, endDate }: Period, daySums: readonly DaySum[], machineDays: readonly MachineDay[], productDays: readonly ProductSum[]): Omit<SalesSummary, 'timeZone' | 'currency' | 'previous' | 'today' | 'week' | 'month'> {
  const total = sum(daySums);
  const byDay = group(daySums, (row) => row.day);
  const days = daysBetween(startDate, endDate).map((day) => ({ day, ...shown(sum(byDay.get(day) ?? [])) }));
  return {
    startDate, endDate, ...shown(total), tax: toAmount(total.taxCents), cost: toAmount(total.costCents), profit: toAmount(profitCents(total)), days,
    months: [...group(daySums, (row) => row.day.slice(0, 7))].map(([month, rows]) => ({ month, ...shown(sum(rows)) })).sort((a, b) => (a.month < b.month ? -1 : 1)),
    machines: best([...group(machineDays, (row) => row.machineId)].map(([machineId, rows]) => {
      const latest = lastStood(rows);
      return { machineId, name: latest.machineName, address: latest.address, ...shown(sum(rows)) };
    })),
    products: best([...group(productDays, (row) => row.productId)].map(([productId, rows]) => {
      const { name, sku, category } = lastSold(rows);
      return { productId, name, sku, category, ...shown(sum(rows)) };
    })),
    methods: methodsOf(daySums),
  };
}

const best = <T extends { revenue: number }>(rows: T[]): T[] => rows.sort((a, b) => b.revenue - a.revenue);

/** Shares of what came in: a method that gave back more than it took has none of it. */
export function methodsOf(daySums: readonly DaySum[]): SalesSummary['methods'] {
  const sums = [...group(daySums, (row) => row.method)].map(([method, rows]) => ({ method, ...sum(rows) }));
  const cameIn = sums.reduce((all, { revenueCents }) => all + Math.max(0, revenueCents), 0);
  return best(sums.map(({ method, revenueCents, transactions }) =>
    ({ method, count: transactions, revenue: toAmount(revenueCents), percentage: revenueCents <= 0 ? 0 : Math.round((revenueCents / cameIn) * 1000) / 10 })));
}

export function group<T, K>(rows: readonly T[], key: (row: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const row of rows) {
    const its = groups.get(key(row));
    if (its) its.push(row);
    else groups.set(key(row), [row]);
  }
  return groups;
}
