/** What a payment provider tells about a checkout, and the memory of the test provider that stands in for one. */
import { z } from 'zod';
import type { FactOf } from '../fact.js';
import { cents, currency } from '../money.js';
import { paymentMethod } from '../vending.js';

const told = z.object({
  /** The provider's id of the message; it may come more than once and in any order. */
  eventId: z.string(), providerRef: z.string(), sessionId: z.string(), amountCents: cents, currency,
  /** ISO 8601. */
  at: z.string(),
});
export const checkoutEvent = z.discriminatedUnion('what', [
  told.extend({ what: z.literal('paid'), method: paymentMethod }), told.extend({ what: z.literal('held'), holdRef: z.string() }), told.extend({ what: z.literal('abandoned') }),
]);
export type CheckoutEvent = z.infer<typeof checkoutEvent>;

const atCheckout = z.object({ providerRef: z.string(), sessionId: z.string() });
const moved = atCheckout.extend({
  /** The idempotency key it was asked under. */
  key: z.string(), amountCents: cents, currency, at: z.string(),
});
/** Stream `testpay-<checkout>`: the books of the test provider, kept apart from ours so that the two can be compared. */
export const testProviderFacts = {
  /** `order` is a hash of what was asked for: the key is good for that alone. */
  TestCheckoutOpened: atCheckout.extend({ order: z.string() }),
  TestCheckoutSettled: checkoutEvent,
  TestHoldCaptured: moved,
  TestHoldReleased: atCheckout.extend({ key: z.string() }),
  TestMoneyRefunded: moved.extend({ refundRef: z.string() }),
};
export type TestProviderFact = FactOf<typeof testProviderFacts>;
