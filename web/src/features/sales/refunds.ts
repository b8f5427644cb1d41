/** What can still be given back of a sold line, and what became of what was asked. */
import type { SaleView } from '@larder/contracts/sales.js';
import { formatAmount } from '../../lib/money-and-time.js';

type Refundable = Pick<SaleView, 'amount' | 'refundedAmount' | 'refundingAmount' | 'refunded' | 'refunds' | 'currency'>;

const inCents = (amount: number): number => Math.round(amount * 100);
/** Neither given back nor under way. */
export const remaining = ({ amount, refundedAmount, refundingAmount }: Refundable): number => (inCents(amount) - inCents(refundedAmount) - inCents(refundingAmount)) / 100;

export const isRefundable = (sale: Refundable): boolean => !sale.refunded && remaining(sale) > 0;

/** What is said beside the status, newest last; nothing of a line that was never touched or is all given back. */
export function refundNotes(sale: Refundable): { tone: 'quiet' | 'warn'; text: string }[] {
  const { refundedAmount, refundingAmount, refunded, refunds, currency } = sale;
  const last = refunds[refunds.length - 1];
  return [
    ...(refundedAmount > 0 && !refunded ? [{ tone: 'quiet' as const, text: `${formatAmount(refundedAmount, currency)} refunded` }] : []),
    ...(refundingAmount > 0 ? [{ tone: 'quiet' as const, text: `Refund of ${formatAmount(refundingAmount, currency)} under way` }] : []),
    ...(last?.state === 'refused' ? [{ tone: 'warn' as const, text: `Refund of ${formatAmount(last.amount, currency)} refused: ${last.why ?? 'no reason given'}` }] : []),
  ];
}

/** What is said when a refund was taken. */
export function takenText({ refundingAmount, refundsBy, currency }: Pick<SaleView, 'refundingAmount' | 'refundsBy' | 'currency'>, amount: number): string {
  const money = formatAmount(amount, currency);
  if (refundsBy === 'hand') return `Refund of ${money} recorded`;
  return refundingAmount > 0 ? `Refund of ${money} is under way` : `${money} refunded`;
}

/** What is wrong with an amount as a person typed it. */
export function amountComplaint(text: string, left: number, currency: string): string | undefined {
  if (!/^\d+([.,]\d{1,2})?$/.test(text.trim())) return 'Please enter an amount, such as 1.50';
  const amount = amountOf(text);
  if (amount <= 0) return 'The amount must be above zero';
  return inCents(amount) > inCents(left) ? `At most ${formatAmount(left, currency)} can still be refunded` : undefined;
}
export const amountOf = (text: string): number => Number(text.trim().replace(',', '.'));
