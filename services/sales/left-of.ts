/** How much of a sold line can still be given back. */
import type { SaleState } from './sale.js';

export const leftOf = ({ sale, refunds }: SaleState, line: number): number =>
  Object.values(refunds).reduce((left, refund) => (refund.line === line && refund.state !== 'refused' ? left - refund.amountCents : left), sale?.lines[line]?.totalCents ?? 0);

/** Whether the whole of a sold line was given back for certain. */
export const isGivenBack = ({ sale, refunds }: SaleState, line: number): boolean =>
  Object.values(refunds).reduce((given, refund) => (refund.line === line && refund.state === 'done' ? given + refund.amountCents : given), 0) === sale?.lines[line]?.totalCents;
