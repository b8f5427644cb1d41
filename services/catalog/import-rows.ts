/** Decides what each row of a product file means for the catalogue, by its SKU. Pure. */
import { z } from 'zod';
import { consistent, productFields, type ProductDescription } from '@larder/contracts/catalog.js';
import { toAmount, toCents } from '@larder/contracts/money.js';
import type { ImportedRow } from '@larder/contracts/product-files.js';
import { changesOf } from './history.js';
import { ownTax, percentOf, present } from './presenting.js';
import { cellsOf, type CsvField, type CsvRow } from './product-csv.js';
import type { ProductRow } from './product-view.js';

export interface Sorted extends ImportedRow {
  /** What the product will be; of a new one without an id yet. None for what is refused. */
  wanted?: Omit<ProductDescription, 'productId'>;
  /** What it is now, and how many times it was set. */
  before?: ProductDescription;
  version?: number;
}

const keyOf = (sku: string): string => sku.toUpperCase();

/** @param known products by upper-case SKU */
export function sortRows(rows: readonly CsvRow[], known: ReadonlyMap<string, ProductRow>): Sorted[] {
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const { sku = '', name = '' } = row.cells;
    const about = { line: row.line, sku, name };
    const first = seen.get(keyOf(sku));
    if (first !== undefined) return { ...about, outcome: 'refused', reason: `SKU ${sku} stands in line ${first} already` };
    if (sku) seen.set(keyOf(sku), row.line);
    const before = known.get(keyOf(sku));
    // Taken over from elsewhere, it may break rules for people; what nobody changed is not judged.
    if (before && row.swallowed === undefined && isUntouched(row, before)) return { ...about, outcome: 'same' };
    const swallowed = row.swallowed ?? Object.values(row.cells).find((text) => LINE_BREAK.test(text));
    if (swallowed !== undefined) return { ...about, sku: linesOf(sku)[0], name: linesOf(name)[0], outcome: 'refused', reason: `A cell goes over ${linesOf(swallowed).length} lines, which are no products like that: a quotation mark in it is not closed, or it has a line break. Please take that out` };
    const read = readRow(row, before);
    if (typeof read === 'string') return { ...about, outcome: 'refused', reason: read };
    if (!before) return { ...about, outcome: 'new', wanted: read };
    const fields = changesOf(before, { ...read, productId: before.productId }).map(({ field }) => field);
    return fields.length > 0 ? { ...about, outcome: 'changed', fields, wanted: read, before: descriptionOf(before), version: before.version } : { ...about, outcome: 'same' };
  });
}

const LINE_BREAK = /\r\n|\r|\n/;
const linesOf = (text: string): [string, ...string[]] => text.split(LINE_BREAK) as [string, ...string[]];

function isUntouched({ cells }: CsvRow, before: ProductRow): boolean {
  const there = cellsOf(present(before, undefined));
  return Object.entries(cells).every(([field, text]) => text === there[field as CsvField]);
}

/** Without what a view adds for itself: what is stored is compared and changed. */
const descriptionOf = ({ productId, sku, name, category, priceCents, costCents, weightGrams, isActive, allergens, imageUrl, taxBasisPoints }: ProductRow): ProductDescription =>
  ({ productId, sku, name, category, priceCents, costCents, weightGrams, isActive, allergens: [...allergens], ...(imageUrl && { imageUrl }), ...(taxBasisPoints !== undefined && { taxBasisPoints }) });

/** What is not known of a product may stay so. */
const unknownAllowed = consistent(z.object({ ...productFields, cost: productFields.cost.nullable(), weight: productFields.weight.nullable() }));

const YES = new Set(['yes', 'true', '1', 'active', 'y']);
const NO = new Set(['no', 'false', '0', 'inactive', 'n']);

/** The product a row describes, or why not. Columns that are missing leave things as they are. */
function readRow({ cells }: CsvRow, before: ProductDescription | undefined): Omit<ProductDescription, 'productId'> | string {
  const active = cells.isActive?.toLowerCase();
  if (active && !YES.has(active) && !NO.has(active)) return 'Active must be yes or no';
  const read = unknownAllowed.safeParse({
    sku: cells.sku, name: cells.name, category: cells.category, price: numberOf(cells.price),
    cost: cells.cost ? numberOf(cells.cost) : unknownOr(cells.cost, before?.costCents === null, before?.costCents == null ? undefined : toAmount(before.costCents)),
    weight: cells.weight ? numberOf(cells.weight) : unknownOr(cells.weight, before?.weightGrams === null, before?.weightGrams ?? undefined),
    isActive: active ? YES.has(active) : (before?.isActive ?? true),
    allergens: cells.allergens === undefined ? (before?.allergens ?? []) : listOf(cells.allergens),
    imageUrl: cells.imageUrl === undefined ? before?.imageUrl : cells.imageUrl || undefined,
    taxRate: cells.taxRate === undefined ? percentOf(before?.taxBasisPoints) : (numberOf(cells.taxRate.replace(/\s*%$/, '')) ?? null),
  });
  if (!read.success) return [...new Set(read.error.issues.map(({ message }) => message))].join('; ');
  const { sku, name, category, price, cost, weight, isActive, allergens, imageUrl, taxRate } = read.data;
  return { sku: before && keyOf(before.sku) === keyOf(sku) ? before.sku : sku, name, category, priceCents: toCents(price), costCents: cost === null ? null : toCents(cost), weightGrams: weight, isActive, allergens, ...(imageUrl && { imageUrl }), ...ownTax(taxRate) };
}

/** An empty cell is refused, except where nobody ever knew; a missing column leaves what is there. */
function unknownOr(cell: string | undefined, isUnknown: boolean, known: number | undefined): number | null | undefined {
  if (isUnknown) return null;
  return cell === undefined ? known : undefined;
}

/** With a currency's sign on either side or none. Where semicolons stand between columns, a comma stands before the cents; one before three digits may be of thousands. */
const numberOf = (text: string | undefined): number | undefined => {
  const bare = (text ?? '').replace(/^\p{Sc}\s*|\s*\p{Sc}$/gu, '');
  if (bare === '') return undefined;
  return /^-?(\d+(\.\d+|,\d{1,2})?|\.\d+|,\d{1,2})$/.test(bare) ? Number(bare.replace(',', '.')) : Number.NaN;
};

const listOf = (text: string): string[] => [...new Set(text.split(/[;|]/).map((one) => one.trim()).filter(Boolean))];
