/** Finds the sale behind a guest's private link, and whose it is. */
import type { Projection } from '@larder/kit/views/projection.js';
import type { SaleFact } from '../sale.js';

export interface ReceiptRow {
  account: string;
  saleId: string;
}
/** Guests have no organization: their rows are found by ids nobody can guess. */
export const GUESTS = 'guests';

export const receiptView: Projection<SaleFact, ReceiptRow> = {
  collection: 'receipts',
  version: 1,
  orders: [],
  categories: ['sale'],
  rows: (fact) => (fact.type === 'SaleRecorded' && fact.data.source === 'visit' ? [{ account: GUESTS, id: fact.data.reference }] : []),
  apply: (row, fact) => (fact.type === 'SaleRecorded' ? { account: fact.meta.account, saleId: fact.data.saleId } : row),
};
