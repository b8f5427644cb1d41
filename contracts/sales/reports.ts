/** Custom reports: what was sold, added up by what somebody chooses. An address holds one: nothing of it is kept. */
import { z } from 'zod';
import { onPlan, query } from '../request.js';
import { ofRange, range } from './analytics.js';

/** What a report has a row for. */
export const reportBy = z.enum(['day', 'week', 'month', 'machine', 'house', 'method', 'product', 'category']);
export type ReportBy = z.infer<typeof reportBy>;
/** What it can show of each. */
export const reportColumn = z.enum(['revenue', 'refunded', 'tax', 'net', 'cost', 'profit', 'margin', 'transactions', 'average', 'units']);
export type ReportColumn = z.infer<typeof reportColumn>;
const usualColumns: readonly ReportColumn[] = ['revenue', 'profit', 'transactions', 'units'];

const anyColumn = `(${reportColumn.options.join('|')})`;
/** Columns with commas between them. */
export const reportColumns = z.string().max(200).regex(new RegExp(`^${anyColumn}(,${anyColumn})*$`), 'These are no columns of a report');
/** Each once, in their order; without any that may be chosen, the usual ones. */
export function columnsOf(text: string | null | undefined): ReportColumn[] {
  const chosen = (text ?? '').split(',');
  const known = reportColumn.options.filter((column) => chosen.includes(column));
  return known.length > 0 ? known : [...usualColumns];
}

/** What screens and files call them. */
export const reportByTitles: Record<ReportBy, string> = { day: 'Day', week: 'Week', month: 'Month', machine: 'Machine', house: 'House', method: 'Payment Method', product: 'Product', category: 'Category' };
export const reportColumnTitles: Record<ReportColumn, string> = { revenue: 'Revenue', refunded: 'Refunded', tax: 'Tax', net: 'Net of Tax', cost: 'Cost', profit: 'Profit', margin: 'Profit Margin', transactions: 'Transactions', average: 'Avg Transaction', units: 'Items Sold' };
/** In the currency of the report, a number, or percent. */
export const kindOfColumn = (column: ReportColumn): 'money' | 'number' | 'percent' => (column === 'margin' ? 'percent' : column === 'transactions' || column === 'units' ? 'number' : 'money');

export const isOfTime = (by: ReportBy): boolean => by === 'day' || by === 'week' || by === 'month';

/** Daily sums hold which goods it was, or in which house and how it was paid. */
const knownWith: Partial<Record<ReportBy, 'goods' | 'purchase'>> = { product: 'goods', category: 'goods', house: 'purchase', method: 'purchase' };
/** Whether rows of the one can be divided by the other. */
export const canSplit = (by: ReportBy, split: ReportBy): boolean => by !== split && (knownWith[by] ?? knownWith[split]) === (knownWith[split] ?? knownWith[by]);

/** Rows of a report; a longer one is refused with TOO_LARGE. */
export const MOST_REPORT_ROWS = 5_000;

const figures = {
  /** After what was given back in the range, of whatever day. */
  revenue: z.number(), refunded: z.number(),
  /** Included in the revenue, as far as it is known, and the revenue without it. */
  tax: z.number(), net: z.number(),
  /** Of units whose cost is known; `margin` in percent is of these alone, null where there are none. */
  cost: z.number(), profit: z.number(), margin: z.number().nullable(),
  /** Null by category: a purchase of two of its products is one. */
  transactions: z.number().nullable(), average: z.number().nullable(), units: z.number(),
};
/** `key`: a day, the first one of a week (Monday) or month, an id, an address without what is the same of two spellings, or the name itself. */
const named = z.object({ key: z.string(), name: z.string() });
const reportRow = z.object({ ...figures, by: named, split: named.nullable() });
export type ReportRow = z.infer<typeof reportRow>;

export const reportChoice = { by: reportBy.default('machine'), split: reportBy.optional() };
export const customReport = onPlan('custom_reports', query('sales.customReport', 'analytics.view', 'Sales added up by day, week, month, machine, house, payment method, product or category, or by two of these', z.object({ ...range, ...reportChoice }), z.object({
  ...ofRange, ...reportChoice,
  /** Those with a sale or a refund. Days, weeks and months in their order; all else by revenue, the best first. */
  rows: z.array(reportRow), total: z.object(figures),
})));
export type CustomReport = z.infer<typeof customReport.output>;
