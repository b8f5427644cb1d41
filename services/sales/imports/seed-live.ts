/** Reads a Seed Live transaction export (CSV): purchases that can be taken, and the lines that cannot, each with its reason. */
import { createHash } from 'node:crypto';
import { setImmediate as breathe } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import type { z } from 'zod';
import { otherFile } from '@larder/contracts/csv-text.js';
import type { Day } from '@larder/contracts/day.js';
import { toAmount } from '@larder/contracts/money.js';
import { refuse, type Refusal } from '@larder/contracts/reply.js';
import type { quarantined } from '@larder/contracts/sales.js';

export type Quarantined = z.infer<typeof quarantined>;

export interface SeedLine {
  /** In the file, counted from 1 as an editor does. */
  line: number;
  /** As it stands in the file. */
  raw: string;
  product: string;
  /** The export does not say what it was. */
  isUnnamed?: true;
  category: string;
  sku: string;
  coil: string;
  quantity: number;
  unitPriceCents: number;
  totalCents: number;
}
export interface SeedPurchase {
  transaction: string;
  machineId: string;
  machineName: string;
  location: string;
  day: Day;
  method: 'cash' | 'card';
  totalCents: number;
  lines: SeedLine[];
}
export interface SeedFile {
  /** Data lines; each is in a purchase or in the quarantine. */
  rows: number;
  purchases: SeedPurchase[];
  quarantine: Quarantined[];
}

const COLUMNS = ['Status', 'Location', 'Machine', 'Product', 'Category', 'Transaction', 'TransDate', 'Type', 'RCoil', 'RPrice', 'RQty', 'LineTotal', 'TransTotal'] as const;
type Row = Record<(typeof COLUMNS)[number], string>;
interface Numbered {
  line: number;
  raw: string;
  row: Row;
}

/** Refuses with a sentence what is no such file at all. A purchase is taken whole or not at all: half of one would never be completed by a later file. */
export function readSeedLive(csv: string): SeedFile | Refusal {
  const reading = pieceByPiece(csv);
  for (;;) {
    const { done, value } = reading.next();
    if (done) return value;
  }
}

/** The same, and others have their turn in between: the longest file takes seconds. */
export async function readSeedLiveInTurns(csv: string): Promise<SeedFile | Refusal> {
  const reading = pieceByPiece(csv);
  for (;;) {
    const { done, value } = reading.next();
    if (done) return value;
    await breathe();
  }
}

function* pieceByPiece(csv: string): Generator<undefined, SeedFile | Refusal> {
  const file = yield* split(csv);
  if ('refused' in file) return file;
  const { transactions, quarantine, rows } = file;
  const purchases: SeedPurchase[] = [];
  const names = new Map<string, string>();
  let count = 0;
  for (const lines of transactions.values()) {
    const read = purchaseOf(lines, names);
    if ('reasonOf' in read) for (const one of lines) quarantine.push({ line: one.line, reason: read.reasonOf(one), row: one.raw });
    else purchases.push(read);
    count += 1;
    if (count % AT_ONCE === 0) yield;
  }
  return { rows, purchases, quarantine: quarantine.sort((a, b) => a.line - b.line) };
}

function* split(csv: string): Generator<undefined, { transactions: Map<string, Numbered[]>; quarantine: Quarantined[]; rows: number } | Refusal> {
  const other = otherFile(csv);
  if (other) return refuse('BAD_INPUT', other);
  const all = csv.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/, MOST_LINES + 1);
  if (all.length > MOST_LINES) return refuse('TOO_LARGE', 'The file has more than 200,000 lines. Please split it.');
  const [head, ...written] = all.map((raw, n) => ({ line: n + 1, raw })).filter(({ raw }) => raw.trim() !== '');
  if (!head) return refuse('BAD_INPUT', 'The file is empty');
  const delimiter = delimiterOf(head.raw);
  const header = cellsOf([head.raw], delimiter)[0]?.map((name) => name.trim()) ?? [];
  const missing = COLUMNS.filter((column) => !header.includes(column));
  if (missing.length > 0) return refuse('BAD_INPUT', `This is not a Seed Live export: it has no column ${missing.join(', ')}. Please export the transactions from Seed Live with all their columns, as CSV`);
  const transactions = new Map<string, Numbered[]>();
  const quarantine: Quarantined[] = [];
  for (let from = 0; from < written.length; from += AT_ONCE) {
    const some = written.slice(from, from + AT_ONCE);
    const cells = cellsOf(some.map(({ raw }) => raw), delimiter);
    for (const [n, { line, raw }] of some.entries()) {
      const values = cells[n];
      if (!values) quarantine.push({ line, row: raw, reason: 'A quotation mark is not closed' });
      else if (values.length !== header.length) quarantine.push({ line, row: raw, reason: `Has ${values.length} columns instead of ${header.length}` });
      else add(transactions, { line, raw, row: Object.fromEntries(COLUMNS.map((name) => [name, (values[header.indexOf(name)] ?? '').trim()])) as Row });
    }
    yield;
  }
  return { transactions, quarantine, rows: written.length };
}

function add(transactions: Map<string, Numbered[]>, one: Numbered): void {
  const its = transactions.get(one.row.Transaction);
  if (its) its.push(one);
  else transactions.set(one.row.Transaction, [one]);
}

/** More than an export of the largest size has; millions of short ones, each with its reason, would take the memory of everybody. */
const MOST_LINES = 200_000;

/** A spreadsheet that saves the file again may put what is usual in its country between the columns. */
const delimiterOf = (head: string): string => [',', ';', '\t'].reduce((best, one) => (head.split(one).length > head.split(best).length ? one : best));

/** Lines read, and purchases made of them, in one go: some milliseconds. */
const AT_ONCE = 250;

/** The cells of each line; undefined for a line with an open quotation mark. Fields of this format hold no line breaks, so one spoils its own line only: of lines with such a one among them each is read by itself. */
function cellsOf(lines: readonly string[], delimiter: string): (string[] | undefined)[] {
  try {
    const cells = parse(lines.join('\n'), { delimiter, record_delimiter: '\n', relax_column_count: true, relax_quotes: true });
    if (cells.length === lines.length) return cells;
  } catch {
    // Which one it is says each of them alone.
  }
  return lines.length === 1 ? [undefined] : lines.flatMap((line) => cellsOf([line], delimiter));
}

interface Unread {
  reasonOf(line: Numbered): string;
}

/** @param names machines met so far, by id: two of them that differ in more than capitals are never made one. */
function purchaseOf(lines: readonly Numbered[], names: Map<string, string>): SeedPurchase | Unread {
  const first = (lines[0] as Numbered).row;
  const { Transaction: transaction, Machine: machineName } = first;
  const bad = lines.find(({ row }) => problemOf(row));
  if (bad) return { reasonOf: ({ row }) => problemOf(row) ?? `Belongs to purchase ${transaction}, of which line ${bad.line} cannot be taken` };
  const refused = (reason: string): Unread => ({ reasonOf: () => reason });
  if (lines.some(({ row }) => row.Machine !== machineName || row.TransDate !== first.TransDate || row.Type !== first.Type)) return refused(`Purchase ${transaction} has lines of different machines, dates or payment types`);
  const sold = lines.map(lineOf);
  const totalCents = sold.reduce((sum, line) => sum + line.totalCents, 0);
  const other = lines.find(({ row }) => centsOf(row.TransTotal) !== totalCents);
  if (other) return refused(`Purchase ${transaction}: its lines add up to ${toAmount(totalCents)}, its total says ${other.row.TransTotal || '(empty)'}`);
  const spelled = machineIdOf(machineName).toLowerCase();
  const namesake = names.get(spelled) ?? machineName;
  const machineId = machineIdOf(namesake);
  if (namesake.toLowerCase() !== machineName.toLowerCase()) return refused(`Machine '${machineName}' would have the same id as machine '${namesake}': ${machineId}`);
  names.set(spelled, namesake);
  return {
    transaction, machineId, machineName, location: first.Location || machineName,
    day: dayOf(first.TransDate) as Day, method: first.Type === 'Cash' ? 'cash' : 'card', totalCents, lines: sold,
  };
}

/** A mistyped year would stay for good, and make 'all time' a thousand years. */
const FIRST_DAY = '2000-01-01';

/** As long as names may be that people enter; what else is in them would show as nothing, or break lines. */
const NAME = /^\P{Cc}{0,100}$/u;

/** Why a line cannot be taken, whatever stands on the others. */
function problemOf(row: Row): string | undefined {
  if (!row.Transaction) return 'Has no transaction number';
  // A spreadsheet makes 1.45158E+10 of it, and many purchases one.
  if (!/^[A-Za-z0-9_-]{1,40}$/.test(row.Transaction)) return `Transaction number cannot be read: ${row.Transaction}`;
  if (row.Status !== 'Processed' && row.Status !== 'Unlinked') return `Unknown status: ${row.Status || '(empty)'}`;
  if (!row.Machine) return 'Has no machine';
  if (!machineIdOf(row.Machine)) return `No machine id can be made of the name: ${row.Machine}`;
  for (const column of ['Machine', 'Location', 'Product', 'Category'] as const) if (!NAME.test(row[column])) return `${column} is no name: more than 100 characters, or some that cannot be shown`;
  const day = dayOf(row.TransDate);
  if (!day) return `Date cannot be read: ${row.TransDate || '(empty)'}`;
  if (day < FIRST_DAY) return `Date is too long ago: ${row.TransDate}`;
  if (row.Type !== 'Cash' && row.Type !== 'Credit') return `Unknown payment type: ${row.Type || '(empty)'}`;
  const price = centsOf(row.RPrice);
  const total = centsOf(row.LineTotal);
  if (price === undefined) return `Price is not an amount: ${row.RPrice || '(empty)'}`;
  if (total === undefined) return `Line total is not an amount: ${row.LineTotal || '(empty)'}`;
  if (!/^[1-9]\d{0,3}$/.test(row.RQty)) return `Quantity is not a whole number above 0: ${row.RQty || '(empty)'}`;
  if (price * Number(row.RQty) !== total) return `Line total ${row.LineTotal} is not ${row.RQty} x ${row.RPrice}`;
  return undefined;
}

function lineOf({ line, raw, row }: Numbered): SeedLine {
  const product = row.Product || `Unknown product (coil ${row.RCoil || '?'})`;
  return {
    line, raw, product, ...(row.Product === '' && { isUnnamed: true }), category: row.Category || 'Uncategorized', sku: skuOf(product), coil: row.RCoil, quantity: Number(row.RQty),
    unitPriceCents: centsOf(row.RPrice) as number, totalCents: centsOf(row.LineTotal) as number,
  };
}

/** 'BSQ Mall x1364 - Zales' → 'BSQ-Mall-x1364-Zales'; '' when nothing of it can be used. */
export const machineIdOf = (name: string): string => name.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-+|-+$/g, '').slice(0, 40);

/** The export has no SKUs: a readable beginning and a piece of the name's hash make one that is the same in every export. */
function skuOf(product: string): string {
  const beginning = product.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-+|-+$/g, '').slice(0, 13).toUpperCase();
  return `${beginning || 'X'}-${createHash('sha256').update(product).digest('hex').slice(0, 6).toUpperCase()}`;
}

/** Where semicolons stand between columns, a comma stands before the cents. */
function centsOf(text: string): number | undefined {
  const match = /^(\d{1,6})(?:[.,](\d{1,2}))?$/.exec(text);
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : undefined;
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];

/** 'Saturday, January 1, 2022' → '2022-01-01'; undefined for what is no day of the calendar. */
function dayOf(text: string): Day | undefined {
  const match = /^(?:([A-Za-z]+), )?([A-Za-z]+) (\d{1,2}), (\d{4})$/.exec(text);
  const month = MONTHS.indexOf(match?.[2] ?? '');
  if (!match || month < 0) return undefined;
  const date = new Date(Date.UTC(Number(match[4]), month, Number(match[3])));
  const isReal = date.getUTCMonth() === month && (!match[1] || match[1] === WEEKDAYS[date.getUTCDay()]);
  return isReal ? date.toISOString().slice(0, 10) : undefined;
}
