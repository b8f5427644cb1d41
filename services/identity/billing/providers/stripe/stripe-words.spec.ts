import type Stripe from 'stripe';
import { subscriptionOf } from './stripe-words.js';

/** As Stripe tells of a subscription of ours. */
const theirs = (changes: object): Stripe.Subscription => ({
  id: 'sub_1', status: 'active', start_date: 0, cancel_at_period_end: false, cancel_at: null, schedule: null,
  items: { data: [{ price: { lookup_key: 'larder_professional_month_14900' }, current_period_start: 0, current_period_end: 2_592_000 }] }, ...changes,
}) as unknown as Stripe.Subscription;

describe('A subscription at Stripe', () => {
  it.each([['active', ['active']], ['trialing', ['active']], ['past_due', ['past_due']], ['unpaid', ['past_due']], ['paused', ['past_due']], ['canceled', ['canceled']], ['incomplete', []], ['incomplete_expired', []]])('that is %s is %j here', (status, ours) => {
    expect(subscriptionOf(theirs({ status })).map((told) => told.status)).toEqual(ours);
  });

  it('waits for the plan of a schedule that goes on, and for none of one that has ended', () => {
    const next = (status: string) => subscriptionOf(theirs({ schedule: { status, metadata: { plan: 'starter' } } })).map(({ pendingPlan }) => pendingPlan);
    expect([next('active'), next('released'), next('canceled')]).toEqual([['starter'], [undefined], [undefined]]);
  });

  it('of a price that is not ours is none', () => {
    expect(subscriptionOf(theirs({ items: { data: [{ price: { lookup_key: 'gold' }, current_period_start: 0, current_period_end: 1 }] } }))).toEqual([]);
  });
});
