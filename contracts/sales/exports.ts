/** Files of what was sold, for spreadsheets, paper and programs. */
import { z } from 'zod';
import { query } from '../request.js';
import { grouping, narrowed } from './analytics.js';
import { reportChoice, reportColumns } from './reports.js';

export const exportType = z.enum(['sales', 'machines', 'products', 'summary', 'hours', 'taxes', 'losses', 'stock', 'payouts', 'report']);
export type ExportType = z.infer<typeof exportType>;
/** `csv-comma`: a comma before the decimals, and so semicolons between the columns, as spreadsheets in much of Europe read it. `xlsx`: a workbook, where text stays text, such as a SKU that begins with 0. */
export const exportFormat = z.enum(['csv', 'csv-comma', 'xlsx', 'pdf', 'json']);
export type ExportFormat = z.infer<typeof exportFormat>;
export const exportName = (type: ExportType, format: ExportFormat, startDate: string, endDate: string): string => `${type}-${format}-${startDate}-to-${endDate}.${format === 'csv-comma' ? 'csv' : format}`;
/** Asked of the gateway, which answers with a file: JSON in the envelope, all else as it is. */
export const exportSales = query('gateway.exportSales', 'analytics.export', 'Sales, machines, products, the summary, peak hours, tax rates, losses, the stock at its end, a custom report or (for owners) the payouts of a period as a file', z.object({
  ...narrowed, groupBy: grouping.default('day'), type: exportType.default('sales'), format: exportFormat.default('json'), ...reportChoice, columns: reportColumns.optional(),
}), z.unknown());
