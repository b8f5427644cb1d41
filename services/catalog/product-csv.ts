/** The catalogue as CSV, out and in; what went out comes in again unchanged. */
import { parse } from 'csv-parse/sync';
import type { ProductView } from '@larder/contracts/catalog.js';
import { BEGINS_FORMULA, otherFile } from '@larder/contracts/csv-text.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';

type Cell = string | number | boolean | null | undefined;
interface Column {
  title: string;
  of(product: ProductView): Cell;
}

/** The columns that an import reads, by the field they fill. */
const COLUMNS = {
  sku: { title: 'SKU', of: (p) => p.sku },
  name: { title: 'Name', of: (p) => p.name },
  category: { title: 'Category', of: (p) => p.category },
  price: { title: 'Price', of: (p) => p.price.toFixed(2) },
  cost: { title: 'Cost', of: (p) => p.cost?.toFixed(2) },
  weight: { title: 'Weight (g)', of: (p) => p.weight },
  isActive: { title: 'Active', of: (p) => (p.isActive ? 'yes' : 'no') },
  allergens: { title: 'Allergens', of: (p) => p.allergens.join('; ') },
  imageUrl: { title: 'Image', of: (p) => p.imageUrl },
  taxRate: { title: 'Tax Rate (%)', of: (p) => p.taxRate },
} satisfies Record<string, Column>;
/** For reading only: they follow from the others and from sales. */
const FIGURES: readonly Column[] = [
  { title: 'Profit per unit', of: (p) => p.profitPerUnit }, { title: 'Profit margin (%)', of: (p) => p.profitMargin },
  { title: 'Sales 30 days', of: (p) => p.totalSales30d }, { title: 'Revenue 30 days', of: (p) => p.totalRevenue30d }, { title: 'Created', of: (p) => p.createdAt },
];
export type CsvField = keyof typeof COLUMNS;
const FIELDS = Object.keys(COLUMNS) as CsvField[];
const NEEDED: readonly CsvField[] = ['sku', 'name', 'category', 'price'];

/** A product's cells as an export spells them, before anything is done for spreadsheets. */
export const cellsOf = (product: ProductView): Record<CsvField, string> =>
  Object.fromEntries(FIELDS.map((field) => [field, String((COLUMNS[field] as Column).of(product) ?? '')])) as Record<CsvField, string>;

/** Also where it is text by an apostrophe of its own: one more is put before it, and taken off again. */
const isFormula = (text: string): boolean => BEGINS_FORMULA.test(text.replace(/^'*/, ''));
const harmless = (text: string): string => (isFormula(text) ? `'${text}` : text);
const asMeant = (text: string): string => (text.startsWith("'") && isFormula(text) ? text.slice(1) : text);

function cell(value: Cell): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' ? harmless(value) : String(value);
  return /[",;\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** RFC 4180 with a byte-order mark, so that spreadsheets read it as UTF-8. */
export function productsCsv(products: readonly ProductView[]): string {
  const columns: readonly Column[] = [...Object.values(COLUMNS), ...FIGURES];
  const records = [columns.map(({ title }) => title), ...products.map((product) => columns.map(({ of }) => of(product)))];
  return `\uFEFF${records.map((cells) => `${cells.map(cell).join(',')}\r\n`).join('')}`;
}

export interface CsvRow {
  /** In the file; the header is line 1. */
  line: number;
  /** The cells by field; a column that the file does not have is missing. */
  cells: Partial<Record<CsvField, string>>;
  /** A cell of any column whose quotation mark is closed by that of a later row, if there is one: what lies between is missing. */
  swallowed?: string;
}

export const MOST_ROWS = 10_000;
/** By itself the parser takes the first end of a line for that of all. */
const LINE_ENDS = ['\r\n', '\n', '\r'];
/** How a cell begins that is not closed as it should be: its quotation mark is left. Some text of several lines begins so by itself. */
const SWALLOWED = /^".*[\r\n]/s;
const SPELLING = { record_delimiter: LINE_ENDS, relax_column_count: true };

/** Commas, semicolons or tabs; columns in any order, by their titles or the names of the API; others are passed over. Read no further than it takes to know that there are too many rows. */
export function readProductsCsv(text: string): CsvRow[] | Refusal {
  const other = otherFile(text);
  if (other) return refuse('BAD_INPUT', other);
  let records: { record: string[]; raw: string; info: { lines: number } }[];
  let read = 0;
  const on_record = <R>(record: R, { lines }: { lines: number }): R => ((read = lines), record);
  const [firstLine = ''] = text.split(/\r?\n/, 1);
  const delimiter = delimiterOf(firstLine);
  try {
    records = parse(text, { ...SPELLING, delimiter, bom: true, info: true, raw: true, skip_records_with_empty_values: true, relax_quotes: true, to: MOST_ROWS + 2, on_record }) as unknown as typeof records;
  } catch {
    return refuse('BAD_INPUT', `This file cannot be read as CSV from line ${read + 1} on: a quotation mark opens there that is not closed. Please close it, or take it out`);
  }
  const [head, ...rows] = records;
  const places = placesOf(head?.record ?? []);
  if (isRefusal(places)) return places;
  if (rows.length > MOST_ROWS) return refuse('TOO_LARGE', `At most ${MOST_ROWS} products can be imported at once`);
  return rows.map(({ record, raw, info }) => {
    const suspect = record.find((cell) => SWALLOWED.test(cell));
    const swallowed = suspect !== undefined && !isWellQuoted(raw, delimiter) ? suspect : undefined;
    return { line: info.lines, cells: Object.fromEntries([...places].map(([field, at]) => [field, asMeant((record[at] ?? '').trim())])), ...(swallowed !== undefined && { swallowed }) };
  });
}

function isWellQuoted(raw: string, delimiter: string): boolean {
  try {
    return parse(raw, { ...SPELLING, delimiter }).length > 0;
  } catch {
    return false;
  }
}

/** Where in a row each field stands. A file may have any number of other columns, so they are passed over once; two that would fill the same field are no choice of ours. */
function placesOf(head: readonly string[]): ReadonlyMap<CsvField, number> | Refusal {
  const places = new Map<CsvField, number>();
  for (const [at, title] of head.entries()) {
    const field = fieldOf(title);
    if (!field) continue;
    const before = places.get(field);
    if (before !== undefined) return refuse('BAD_INPUT', `Two columns would both be the ${COLUMNS[field].title}: ${named(head[before])} and ${named(title)}. Please take one of them out, or call it something else`);
    places.set(field, at);
  }
  const missing = NEEDED.filter((field) => !places.has(field));
  return missing.length > 0 ? refuse('BAD_INPUT', `The first line has to name the columns. Missing: ${missing.map((field) => COLUMNS[field].title).join(', ')}`) : places;
}
const named = (title = ''): string => `"${title.trim().slice(0, 40)}"`;

const delimiterOf = (head: string): string => [',', ';', '\t'].reduce((best, one) => (head.split(one).length > head.split(best).length ? one : best));

const plain = (title: string): string => title.toLowerCase().replace(/[^a-z]/g, '');
const BY_NAME = new Map<string, CsvField>([...FIELDS.map((field) => [plain(COLUMNS[field].title), field] as const), ['weight', 'weight'], ['weightgrams', 'weight'], ['isactive', 'isActive'], ['imageurl', 'imageUrl']]);
const fieldOf = (title: string): CsvField | undefined => BY_NAME.get(plain(title));
