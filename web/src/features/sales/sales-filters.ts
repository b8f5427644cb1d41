/** What the list of sales is narrowed to, and how the address bar spells it. */
import { askedDay, type Day } from '@larder/contracts/day.js';
import { timeframe } from '@larder/contracts/sales.js';
import { paymentMethod, type PaymentMethod } from '@larder/contracts/vending.js';

/** `all` is ours: no limit in time. */
export type Timeframe = (typeof timeframe.options)[number] | 'all';
export interface SalesFilters {
  machineId: string;
  /** A number, or its end: names a purchase, and stands alone. */
  transaction?: string;
  paymentMethod?: PaymentMethod;
  startDate?: Day;
  endDate?: Day;
  /** None when days were chosen. */
  timeframe?: Timeframe;
  page: number;
}

export const timeframeLabels: Record<Timeframe, string> = { '7d': 'Last 7 days', '30d': 'Last 30 days', '90d': 'Last 90 days', '1y': 'Last 1 year', all: 'All time' };

/** What makes no sense in an address is left out; without days it is the last 30. */
export function readSalesFilters(query: URLSearchParams): SalesFilters {
  const startDate = askedDay.safeParse(query.get('startDate')).data;
  const endDate = askedDay.safeParse(query.get('endDate')).data;
  const method = paymentMethod.safeParse(query.get('paymentMethod')).data;
  const number = Number(query.get('page'));
  const page = Number.isInteger(number) && number > 1 ? number : 1;
  const transaction = query.get('transaction')?.trim().slice(0, MOST_CHARACTERS);
  if (transaction) return { machineId: '', transaction, timeframe: 'all', page };
  return {
    machineId: query.get('machineId') ?? '',
    ...(method && { paymentMethod: method }),
    ...(startDate && { startDate }),
    ...(endDate && { endDate }),
    ...(!startDate && !endDate && { timeframe: readTimeframe(query.get('timeframe')) }),
    page,
  };
}

/** As many as the server takes. */
const MOST_CHARACTERS = 120;

const readTimeframe = (text: string | null): Timeframe => (text === 'all' ? 'all' : (timeframe.safeParse(text).data ?? '30d'));

export function writeSalesFilters(filters: SalesFilters): URLSearchParams {
  if (filters.transaction) return new URLSearchParams({ transaction: filters.transaction, ...(filters.page > 1 && { page: String(filters.page) }) });
  const query = new URLSearchParams();
  for (const name of ['machineId', 'paymentMethod', 'startDate', 'endDate'] as const) {
    const value = filters[name];
    if (value) query.set(name, value);
  }
  if (filters.timeframe && filters.timeframe !== '30d') query.set('timeframe', filters.timeframe);
  if (filters.page > 1) query.set('page', String(filters.page));
  return query;
}

/** A filter changed: back to page 1. Days and a timeframe exclude each other, and a transaction all others; the one chosen last counts. */
export function narrowed(filters: SalesFilters, change: Partial<Omit<SalesFilters, 'page'>>): SalesFilters {
  if (change.transaction) return { machineId: '', transaction: change.transaction, timeframe: 'all', page: 1 };
  const { transaction, ...others } = filters;
  const { startDate, endDate, timeframe: was, ...rest } = { ...(transaction ? readSalesFilters(new URLSearchParams()) : others), ...change, page: 1 };
  if ('timeframe' in change) return { ...rest, timeframe: was ?? '30d' };
  if (!startDate && !endDate) return { ...rest, timeframe: was ?? '30d' };
  return { ...rest, ...(startDate && { startDate }), ...(endDate && { endDate }) };
}

/** What the badge says; none where days were chosen or nothing is left out. */
export const periodBadge = ({ timeframe: chosen }: SalesFilters): string | undefined =>
  chosen && chosen !== 'all' ? `Showing ${timeframeLabels[chosen].toLowerCase()}` : undefined;

/** @param machineId of the answer */
export function emptyText({ machineId: asked, transaction }: SalesFilters, { machineId }: { machineId?: string }): string {
  if (transaction) return `No transaction ends in ${transaction}. Receipts show its last eight characters behind “transaction”, or as “payment reference”; a visit that has not been paid is in the timeline of its machine.`;
  return asked.trim() && !machineId ? `No machine is called ${asked.trim()}, or it has not sold anything yet.` : 'No sales transactions match your current filters.';
}

/** The same sales as a file. The list without a start goes back to the first sale. */
export const exportQuery = ({ machineId, paymentMethod: method, startDate, endDate, timeframe: chosen }: SalesFilters, format: 'csv' | 'xlsx') =>
  ({ type: 'sales', format, machineId: machineId.trim(), paymentMethod: method, startDate, endDate, timeframe: chosen ?? (startDate ? undefined : 'all') });
