/** The file of rows that an import could not take, to mend them in. */
import type { ImportReport } from './sales.js';

/** Spreadsheets take text that begins so for a formula, and the rows are somebody else's. */
const FORMULA = /^[=+\-@\t\r]/;

const cell = (value: string): string => `"${(FORMULA.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`;

/** RFC 4180 with a byte-order mark, so that spreadsheets read it as UTF-8; each row in one cell, as it stood in the file, behind an apostrophe where it would be a formula. */
export const quarantineCsv = (rows: ImportReport['quarantine']): string =>
  `\uFEFF${[['Line', 'Reason', 'Row'], ...rows.map(({ line, reason, row }) => [String(line), reason, row])].map((cells) => cells.map(cell).join(',')).join('\r\n')}\r\n`;
