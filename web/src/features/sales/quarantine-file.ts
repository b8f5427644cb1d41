/** Rows that an import could not take, as a file to mend them in. */
import type { ImportReport } from '@larder/contracts/sales.js';
import { saveFile } from '../../lib/save-file.js';

const cell = (value: string | number): string => `"${String(value).replaceAll('"', '""')}"`;

/** RFC 4180 with a byte-order mark, so that spreadsheets read it as UTF-8. */
export const quarantineCsv = (rows: ImportReport['quarantine']): string =>
  `\uFEFF${[['Line', 'Reason', 'Row'], ...rows.map(({ line, reason, row }) => [line, reason, row])].map((cells) => cells.map(cell).join(',')).join('\r\n')}\r\n`;

export const saveQuarantine = (report: Pick<ImportReport, 'fileName' | 'quarantine'>): void =>
  saveFile(new Blob([quarantineCsv(report.quarantine)], { type: 'text/csv;charset=utf-8' }), `quarantine-${report.fileName}`);
