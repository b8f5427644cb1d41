/** A page of sales, the latest first. */
import { addDays } from '@larder/contracts/day.js';
import type { Filter, Found } from '@larder/kit/rows/read-store.js';
import type { Reader } from '@larder/kit/views/reader.js';
import { saleView, type SaleRow } from './sale-views.js';
import type { Period } from './sums/summary.js';

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
