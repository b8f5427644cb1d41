/** Daily sums by product over all machines: what lists of products are added up from, and what the catalogue shows of them. */
import { daysBetween } from '@larder/contracts/day.js';
import { toAmount } from '@larder/contracts/money.js';
import type { ProductSales } from '@larder/contracts/sales/product-sales.js';
import type { Projection } from '@larder/kit/views/projection.js';
import { account, givenBack, isCounted, less, more, type Figures, type ProductSum } from '../sale-views.js';
import type { SaleFact } from '../sale.js';
import { profitCents, sum, type Period } from './summary.js';

export const productSumView: Projection<SaleFact, ProductSum> = {
  collection: 'sale-product-sums',
  version: 4,
  orders: ['day'],
  categories: ['sale'],
  rows(fact) {
    if (!isCounted(fact)) return [];
    const products = fact.type !== 'SaleRecorded' ? [fact.data.productId] : [...new Set(fact.data.lines.map((line) => line.productId))];
    return products.map((productId) => ({ account: account(fact), id: `${fact.data.day} ${productId}` }));
  },
  apply(row, fact, id) {
    if (!isCounted(fact)) return row;
    if (fact.type !== 'SaleRecorded') {
      const { day, productId, name, sku, category } = fact.data;
      return { ...(row ?? { day, productId, name, sku, category }), ...less(row, givenBack(fact)) };
    }
    const { day } = fact.data;
    const lines = fact.data.lines.filter(({ productId }) => id === `${day} ${productId}`);
    const [first] = lines;
    if (!first) return row;
    const { productId, name, sku, category } = first;
    return { day, productId, name, sku, category, ...more(row, lines) };
  },
};

/** Units and revenue by product. */
export function totalsByProduct(rows: readonly ProductSum[]): Record<string, { quantity: number; revenueCents: number }> {
  const totals: Record<string, { quantity: number; revenueCents: number }> = {};
  for (const { productId, quantity, revenueCents } of rows) {
    const its = (totals[productId] ??= { quantity: 0, revenueCents: 0 });
    its.quantity += quantity;
    its.revenueCents += revenueCents;
  }
  return totals;
}

/** Every day of the period, those without a sale too. */
export function daysOfProduct({ startDate, endDate }: Period, rows: readonly ProductSum[]): Pick<ProductSales, 'days' | 'revenue' | 'quantity' | 'transactions' | 'profit'> {
  const byDay = new Map(rows.map((row) => [row.day, row]));
  return { ...shown(sum(rows)), days: daysBetween(startDate, endDate).map((day) => ({ day, ...shown(byDay.get(day) ?? sum([])) })) };
}

const shown = (figures: Figures) =>
  ({ revenue: toAmount(figures.revenueCents), quantity: figures.quantity, transactions: figures.transactions, profit: figures.uncostedCents !== 0 ? null : toAmount(profitCents(figures)) });
