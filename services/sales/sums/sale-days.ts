/** Daily sums over all machines: what a total of years is added up from. */
import type { PaymentMethod } from '@larder/contracts/vending.js';
import type { Projection } from '@larder/kit/views/projection.js';
import type { SaleFact } from '../sale.js';
import { account, givenBack, isCounted, less, withSale, type Figures } from '../sale-views.js';

export interface SaleDay extends Figures {
  day: string;
  method: PaymentMethod;
  /** Of `transactions`, those that another system has sold. */
  importedTransactions: number;
}

export const saleDayView: Projection<SaleFact, SaleDay> = {
  collection: 'sale-days',
  version: 4,
  orders: ['day'],
  categories: ['sale'],
  rows: (fact) => (isCounted(fact) ? [{ account: account(fact), id: `${fact.data.day} ${fact.data.method}` }] : []),
  apply(row, fact) {
    if (!isCounted(fact)) return row;
    const { day, method } = fact.data;
    const isImported = fact.type === 'SaleRecorded' && fact.data.source !== 'visit';
    return { day, method, importedTransactions: (row?.importedTransactions ?? 0) + (isImported ? 1 : 0), ...(fact.type === 'SaleRecorded' ? withSale(row, fact.data) : less(row, givenBack(fact))) };
  },
};
