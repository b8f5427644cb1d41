/** Adds daily sums up into what the analytics screen shows. */
import type { Grouping, MachinePerformance, SalesOverview, SalesTrends, TopProduct, Totals } from '@larder/contracts/sales/analytics.js';
import { toAmount } from '@larder/contracts/money.js';
import { eachInTurns, someAtATime } from '@larder/kit/turns/some-at-a-time.js';
import type { Figures, MachineDay, ProductSum } from '../sale-views.js';
import { spansOf } from './periods.js';
import { writtenNow, type Stays } from './houses/stays.js';
import { group, lastSold, lastStood, profitCents, sum, type DaySum, type Period } from './summary.js';

/** Percent with one decimal. */
const share = (part: number, whole: number): number => Math.round((part / whole) * 1000) / 10;
/** Of what has a known cost: all else would pass for profit. */
export function marginOf({ revenueCents, taxCents, costCents, uncostedCents }: Figures): number | null {
  const costedCents = revenueCents - taxCents - uncostedCents;
  return costedCents > 0 ? share(costedCents - costCents, costedCents) : null;
}
export const averageOf = ({ revenueCents, transactions }: Figures): number => (transactions === 0 ? 0 : toAmount(Math.round(revenueCents / transactions)));
/** Null where there was nothing to grow from. */
const growthOf = (now: number, before: number): number | null => (before > 0 ? share(now - before, before) : null);

/** Of rows in the order of their days. */
const inRange = <T extends { day: string }>(rows: readonly T[], { startDate, endDate }: Period): T[] => rows.slice(firstAt(rows, (day) => day >= startDate), firstAt(rows, (day) => day > endDate));

function firstAt(rows: readonly { day: string }[], isReached: (day: string) => boolean): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isReached((rows[middle] as { day: string }).day)) high = middle;
    else low = middle + 1;
  }
  return low;
}

export function totalsOf(rows: readonly Figures[]): Totals {
  const total = sum(rows);
  return {
    totalRevenue: toAmount(total.revenueCents), totalRefunded: toAmount(total.refundedCents), totalTax: toAmount(total.taxCents), totalCost: toAmount(total.costCents), totalProfit: toAmount(profitCents(total)), profitMargin: marginOf(total),
    revenueWithoutCost: toAmount(total.uncostedCents), totalTransactions: total.transactions, totalQuantity: total.quantity, averageTransactionValue: averageOf(total),
  };
}

function moneyOf(total: Figures) {
  const { revenueCents, taxCents, costCents, transactions, quantity } = total;
  return { revenue: toAmount(revenueCents), tax: toAmount(taxCents), cost: toAmount(costCents), profit: toAmount(profitCents(total)), transactions, quantity };
}

export function periodsOf(range: Period, grouping: Grouping, daySums: readonly DaySum[]): SalesOverview['periods'] {
  const byDay = sumsByDay(daySums);
  return spansOf(range, grouping).map((span) => ({ period: span.period, startDate: span.startDate, endDate: span.endDate, ...moneyOf(sum(inRange(byDay, span))) }));
}

/** @param daySums from one period before the range on */
export function trendsOf(range: Period, grouping: Grouping, daySums: readonly DaySum[], productDays: readonly ProductSum[]): SalesTrends['trends'] {
  const byDay = sumsByDay(daySums);
  return spansOf(range, grouping).map((span) => {
    const now = sum(inRange(byDay, span));
    const before = sum(inRange(byDay, span.earlier));
    return {
      period: span.period, startDate: span.startDate, endDate: span.endDate, ...moneyOf(now), profitMargin: marginOf(now), avgTransactionValue: averageOf(now),
      uniqueProductCount: new Set(inRange(productDays, span).filter(({ quantity }) => quantity > 0).map(({ productId }) => productId)).size,
      revenueGrowth: growthOf(now.revenueCents, before.revenueCents), profitGrowth: growthOf(profitCents(now), profitCents(before)),
    };
  });
}

/** The average price is what units were sold for: money that is given back later changes none of their prices, nor does what is given back of other days. */
export function bestProducts(rows: readonly ProductSum[]): TopProduct[] {
  return best([...group(rows, (row) => row.productId)].map(([productId, its]) => {
    const { name, sku, category } = lastSold(its);
    const { revenueCents, refundedCents, quantity, transactions } = sum(its);
    const soldCents = revenueCents + refundedCents;
    return { productId, name, sku, category, totalQuantity: quantity, totalRevenue: toAmount(revenueCents), avgPrice: quantity === 0 ? 0 : toAmount(Math.round(soldCents / quantity)), transactionCount: transactions };
  }));
}

/** Rows looked at in one go. */
const ROWS_AT_ONCE = 5_000;

/** What each machine sold, at addresses as they are written now, in the order of its days. Others have their turn meanwhile. */
export async function byMachine(rows: readonly MachineDay[], stays: Stays): Promise<Map<string, MachineDay[]>> {
  const now = writtenNow(stays);
  const soldBy = new Map<string, MachineDay[]>();
  await eachInTurns(rows, ROWS_AT_ONCE, (row) => {
    const its = soldBy.get(row.machineId);
    if (its) its.push(now(row));
    else soldBy.set(row.machineId, [now(row)]);
  });
  return soldBy;
}

/** Machines whose days of a year are added up in one go. */
const MACHINES_AT_ONCE = 50;

/** @param soldBy the days of each machine. Others have their turn meanwhile. */
export async function bestMachines(soldBy: ReadonlyMap<string, readonly MachineDay[]>): Promise<MachinePerformance['machines']> {
  return best(await someAtATime([...soldBy], MACHINES_AT_ONCE, (some) => some.map(([machineId, its]) => {
    const { machineName: name, address } = lastStood(its);
    return { machineId, name, address, ...performedBy(its) };
  })));
}

export function performedBy(rows: readonly Figures[]): Pick<MachinePerformance['machines'][number], 'totalRevenue' | 'totalTransactions' | 'avgTransactionValue' | 'totalQuantity'> {
  const total = sum(rows);
  return { totalRevenue: toAmount(total.revenueCents), totalTransactions: total.transactions, avgTransactionValue: averageOf(total), totalQuantity: total.quantity };
}

export const best = <T extends { totalRevenue: number }>(rows: T[]): T[] => rows.sort((a, b) => b.totalRevenue - a.totalRevenue);

/** A year of a hundred machines is a year of days. */
const sumsByDay = (rows: readonly DaySum[]): (Figures & { day: string })[] => [...group(rows, (row) => row.day)].map(([day, its]) => ({ day, ...sum(its) }));
