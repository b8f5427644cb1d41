/** Sums over all time, by machine and by method: a list without a period needs no year of daily sums. */
import type { Day } from '@larder/contracts/day.js';
import type { PaymentMethod } from '@larder/contracts/vending.js';
import type { Projection } from '@larder/kit/views/projection.js';
import type { SaleFact } from '../sale.js';
import { account, givenBack, isCounted, less, withSale, type Figures } from '../sale-views.js';

export interface SaleTotal extends Figures {
  /** '' is all machines together. */
  machineId: string;
  method: PaymentMethod;
  firstDay: Day;
  lastDay: Day;
}

export const saleTotalView: Projection<SaleFact, SaleTotal> = {
  collection: 'sale-totals',
  version: 3,
  orders: ['machineId'],
  categories: ['sale'],
  rows: (fact) => (isCounted(fact) ? ['', fact.data.machineId].map((machineId) => ({ account: account(fact), id: `${fact.data.method} ${machineId}` })) : []),
  apply(row, fact, id) {
    if (!isCounted(fact)) return row;
    const { day, method } = fact.data;
    const machineId = id.slice(method.length + 1);
    const firstDay = row && row.firstDay < day ? row.firstDay : day;
    const lastDay = row && row.lastDay > day ? row.lastDay : day;
    return { machineId, method, firstDay, lastDay, ...(fact.type === 'SaleRecorded' ? withSale(row, fact.data) : less(row, givenBack(fact))) };
  },
};
