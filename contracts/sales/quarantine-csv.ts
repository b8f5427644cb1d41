/** The file of rows that an import could not take, to mend them in. */
import { BEGINS_FORMULA } from '../csv-text.js';
import type { ImportReport } from '../sales.js';

const cell = (value: string): string => `"${(BEGINS_FORMULA.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`;

/** RFC 4180 with a byte-order mark, so that spreadsheets read it as UTF-8; each row in one cell, as it stood in the file, behind an apostrophe where it would be a formula. */
export const quarantineCsv = (rows: ImportReport['quarantine']): string =>
  `\uFEFF${[['Line', 'Reason', 'Row'], ...rows.map(({ line, reason, row }) => [String(line), reason, row])].map((cells) => cells.map(cell).join(',')).join('\r\n')}\r\n`;
