/** Reads a Seed Live transaction export (CSV): purchases that can be taken, and the lines that cannot, each with its reason. */
import { createHash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import type { Day } from '@larder/contracts/day.js';
import type { z } from 'zod';
import type { quarantined } from '@larder/contracts/sales.js';

export type Quarantined = z.infer<typeof quarantined>;

export interface SeedLine {
  /** In the file, counted from 1 as an editor does. */
  line: number;
  product: string;
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
  rows: number;
  purchases: SeedPurchase[];
  quarantine: Quarantined[];
}

const COLUMNS = ['Location', 'Machine', 'Product', 'Category', 'Transaction', 'TransDate', 'Type', 'RCoil', 'RPrice', 'RQty', 'LineTotal', 'TransTotal'] as const;
type Row = Record<(typeof COLUMNS)[number], string>;
interface Numbered {
  line: number;
  raw: string;
  row: Row;
}

/** Throws a sentence for the person when it is no such file at all. A purchase is taken whole or not at all: half of one would never be completed by a later file. */
export function readSeedLive(csv: string): SeedFile {
  const { numbered, quarantine, rows } = split(csv);
  const byTransaction = new Map<string, Numbered[]>();
  for (const one of numbered) {
    const its = byTransaction.get(one.row.Transaction);
    if (its) its.push(one);
    else byTransaction.set(one.row.Transaction, [one]);
  }
  const purchases: SeedPurchase[] = [];
  for (const lines of byTransaction.values()) {
    const problems = new Map(lines.map((one) => [one, problemOf(one.row)] as const).filter(([, problem]) => problem));
    const whole = problems.size === 0 ? purchaseOf(lines) : undefined;
    if (whole && typeof whole !== 'string') purchases.push(whole);
    else for (const one of lines) quarantine.push({ line: one.line, row: one.raw, reason: problems.get(one) ?? (typeof whole === 'string' ? whole : `Belongs to purchase ${one.row.Transaction}, of which line ${[...problems.keys()][0]?.line} cannot be read`) });
  }
  return { rows, purchases, quarantine: quarantine.sort((a, b) => a.line - b.line) };
}

function split(csv: string): { numbered: Numbered[]; quarantine: Quarantined[]; rows: number } {
  type Record_ = { record: string[]; raw: string; info: { lines: number } };
  let records: Record_[];
  try {
    records = parse(csv, { bom: true, relax_column_count: true, relax_quotes: true, skip_empty_lines: true, info: true, raw: true }) as unknown as Record_[];
  } catch (error) {
    throw new Error(`This is not a CSV file: ${error instanceof Error ? error.message : 'it cannot be read'}`, { cause: error });
  }
  const header = records[0]?.record.map((name) => name.trim()) ?? [];
  const missing = COLUMNS.filter((column) => !header.includes(column));
  if (missing.length > 0) throw new Error(`This is not a Seed Live export: it has no column ${missing.join(', ')}`);
  const numbered: Numbered[] = [];
  const quarantine: Quarantined[] = [];
  for (const { record, raw, info } of records.slice(1)) {
    const text = raw.replace(/\r?\n$/, '');
    if (record.length !== header.length) quarantine.push({ line: info.lines, row: text, reason: `Has ${record.length} columns instead of ${header.length}` });
    else numbered.push({ line: info.lines, raw: text, row: Object.fromEntries(COLUMNS.map((name) => [name, (record[header.indexOf(name)] ?? '').trim()])) as Row });
  }
  return { numbered, quarantine, rows: records.length - 1 };
}

function problemOf(row: Row): string | undefined {
  if (!row.Transaction) return 'Has no transaction number';
  if (!machineIdOf(row.Machine)) return 'Has no machine';
  if (!dayOf(row.TransDate)) return `Date cannot be read: ${row.TransDate || '(empty)'}`;
  if (row.Type !== 'Cash' && row.Type !== 'Credit') return `Unknown payment type: ${row.Type || '(empty)'}`;
  const price = centsOf(row.RPrice);
  const total = centsOf(row.LineTotal);
  if (price === undefined) return `Price is not an amount: ${row.RPrice || '(empty)'}`;
  if (total === undefined) return `Line total is not an amount: ${row.LineTotal || '(empty)'}`;
  if (!/^[1-9]\d{0,3}$/.test(row.RQty)) return `Quantity is not a whole number above 0: ${row.RQty || '(empty)'}`;
  if (price * Number(row.RQty) !== total) return `Line total ${row.LineTotal} is not ${row.RQty} x ${row.RPrice}`;
  return undefined;
}

function purchaseOf(lines: readonly Numbered[]): SeedPurchase | string {
  const first = (lines[0] as Numbered).row;
  if (lines.some(({ row }) => row.Machine !== first.Machine || row.TransDate !== first.TransDate || row.Type !== first.Type)) return `Purchase ${first.Transaction} has lines of different machines, dates or payment types`;
  const sold = lines.map(lineOf);
  const totalCents = sold.reduce((sum, line) => sum + line.totalCents, 0);
  if (totalCents !== centsOf(first.TransTotal)) return `Purchase ${first.Transaction}: its lines add up to ${totalCents / 100}, its total says ${first.TransTotal}`;
  return {
    transaction: first.Transaction, machineId: machineIdOf(first.Machine), machineName: first.Machine, location: first.Location || first.Machine,
    day: dayOf(first.TransDate) as Day, method: first.Type === 'Cash' ? 'cash' : 'card', totalCents, lines: sold,
  };
}

function lineOf({ line, row }: Numbered): SeedLine {
  const product = row.Product || `Unknown product (coil ${row.RCoil || '?'})`;
  return {
    line, product, category: row.Category || 'Uncategorized', sku: skuOf(product), coil: row.RCoil, quantity: Number(row.RQty),
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

function centsOf(text: string): number | undefined {
  const match = /^(\d{1,6})(?:\.(\d{1,2}))?$/.exec(text);
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : undefined;
}

const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];

/** 'Saturday, January 1, 2022' → '2022-01-01'; undefined for what is no day of the calendar. */
function dayOf(text: string): Day | undefined {
  const match = /^(?:[A-Za-z]+, )?([A-Za-z]+) (\d{1,2}), (\d{4})$/.exec(text);
  const month = MONTHS.indexOf(match?.[1] ?? '');
  if (!match || month < 0) return undefined;
  const date = new Date(Date.UTC(Number(match[3]), month, Number(match[2])));
  return date.getUTCMonth() === month ? date.toISOString().slice(0, 10) : undefined;
}
