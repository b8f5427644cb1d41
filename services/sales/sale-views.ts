/** The rows sales are read from: one per sold line, and daily sums so that no screen adds up a year on request. */
import type { PaymentMethod } from '@larder/contracts/vending.js';
import type { SoldLine } from '@larder/contracts/sales.js';
import type { Projection } from '@larder/kit/project.js';
import type { SaleFact } from './sale.js';

export interface SaleRow extends SoldLine {
  id: string;
  /** `<day> <moment>`: ordered by the day on the machine's wall, then by time. */
  when: string;
  day: string;
  saleId: string;
  reference: string;
  soldAt: string;
  timeKnown: boolean;
  machineId: string;
  machineName: string;
  method: PaymentMethod;
  currency: string;
}

const account = (fact: { meta: { account: string } }): string => fact.meta.account;

/** Sold lines. */
export const saleView: Projection<SaleFact, SaleRow> = {
  collection: 'sales',
  version: 1,
  orders: ['when'],
  categories: ['sale'],
  rows: (fact) => fact.data.lines.map((_, n) => ({ account: account(fact), id: `${fact.data.saleId}.${n}` })),
  apply(_, { data }, id) {
    const line = data.lines[Number(id.slice(data.saleId.length + 1))];
    if (!line) return undefined;
    const { day, soldAt, saleId, reference, timeKnown, machineId, machineName, method, currency } = data;
    return { ...line, id, when: `${day} ${soldAt}`, day, saleId, reference, soldAt, timeKnown, machineId, machineName, method, currency };
  },
};

export interface Figures {
  revenueCents: number;
  /** Of the units whose cost is known. */
  costCents: number;
  transactions: number;
  quantity: number;
}
export interface MachineDay extends Figures {
  day: string;
  machineId: string;
  machineName: string;
  address: string;
  method: PaymentMethod;
}

const costOf = (lines: readonly SoldLine[]): number => lines.reduce((sum, line) => sum + (line.costCents ?? 0) * line.quantity, 0);
const unitsOf = (lines: readonly SoldLine[]): number => lines.reduce((sum, line) => sum + line.quantity, 0);

/** Sums by day, machine and method. */
export const machineDayView: Projection<SaleFact, MachineDay> = {
  collection: 'sale-machine-days',
  version: 1,
  orders: ['day'],
  categories: ['sale'],
  rows: (fact) => [{ account: account(fact), id: `${fact.data.day} ${fact.data.machineId} ${fact.data.method}` }],
  apply(row, { data }) {
    const { day, machineId, machineName, address, method, lines } = data;
    return {
      day, machineId, machineName, address, method,
      revenueCents: (row?.revenueCents ?? 0) + data.totalCents, costCents: (row?.costCents ?? 0) + costOf(lines),
      transactions: (row?.transactions ?? 0) + 1, quantity: (row?.quantity ?? 0) + unitsOf(lines),
    };
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

/** Sums by day, machine and product. */
export const productDayView: Projection<SaleFact, ProductDay> = {
  collection: 'sale-product-days',
  version: 1,
  orders: ['day'],
  categories: ['sale'],
  rows: (fact) => [...new Set(fact.data.lines.map((line) => line.productId))].map((productId) => ({ account: account(fact), id: productDayId(fact.data, productId) })),
  apply(row, { data }, id) {
    const lines = data.lines.filter((line) => productDayId(data, line.productId) === id);
    const [first] = lines;
    if (!first) return row;
    const { productId, name, sku, category } = first;
    return {
      day: data.day, machineId: data.machineId, productId, name, sku, category,
      revenueCents: (row?.revenueCents ?? 0) + lines.reduce((sum, line) => sum + line.totalCents, 0), costCents: (row?.costCents ?? 0) + costOf(lines),
      transactions: (row?.transactions ?? 0) + 1, quantity: (row?.quantity ?? 0) + unitsOf(lines),
    };
  },
};
const productDayId = ({ day, machineId }: { day: string; machineId: string }, productId: string): string => `${day} ${machineId} ${productId}`;

/** All-time revenue by machine. */
export const machineRevenueView: Projection<SaleFact, { machineId: string; revenueCents: number }> = {
  collection: 'machine-revenue',
  version: 1,
  orders: ['machineId'],
  categories: ['sale'],
  rows: (fact) => [{ account: account(fact), id: fact.data.machineId }],
  apply: (row, { data }) => ({ machineId: data.machineId, revenueCents: (row?.revenueCents ?? 0) + data.totalCents }),
};
