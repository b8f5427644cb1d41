/** CSV for spreadsheets: RFC 4180, one record a line, and no text that a spreadsheet would run as a formula. */

/** Spreadsheets take text that begins so for a formula, whoever wrote it. */
const FORMULA = /^[=+\-@\t\r]/;

/** Numbers are ours and stay numbers, below zero too. */
function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const harmless = (FORMULA.test(value) ? `'${value}` : value).replace(/\s*[\r\n]+\s*/g, ' ');
  return /[",]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Spreadsheets read a file that begins so as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

export const record = (cells: readonly (string | number)[]): string => `${cells.map(cell).join(',')}\r\n`;
