/** CSV for spreadsheets: RFC 4180, one record a line, and no text that a spreadsheet would run as a formula. */

import { BEGINS_FORMULA } from '@larder/contracts/csv-text.js';

/** What stands before the decimals. */
export type Decimal = '.' | ',';

/** Numbers are ours and stay numbers, below zero too. */
function cell(value: string | number, decimal: Decimal): string {
  if (typeof value === 'number') return String(value).replace('.', decimal);
  const harmless = (BEGINS_FORMULA.test(value) ? `'${value}` : value).replace(/\s*[\r\n]+\s*/g, ' ');
  return /[",;]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Spreadsheets read a file that begins so as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Where a comma stands before decimals, spreadsheets expect semicolons between columns. */
export const record = (cells: readonly (string | number)[], decimal: Decimal = '.'): string => `${cells.map((value) => cell(value, decimal)).join(decimal === ',' ? ';' : ',')}\r\n`;
