/** Stripe's books: payouts by the day they arrive, and the balance transactions each is made of. */
import type Stripe from 'stripe';
import type { BookLine, Books, Payout } from './books.js';
import { disputedVisit, openStripe, type StripeOptions } from './stripe-checkout.js';

const PAGE = 100;
const secondsOf = (iso: string): number => Math.ceil(Date.parse(iso) / 1000);

export function openStripeBooks(options: Pick<StripeOptions, 'secretKey' | 'api'>): Books {
  const stripe = openStripe(options);
  return {
    provider: 'stripe',
    // Two working days as a rule; a weekend and a holiday may lie between.
    settlesWithinDays: 7,
    async payouts(since, until) {
      const payouts: Payout[] = [];
      for await (const { id, amount, currency, arrival_date: arrival, status, automatic } of stripe.payouts.list({ arrival_date: { gte: secondsOf(since), lt: secondsOf(until) }, limit: PAGE })) {
        // Failed: the money went back to the balance and comes with another one. Ordered by hand: Stripe does not say what is in it.
        if (status === 'failed' || status === 'canceled' || !automatic) continue;
        const lines: BookLine[] = [];
        for await (const moved of stripe.balanceTransactions.list({ payout: id, limit: PAGE, expand: ['data.source'] })) {
          if (moved.type !== 'payout') lines.push(await lineOf(moved, stripe));
        }
        payouts.push({ payoutRef: id, amountCents: amount, currency: currency.toUpperCase(), arrivesAt: new Date(arrival * 1000).toISOString(), lines });
      }
      return payouts;
    },
  };
}

const KINDS: Partial<Record<Stripe.BalanceTransaction['type'], BookLine['kind']>> = { charge: 'charge', payment: 'charge', refund: 'refund', payment_refund: 'refund', refund_failure: 'returned' };

async function lineOf({ id, type, source, amount, fee, currency }: Stripe.BalanceTransaction, stripe: Stripe): Promise<BookLine> {
  const about = typeof source === 'object' ? source : null;
  if (about?.object === 'dispute') {
    const sessionId = await disputedVisit(stripe, about);
    // A fee goes with what is taken; one that is given back is money that came.
    const feeBack = amount < 0 ? 0 : Math.max(0, -fee);
    return { ref: about.id, kind: amount < 0 ? 'charged_back' : 'returned', ...(sessionId && { sessionId }), amountCents: Math.abs(amount) + feeBack, feeCents: fee + feeBack, currency: currency.toUpperCase() };
  }
  // A charge carries what its payment was marked with, a refund what we marked it with.
  const metadata = about && 'metadata' in about ? about.metadata : null;
  const sessionId = metadata?.sessionId;
  return { ref: about?.id ?? id, kind: KINDS[type] ?? 'other', ...(sessionId && { sessionId }), amountCents: Math.abs(amount), feeCents: fee, currency: currency.toUpperCase() };
}
