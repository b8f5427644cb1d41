/** A workbook for spreadsheets (Office Open XML, ECMA-376): text stays text, whatever it looks like, and numbers and days are such in every language. */
import { Readable, type PassThrough } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Column, Value } from './sheet.js';

export interface Worksheet {
  name: string;
  columns: readonly Column[];
  batches: Iterable<readonly unknown[]> | AsyncIterable<readonly unknown[]>;
}

/** A worksheet has 1,048,576 rows; the first names the columns. */
export const MOST_RECORDS = 1_048_575;

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const LINKED = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Nobody asks when parts of an export were made. */
const STAMP = { mtime: new Date(Date.UTC(1980, 0, 2)) };

/** Places in the list of formats below. */
const STYLES = { text: 0, number: 0, title: 1, money: 2, day: 3, percent: 4 } as const;
const format = (font: number, number: number): string => `<xf numFmtId="${number}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyFont="1" applyNumberFormat="1"/>`;
const font = (bold: string): string => `<font>${bold}<sz val="11"/><name val="Calibri"/></font>`;
const FORMATS = `${HEAD}<styleSheet xmlns="${MAIN}"><fonts count="2">${font('')}${font('<b/>')}</fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>`
  + '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>'
  + `<cellXfs count="5">${format(0, 0)}${format(1, 0)}${format(0, 4)}${format(0, 14)}${format(0, 10)}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** Written while it is read: of a list of any length only what is on its way is in memory. Records that fail, and a reader who leaves, end each other. */
export function xlsx(sheets: readonly Worksheet[]): Readable {
  const file = new ZipFile();
  const output = file.outputStream as PassThrough;
  const numbered = sheets.map((sheet, n) => ({ ...sheet, n: n + 1 }));
  const add = (name: string, content: string): void => file.addBuffer(Buffer.from(content), name, STAMP);
  add('[Content_Types].xml', `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>${numbered.map(({ n }) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${TYPES}.worksheet+xml"/>`).join('')}</Types>`);
  add('_rels/.rels', links([['officeDocument', 'xl/workbook.xml']]));
  add('xl/workbook.xml', `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${LINKED}"><sheets>${numbered.map(({ name, n }) => `<sheet name="${escaped(name)}" sheetId="${n}" r:id="rId${n}"/>`).join('')}</sheets></workbook>`);
  add('xl/_rels/workbook.xml.rels', links([...numbered.map(({ n }) => ['worksheet', `worksheets/sheet${n}.xml`] as const), ['styles', 'styles.xml']]));
  add('xl/styles.xml', FORMATS);
  for (const { n, ...sheet } of numbered) {
    const records = Readable.from(worksheet(sheet), { objectMode: false }).once('error', (error) => output.destroy(error));
    output.once('close', () => records.destroy());
    file.addReadStream(records, `xl/worksheets/sheet${n}.xml`, STAMP);
  }
  file.end();
  return output;
}

const links = (targets: readonly (readonly [string, string])[]): string =>
  `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${targets.map(([type, target], n) => `<Relationship Id="rId${n + 1}" Type="${LINKED}/${type}" Target="${target}"/>`).join('')}</Relationships>`;

/** The names of the columns stay in sight. */
async function* worksheet({ columns, batches }: Omit<Worksheet, 'name'>): AsyncGenerator<string> {
  yield `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`;
  yield `<cols>${columns.map(({ kind }, n) => `<col min="${n + 1}" max="${n + 1}" width="${kind === 'text' ? 18 : 12}" customWidth="1"/>`).join('')}</cols><sheetData>`;
  let n = 1;
  const row = (cells: readonly string[]): string => `<row r="${n}">${cells.map((cell, at) => `<c r="${letter(at)}${n}"${cell}`).join('')}</row>`;
  yield row(columns.map(({ title }) => asText(title, STYLES.title)));
  for await (const rows of batches) {
    let text = '';
    for (const one of rows) {
      n++;
      text += row(columns.map(({ of, kind }) => cellOf(of(one), kind)));
    }
    if (text !== '') yield text;
  }
  yield '</sheetData></worksheet>';
}

/** 0 is A; a worksheet of ours has 26 columns at most. */
const letter = (at: number): string => String.fromCharCode(65 + at);

/** The rest of a cell behind its place. */
function cellOf(value: Value, kind: Column['kind']): string {
  if (value === '') return '/>';
  if (kind === 'day') return ` s="${STYLES.day}"><v>${serial(String(value))}</v></c>`;
  if (typeof value === 'string') return asText(value, STYLES.text);
  return ` s="${STYLES[kind]}"><v>${kind === 'percent' ? Number((value / 100).toFixed(6)) : value}</v></c>`;
}

const asText = (text: string, style: number): string => ` s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;

/** Days since the one that spreadsheets count as 0. */
const serial = (day: string): number => (Date.parse(day) - Date.UTC(1899, 11, 30)) / 86_400_000;

const ENTITIES: Partial<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** XML has no place for control characters, and spreadsheets take `_x0041_` for a letter. */
const escaped = (text: string): string =>
  text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '').replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_').replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
