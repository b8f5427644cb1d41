/** The rows sales are read from: one per sold line, and daily sums so that no screen adds up a year on request. */
import type { PaymentMethod } from '@larder/contracts/vending.js';
import type { Stored } from '@larder/contracts/fact.js';
import { plain } from '@larder/contracts/names.js';
import { endingOf, type SoldLine } from '@larder/contracts/sales.js';
import type { Projection } from '@larder/kit/views/projection.js';
import type { SaleFact } from './sale.js';

export interface SaleRow extends SoldLine {
  id: string;
  /** `<day> <moment>`: ordered by the day on the machine's wall, then by time. */
  when: string;
  day: string;
  saleId: string;
  reference: string;
  /** Of the reference, as it is looked for: people read it out and type it. */
  ending: string;
  soldAt: string;
  timeKnown: boolean;
  /** The machine's, where it is known. */
  timeZone?: string;
  machineId: string;
  machineName: string;
  /** Where it stood then. */
  address: string;
  method: PaymentMethod;
  currency: string;
  /** Missing where none is known. */
  taxBasisPoints?: number;
  /** Missing where Larder has no payment to give back through. */
  paymentId?: string;
  /** Given back so far, and asked of the payment provider. */
  refundedCents: number;
  refunds: readonly { refundId: string; amountCents: number; reason: string; state: 'asked' | 'done' | 'refused'; why?: string; at: string }[];
}

export const account = (fact: { meta: { account: string } }): string => fact.meta.account;

const lineId = ({ saleId, line }: { saleId: string; line: number }): string => `${saleId}.${line}`;

/** Sold lines, each with what was given back of it. */
export const saleView: Projection<SaleFact, SaleRow> = {
  collection: 'sales',
  version: 8,
  orders: ['when', ['machineId', 'when'], ['method', 'when'], ['machineId', 'method', 'when'], 'soldAt', ['method', 'soldAt'], ['ending', 'soldAt']],
  categories: ['sale'],
  rows: (fact) => (fact.type === 'SaleRecorded' ? fact.data.lines.map((_, line) => ({ account: account(fact), id: lineId({ saleId: fact.data.saleId, line }) })) : [{ account: account(fact), id: lineId(fact.data) }]),
  apply(row, fact, id) {
    if (fact.type !== 'SaleRecorded') return row && withRefund(row, fact);
    const { data } = fact;
    const line = data.lines[Number(id.slice(data.saleId.length + 1))];
    if (!line) return undefined;
    const { day, soldAt, saleId, reference, timeKnown, timeZone, machineId, machineName, address, method, currency, taxBasisPoints, paymentId } = data;
    return { ...line, id, when: `${day} ${soldAt}`, day, saleId, reference, ending: plain(endingOf(reference)), soldAt, timeKnown, ...(timeZone && { timeZone }), machineId, machineName, address, method, currency, ...(taxBasisPoints !== undefined && { taxBasisPoints: line.taxBasisPoints ?? taxBasisPoints }), ...(paymentId && { paymentId }), refundedCents: 0, refunds: [] };
  },
};

function withRefund(row: SaleRow, fact: Stored<Exclude<SaleFact, { type: 'SaleRecorded' }>>): SaleRow {
  const { refundId, amountCents } = fact.data;
  if (fact.type === 'RefundRequested') return { ...row, refunds: [...row.refunds, { refundId, amountCents, reason: fact.data.reason, state: 'asked', at: fact.meta.at }] };
  const isDone = fact.type === 'SaleRefunded';
  const isUndone = fact.type === 'RefundUndone';
  const why = isUndone ? fact.data.reason : fact.type === 'RefundRefused' ? fact.data.why : undefined;
  return {
    ...row, refundedCents: row.refundedCents + (isDone ? amountCents : isUndone ? -amountCents : 0),
    refunds: row.refunds.map((refund) => (refund.refundId === refundId ? { ...refund, amountCents, state: isDone ? 'done' as const : 'refused' as const, ...(why !== undefined && { why }) } : refund)),
  };
}

export interface RefundRow extends Pick<Extract<SaleFact, { type: 'SaleRefunded' }>['data'], 'refundId' | 'saleId' | 'line' | 'amountCents' | 'currency' | 'reason' | 'taxCents' | 'refundedAt' | 'day' | 'machineId' | 'machineName' | 'address' | 'method' | 'name' | 'sku' | 'category'> {
  id: string;
  /** As a sale's. */
  when: string;
}

/** What was given back, each on the day it was; below zero what was undone of it, on the day that was. */
export const refundView: Projection<SaleFact, RefundRow> = {
  collection: 'sale-refunds',
  version: 3,
  orders: ['when'],
  categories: ['sale'],
  rows: (fact) => (fact.type === 'SaleRefunded' ? [{ account: account(fact), id: fact.data.refundId }] : fact.type === 'RefundUndone' ? [{ account: account(fact), id: `${fact.data.refundId}:undone` }] : []),
  apply(row, fact, id) {
    if (fact.type !== 'SaleRefunded' && fact.type !== 'RefundUndone') return row;
    const { productId: _, heard: __, ...data } = givenBack(fact);
    return { ...data, id, when: `${data.day} ${data.refundedAt}` };
  },
};

export interface Figures {
  revenueCents: number;
  /** What the revenue is less by. */
  refundedCents: number;
  /** Of the revenue, as far as it is known. */
  taxCents: number;
  /** Of the units whose cost is known. */
  costCents: number;
  /** What is left after tax of the units whose cost is not known. */
  uncostedCents: number;
  transactions: number;
  quantity: number;
}
export interface MachineDay extends Figures {
  day: string;
  machineId: string;
  machineName: string;
  /** Where it stood then. */
  address: string;
  method: PaymentMethod;
  /** When the latest sale was; empty where there is none. */
  lastAt: string;
}

const costOf = (lines: readonly SoldLine[]): number => lines.reduce((sum, line) => sum + (line.costCents ?? 0) * line.quantity, 0);
const taxOf = (lines: readonly SoldLine[]): number => lines.reduce((sum, line) => sum + (line.taxCents ?? 0), 0);
const uncostedOf = (lines: readonly SoldLine[]): number => lines.reduce((sum, line) => (line.costCents === null ? sum + line.totalCents - (line.taxCents ?? 0) : sum), 0);
const unitsOf = (lines: readonly SoldLine[]): number => lines.reduce((sum, line) => sum + line.quantity, 0);

/** What counts: a sale on its day, and a refund, less, on its own, or more again where it was undone. */
type Refunded = Extract<SaleFact, { type: 'SaleRefunded' }>;
type Undone = Extract<SaleFact, { type: 'RefundUndone' }>;
type Counted = Extract<SaleFact, { type: 'SaleRecorded' }> | Refunded | Undone;
export const isCounted = (fact: Stored<SaleFact>): fact is Stored<Counted> => fact.type === 'SaleRecorded' || fact.type === 'SaleRefunded' || fact.type === 'RefundUndone';

/** What was given back, as it is taken off; below zero where that was undone. */
export function givenBack(fact: Refunded | Undone): Refunded['data'] {
  if (fact.type === 'SaleRefunded') return fact.data;
  const { undoneAt, amountCents, taxCents, ...data } = fact.data;
  return { ...data, amountCents: -amountCents, ...(taxCents !== undefined && { taxCents: -taxCents }), refundedAt: undoneAt };
}

/** Sums by day, machine, method and where the machine stood: one that is moved sells at two addresses on that day. What is given back is taken off where it was sold. */
export const machineDayView: Projection<SaleFact, MachineDay> = {
  collection: 'sale-machine-days',
  version: 6,
  orders: ['day', ['machineId', 'day']],
  categories: ['sale'],
  rows: (fact) => (isCounted(fact) ? [{ account: account(fact), id: `${fact.data.day} ${fact.data.machineId} ${fact.data.method} ${fact.data.address}` }] : []),
  apply(row, fact) {
    if (!isCounted(fact)) return row;
    const { day, machineId, machineName, address, method } = fact.data;
    const about = { day, machineId, machineName, address, method };
    // What is given back of long ago gives nothing its name of then.
    if (fact.type !== 'SaleRecorded') return { ...(row ?? { ...about, lastAt: '' }), ...less(row, givenBack(fact)) };
    // A machine that was cut off tells of sales behind later ones.
    const { soldAt } = fact.data;
    return { ...(row && row.lastAt > soldAt ? row : { ...about, lastAt: soldAt }), ...withSale(row, fact.data) };
  },
};

export interface ProductDay extends Figures {
  day: string;
  machineId: string;
  productId: string;
  name: string;
  sku: string;
  category: string;
}

/** Of all machines; called what it was when it was sold last on that day. */
export type ProductSum = Omit<ProductDay, 'machineId'>;

/** Sums by day, machine and product. */
export const productDayView: Projection<SaleFact, ProductDay> = {
  collection: 'sale-product-days',
  version: 5,
  orders: ['day', ['machineId', 'day']],
  categories: ['sale'],
  rows(fact) {
    if (!isCounted(fact)) return [];
    const products = fact.type !== 'SaleRecorded' ? [fact.data.productId] : [...new Set(fact.data.lines.map((line) => line.productId))];
    return products.map((productId) => ({ account: account(fact), id: productDayId(fact.data, productId) }));
  },
  apply(row, fact, id) {
    if (!isCounted(fact)) return row;
    if (fact.type !== 'SaleRecorded') {
      const { day, machineId, productId, name, sku, category } = fact.data;
      return { ...(row ?? { day, machineId, productId, name, sku, category }), ...less(row, givenBack(fact)) };
    }
    const { data } = fact;
    const lines = data.lines.filter((line) => productDayId(data, line.productId) === id);
    const [first] = lines;
    if (!first) return row;
    const { productId, name, sku, category } = first;
    return { day: data.day, machineId: data.machineId, productId, name, sku, category, ...more(row, lines) };
  },
};
const productDayId = ({ day, machineId }: { day: string; machineId: string }, productId: string): string => `${day} ${machineId} ${productId}`;

/** What was, and one purchase with these lines. */
export const more = (row: Figures | undefined, lines: readonly SoldLine[]): Figures => ({
  revenueCents: (row?.revenueCents ?? 0) + lines.reduce((sum, line) => sum + line.totalCents, 0), refundedCents: row?.refundedCents ?? 0, taxCents: (row?.taxCents ?? 0) + taxOf(lines), costCents: (row?.costCents ?? 0) + costOf(lines), uncostedCents: (row?.uncostedCents ?? 0) + uncostedOf(lines),
  transactions: (row?.transactions ?? 0) + 1, quantity: (row?.quantity ?? 0) + unitsOf(lines),
});

/** What was, and one purchase whole: the money is what was paid for all of it. */
export const withSale = (row: Figures | undefined, { totalCents, lines }: { totalCents: number; lines: readonly SoldLine[] }): Figures => ({ ...more(row, lines), revenueCents: (row?.revenueCents ?? 0) + totalCents });

/** What was, and some money given back. */
export const less = (row: Figures | undefined, { amountCents, taxCents = 0, isUncosted = false }: { amountCents: number; taxCents?: number; isUncosted?: boolean }): Figures => ({
  revenueCents: (row?.revenueCents ?? 0) - amountCents, refundedCents: (row?.refundedCents ?? 0) + amountCents, taxCents: (row?.taxCents ?? 0) - taxCents, costCents: row?.costCents ?? 0, uncostedCents: (row?.uncostedCents ?? 0) - (isUncosted ? amountCents - taxCents : 0),
  transactions: row?.transactions ?? 0, quantity: row?.quantity ?? 0,
});
