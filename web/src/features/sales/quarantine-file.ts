/** Rows that an import could not take, as a file to mend them in. */
import { quarantineCsv } from '@larder/contracts/sales/quarantine-csv.js';
import type { ImportReport } from '@larder/contracts/sales.js';
import { saveFile } from '../../lib/files/save-file.js';

export const saveQuarantine = (report: Pick<ImportReport, 'fileName' | 'quarantine'>): void =>
  saveFile(new Blob([quarantineCsv(report.quarantine)], { type: 'text/csv;charset=utf-8' }), `quarantine-${report.fileName}`);
