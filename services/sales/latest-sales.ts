/** A page of sales, the latest first, and those of a transaction that somebody names. */
import { addDays } from '@larder/contracts/day.js';
import { plain } from '@larder/contracts/names.js';
import { endingOf } from '@larder/contracts/sales.js';
import type { Filter, Found } from '@larder/kit/rows/read-store.js';
import type { Reader } from '@larder/kit/views/reader.js';
import { saleView, type SaleRow } from './sale-views.js';
import type { DaySum, Period } from './sums/summary.js';

interface Asks {
  machineId?: string | undefined;
  paymentMethod?: string | undefined;
  /** Days on the machines' walls; all there are without it. */
  period?: Period | undefined;
  skip: number;
  limit: number;
}

/** By the moment: where walls show different days at once, the latest day is not the latest sale. */
export async function latestSales(views: Pick<Reader, 'find'>, account: string, { machineId, paymentMethod, period, skip, limit }: Asks): Promise<Found<SaleRow>> {
  const filter: Filter = { ...(machineId && { machineId }), ...(paymentMethod && { method: paymentMethod }), ...(period && { when: { $gte: period.startDate, $lte: `${period.endDate}~` } }) };
  if (machineId) return views.find<SaleRow>(saleView, account, { filter, sort: { by: 'when', order: 'desc' }, skip, limit });
  // No wall is more than 14 hours ahead of UTC or 12 behind it. So the page is found in the order of moments, and what is counted is what the days alone say.
  const near = period && { soldAt: { $gte: addDays(period.startDate, -1), $lte: `${addDays(period.endDate, 1)}~` } };
  const [{ rows }, { total }] = await Promise.all([
    views.find<SaleRow>(saleView, account, { filter: { ...filter, ...near }, sort: { by: 'soldAt', order: 'desc' }, skip, limit, counted: false }),
    views.find<SaleRow>(saleView, account, { filter, sort: { by: 'when', order: 'desc' }, limit: 1 }),
  ]);
  return { rows, total };
}

/** All lines of the purchases whose transaction is called so, or ends so as receipts show it: of all time, all machines and all ways of paying. */
export async function salesNamed(views: Pick<Reader, 'find'>, account: string, transaction: string): Promise<SaleRow[]> {
  const named = plain(transaction);
  const { rows } = await views.find<SaleRow>(saleView, account, { filter: { ending: endingOf(named) }, sort: { by: 'soldAt', order: 'desc' } });
  return rows.filter(({ reference }) => plain(reference).endsWith(named));
}

/** What lines come to, as if they were sums of days. */
export const countedOf = (rows: readonly SaleRow[]): DaySum[] => rows.map(({ saleId, day, method, totalCents, refundedCents, quantity }, at) => ({
  day, method, revenueCents: totalCents - refundedCents, refundedCents, taxCents: 0, costCents: 0, uncostedCents: 0, quantity, transactions: rows.findIndex((row) => row.saleId === saleId) === at ? 1 : 0,
}));
