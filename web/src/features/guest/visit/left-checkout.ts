/** What is true after a guest came back from the checkout, left it or cancelled: read from the visit itself, never assumed. */
import type { SessionView } from '@larder/contracts/vending.js';
import { formatAmount } from '../../../lib/money-and-time.js';
import { dueOf } from './session-screen.js';

export interface Story {
  heading: string;
  /** Sentences, each of them proven by the visit's state. */
  says: string[];
  /** There is something left to do in the visit. */
  canReturn: boolean;
}

export function afterLeaving(view: Pick<SessionView, 'status' | 'totalAmount' | 'currency' | 'hold'>): Story {
  const cancelled = { heading: 'Payment Cancelled', canReturn: true };
  const total = formatAmount(view.totalAmount, view.currency);
  const due = formatAmount(dueOf(view), view.currency);
  const charged = view.hold?.charged ? `${formatAmount(view.hold.charged, view.currency)} of ${total} was charged to the card that was held.` : undefined;
  switch (view.status) {
    case 'active':
      return { ...cancelled, says: ['No charges were made.', 'Your session is still active.'] };
    case 'committed':
      return { ...cancelled, says: [charged ?? 'No charges were made.', `Your session is still active and ${due} is due for the items you took.`] };
    case 'payment_pending':
      return { ...cancelled, says: [charged ?? 'You left the checkout and we have not received a payment.', `${due} is still due for the items you took.`] };
    case 'completed':
      return { heading: 'Payment Successful!', says: [charged && dueOf(view) > 0 ? charged : `Your payment of ${total} was received.`], canReturn: true };
    case 'cancelled':
      return { ...cancelled, says: ['Your session was cancelled. No charges were made.', ...heldOf(view)], canReturn: false };
    case 'expired':
      return { ...cancelled, says: ['Session has expired. No charges were made.', ...heldOf(view)], canReturn: false };
  }
}

/** What became of the money that was held for a visit that charged nothing. */
function heldOf({ hold, currency }: Pick<SessionView, 'hold' | 'currency'>): string[] {
  if (!hold || hold.state === 'needed') return [];
  const amount = formatAmount(hold.amount, currency);
  return [hold.state === 'placed' ? `The ${amount} held on your card are being released.` : `The ${amount} held on your card were released.`];
}

/** What a guest who paid is told until the payment is known to have arrived. */
export function afterPaying(status: SessionView['status'] | undefined): { heading: string; says: string; tone: 'due' | 'calm' } {
  switch (status) {
    // Whoever comes from the checkout had a payment under way: the provider has said meanwhile that it failed.
    case 'committed':
      return { heading: 'Payment Not Completed', says: 'The payment did not go through, and the items you took are still to be paid for. Please return to the session to pay again.', tone: 'due' };
    case 'cancelled':
    case 'expired':
      return { heading: 'Payment Cancelled', says: 'No payment was received for this session.', tone: 'calm' };
    default:
      return { heading: 'Payment in progress...', says: 'We are waiting for the payment provider to confirm. You need not pay again: this page updates by itself.', tone: 'due' };
  }
}

export const noSession: Story = { heading: 'Payment Cancelled', says: ['No session found'], canReturn: false };
