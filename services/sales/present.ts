/** A sold line as the API shows it. */
import { toAmount } from '@larder/contracts/money.js';
import type { SaleView } from '@larder/contracts/sales.js';
import type { SaleRow } from './sale-views.js';

/** What has been asked back of these lines and is not yet given, as a decimal. */
export const refundingAmount = (rows: readonly Pick<SaleRow, 'refunds'>[]): number =>
  toAmount(rows.flatMap(({ refunds }) => refunds).reduce((sum, { state, amountCents }) => (state === 'asked' ? sum + amountCents : sum), 0));

/** @param timeZone the organization's, for lines of machines whose own is not known */
export function present(row: SaleRow, timeZone: string): SaleView {
  const amount = toAmount(row.totalCents);
  return {
    id: row.id, transactionId: row.reference, date: row.soldAt, timestamp: row.soldAt, day: row.day, timeKnown: row.timeKnown, timeZone: row.timeZone ?? timeZone,
    product: { id: row.productId, name: row.name, sku: row.sku }, quantity: row.quantity, machine: { machineId: row.machineId, name: row.machineName },
    amount, totalAmount: amount, currency: row.currency, paymentMethod: row.method,
    refunded: row.refundedCents > 0 && row.refundedCents >= row.totalCents, refundedAmount: toAmount(row.refundedCents),
    refundingAmount: refundingAmount([row]),
    refundsBy: row.paymentId ? 'provider' : 'hand',
    refunds: row.refunds.map(({ refundId, amountCents, reason, state, why, at }) => ({ refundId, amount: toAmount(amountCents), reason, state, why, at })),
  };
}
