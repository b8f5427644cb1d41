/** How much of a sold line can still be given back. */
import type { SaleState } from './sale.js';

export const leftOf = ({ sale, refunds }: SaleState, line: number): number =>
  Object.values(refunds).reduce((left, refund) => (refund.line === line && refund.state !== 'refused' ? left - refund.amountCents : left), sale?.lines[line]?.totalCents ?? 0);
