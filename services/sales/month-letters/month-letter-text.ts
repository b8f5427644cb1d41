/** What a month's letter says. */
import type { MachinePerformance, TopProduct, Totals } from '@larder/contracts/sales/analytics.js';
import type { SalesLosses } from '@larder/contracts/sales/losses.js';

export interface MonthFigures {
  /** `2026-10`. */
  month: string;
  currency: string;
  totals: Totals;
  /** Of the month before. */
  before: Totals;
  losses: Pick<SalesLosses['total'], 'units' | 'cost' | 'price' | 'unitsWithoutCost'>;
  /** Most revenue first. */
  machines: MachinePerformance['machines'];
  products: TopProduct[];
}

/** In a list; the rest is counted. */
const MOST_NAMED = 5;
/** Letters of a name: five are to fit on one line of a letter. */
const MOST_OF_NAME = 80;

/** As in `October 2026`. */
export const nameOfMonth = (month: string): string => new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${month}-01T00:00:00Z`));

/** Sentences, one a line. */
export function linesOf({ month, currency, totals, before, losses, machines, products }: MonthFigures): string[] {
  const money = (amount: number): string => new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount);
  const { totalRevenue, totalRefunded, totalTax, totalCost, totalProfit, revenueWithoutCost, totalTransactions, totalQuantity } = totals;
  if (totalTransactions === 0 && totalRefunded === 0) return [`Nothing was sold in ${nameOfMonth(month)}.`, ...(before.totalTransactions > 0 ? [`The month before had brought ${money(before.totalRevenue)}.`] : []), ...lost(losses, money)];
  const lines = [`${nameOfMonth(month)} brought ${money(totalRevenue)}: ${counted(totalTransactions, 'purchase')}, ${counted(totalQuantity, 'item')}.${comparedWith(totalRevenue, before.totalRevenue)}`];
  if (totalRefunded > 0) lines.push(`${money(totalRefunded)} was refunded in the month: the revenue is what is left.`);
  if (totalTax !== 0 || totalCost !== 0) lines.push(`${[totalTax !== 0 && `${money(totalTax)} of it is tax`, totalCost !== 0 && `the goods cost ${money(totalCost)}`].filter(Boolean).join(', ')}: ${money(totalProfit)} is profit.`);
  if (revenueWithoutCost > 0 && totalCost !== 0) lines.push(`The cost of ${money(revenueWithoutCost)} of this revenue is not known: its profit counts in full.`);
  lines.push(...lost(losses, money));
  lines.push(...named('Machines', machines.map(({ name, totalRevenue, totalTransactions }) => `${short(name)} ${money(totalRevenue)} (${counted(totalTransactions, 'purchase')})`)));
  lines.push(...named('Products', products.map(({ name, totalRevenue, totalQuantity }) => `${short(name)} ${money(totalRevenue)} (${counted(totalQuantity, 'item')})`)));
  return lines;
}

/** Beside the profit, which is that of what was sold. */
function lost({ units, cost, price, unitsWithoutCost }: MonthFigures['losses'], money: (amount: number) => string): string[] {
  if (units <= 0) return [];
  const atCost = unitsWithoutCost >= units ? '' : ` ${money(cost)} at cost and`;
  return [`${counted(units, 'item')} ${units === 1 ? 'was' : 'were'} lost:${atCost} ${money(price)} at price. The profit of what was sold does not count that.`];
}

const counted = (n: number, what: string): string => `${n.toLocaleString('en-US')} ${what}${n === 1 ? '' : 's'}`;

const short = (name: string): string => (name.length > MOST_OF_NAME ? `${name.slice(0, MOST_OF_NAME - 1)}…` : name);

/** In percent with one decimal; nothing where there was nothing to grow from. */
function comparedWith(now: number, before: number): string {
  if (before <= 0) return '';
  const percent = Math.round(((now - before) / before) * 1000) / 10;
  return percent === 0 ? ' That is as much as in the month before.' : ` That is ${Math.abs(percent).toLocaleString('en-US')}% ${percent > 0 ? 'more' : 'less'} than in the month before.`;
}

function named(what: string, all: readonly string[]): string[] {
  const more = all.length - MOST_NAMED;
  return all.length === 0 ? [] : [`${what}: ${all.slice(0, MOST_NAMED).join(', ')}${more > 0 ? `, and ${more} more` : ''}.`];
}
