/** What analytics is narrowed to, and how the address bar spells it. */
import { grouping, type Grouping } from '@larder/contracts/sales/analytics.js';
import { exportFormat, exportType, type ExportFormat, type ExportType } from '@larder/contracts/sales/exports.js';
import { canSplit, columnsOf, reportBy, type ReportBy, type ReportColumn } from '@larder/contracts/sales/reports.js';
import { addDays, askedDay, type Day } from '@larder/contracts/day.js';

const views = ['overview', 'trends', 'products', 'machines', 'hours', 'taxes', 'losses', 'report'] as const;
export type View = (typeof views)[number];
export const viewLabels: Record<View, string> = { overview: 'Overview', trends: 'Trends', products: 'Top Products', machines: 'Machine Performance', hours: 'Peak Hours', taxes: 'Tax Rates', losses: 'Losses', report: 'Custom Report' };
export const groupingLabels: Record<Grouping, string> = { day: 'Day', week: 'Week', month: 'Month' };
export const typeLabels: Record<ExportType, string> = { sales: 'Sales', machines: 'Machines', products: 'Products', summary: 'Summary', hours: 'Peak Hours', taxes: 'Tax Rates', losses: 'Losses', stock: 'Stock', payouts: 'Payouts', report: 'Custom Report' };
export const formatLabels: Record<ExportFormat, string> = { csv: 'CSV', 'csv-comma': 'CSV (1,50)', xlsx: 'Excel', pdf: 'PDF', json: 'JSON' };

/** Without days it is the last 30, counted by the server. */
export interface AnalyticsFilters {
  startDate?: Day;
  endDate?: Day;
  /** '' is all machines. */
  machineId: string;
  groupBy: Grouping;
  view: View;
  compare: boolean;
  exportType: ExportType;
  exportFormat: ExportFormat;
  /** What a custom report has rows for, what these are divided by, and what it shows of each. */
  by: ReportBy;
  split?: ReportBy;
  columns: readonly ReportColumn[];
}

export type Days = Pick<AnalyticsFilters, 'startDate' | 'endDate'>;

/** The periods that most questions are about. */
export function usualPeriods(today: Day): { label: string; days: Days }[] {
  const firstOf = (of: Day): Day => `${of.slice(0, 7)}-01`;
  const endOfLast = addDays(firstOf(today), -1);
  return [{ label: 'Last 30 days', days: {} }, { label: 'This month', days: { startDate: firstOf(today), endDate: today } }, { label: 'Last month', days: { startDate: firstOf(endOfLast), endDate: endOfLast } }];
}

export const isPeriod = (days: Days, { startDate, endDate }: Days): boolean => days.startDate === startDate && days.endDate === endDate;

/** What makes no sense in an address reads as the default. */
export function readAnalyticsFilters(query: URLSearchParams): AnalyticsFilters {
  const startDate = askedDay.safeParse(query.get('startDate')).data;
  const endDate = askedDay.safeParse(query.get('endDate')).data;
  const by = reportBy.safeParse(query.get('by')).data ?? 'machine';
  const split = reportBy.safeParse(query.get('split')).data;
  return {
    ...(startDate && { startDate }), ...(endDate && { endDate }), machineId: (query.get('machineId') ?? '').slice(0, 40),
    groupBy: grouping.safeParse(query.get('groupBy')).data ?? 'day', view: views.find((view) => view === query.get('view')) ?? 'overview', compare: query.get('compare') !== 'none',
    exportType: exportType.safeParse(query.get('type')).data ?? 'sales', exportFormat: exportFormat.safeParse(query.get('format')).data ?? 'csv',
    by, ...(split && canSplit(by, split) && { split }), columns: columnsOf(query.get('columns')),
  };
}

/** Defaults are left out. */
export function writeAnalyticsFilters({ startDate, endDate, machineId, groupBy, view, compare, exportType: type, exportFormat: format, by, split, columns }: AnalyticsFilters): URLSearchParams {
  const query = new URLSearchParams();
  if (startDate) query.set('startDate', startDate);
  if (endDate) query.set('endDate', endDate);
  if (machineId) query.set('machineId', machineId);
  if (groupBy !== 'day') query.set('groupBy', groupBy);
  if (view !== 'overview') query.set('view', view);
  if (!compare) query.set('compare', 'none');
  if (type !== 'sales') query.set('type', type);
  if (format !== 'csv') query.set('format', format);
  if (by !== 'machine') query.set('by', by);
  if (split) query.set('split', split);
  if (columns.join() !== columnsOf('').join()) query.set('columns', columns.join());
  return query;
}

/** What the server is asked. */
export interface Range {
  startDate?: Day;
  endDate?: Day;
  machineId?: string;
  /** From the first sale on. */
  timeframe?: 'all';
}
export const rangeOf = ({ startDate, endDate, machineId }: AnalyticsFilters): Range => ({ startDate, endDate, machineId: machineId.trim() });

/** The report that is asked for. */
export const reportOf = ({ by, split }: AnalyticsFilters): Pick<AnalyticsFilters, 'by' | 'split'> => ({ by, split });
