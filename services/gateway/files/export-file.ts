/** Sales, machines, products, tax rates, payouts or the summary of a period as CSV, workbook, PDF or JSON, written while it is read. */
import { Readable } from 'node:stream';
import { exportName, type exportSales, type ExportFormat } from '@larder/contracts/sales/exports.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { In } from '@larder/contracts/request.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import type { Kit } from '@larder/kit/kit.js';
import { BYTE_ORDER_MARK, record, type Decimal } from './csv.js';
import { CONTENT_TYPES, type FileAnswer } from './file-answer.js';
import type { Sheet } from './sheet.js';
import { sheetOf } from './sheets.js';
import { MOST_RECORDS, xlsx } from './xlsx.js';

export async function exportFile(kit: Kit, asks: In<typeof exportSales>, asked: Asked): Promise<FileAnswer | Refusal> {
  const sheet = await sheetOf(kit, asks, asked);
  if (isRefusal(sheet)) return sheet;
  const { startDate, endDate } = sheet.overview;
  const { format, type } = asks;
  if (format === 'xlsx' && sheet.total > MOST_RECORDS) return refuse('TOO_LARGE', 'A worksheet has no room for so many records. Please choose a shorter period, or CSV');
  const hasLines = format !== 'pdf' && format !== 'xlsx';
  return { name: exportName(type, format, startDate, endDate), contentType: CONTENT_TYPES[format], body: await written(sheet, format, kit.clock.now()), ...(hasLines && { records: sheet.total }) };
}

async function written(sheet: Sheet, format: ExportFormat, at: Date): Promise<Readable> {
  switch (format) {
    case 'csv': return Readable.from(csv(sheet, '.'));
    case 'csv-comma': return Readable.from(csv(sheet, ','));
    case 'json': return Readable.from(json(sheet));
    case 'xlsx': return workbook(sheet);
    case 'pdf': return (await import('./export-pdf.js')).exportPdf(sheet, at); // large, and seldom wanted
  }
}

async function* csv({ columns, batches }: Sheet, decimal: Decimal): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + record(columns.map(({ title }) => title), decimal);
  for await (const rows of batches) if (rows.length > 0) yield rows.map((row) => record(columns.map(({ of }) => of(row)), decimal)).join('');
}

const workbook = ({ title, columns, batches, sums }: Sheet): Readable => xlsx([...(sums ? [{ name: sums.title, columns: sums.columns, batches: [sums.rows] }] : []), { name: title, columns, batches }]);

/** In the envelope of every answer. */
async function* json({ type, overview, records, batches, sums }: Sheet): AsyncGenerator<string> {
  const { startDate, endDate, timeZone, currency, summary, methods } = overview;
  const head = JSON.stringify({ type, startDate, endDate, timeZone, currency, summary, paymentMethods: methods, ...(sums && { [sums.name]: sums.rows }) });
  yield `{"success":true,"data":${head.slice(0, -1)},${JSON.stringify(records)}:[`;
  let separator = '\n';
  for await (const rows of batches) {
    if (rows.length === 0) continue;
    yield separator + rows.map((row) => JSON.stringify(row)).join(',\n');
    separator = ',\n';
  }
  yield '\n]}}\n';
}
