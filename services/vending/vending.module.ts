/** Vending: visits of guests and their payments. */
import { Module } from '@nestjs/common';
import { Kit } from '@larder/kit/kit.js';
import type { Settings } from '@larder/kit/settings.js';
import { BOOKS, type Books } from './checkouts/books.js';
import { CHECKOUT, type Checkout } from './checkouts/checkout.js';
import { DeviceEvents } from './device-events.js';
import { OffersController } from './offers.controller.js';
import { openLocalBooks } from './checkouts/local-books.js';
import { openLocalCheckout } from './checkouts/local-checkout.js';
import { givingUp } from './money/giving-up.js';
import { Payments } from './money/payments.js';
import { PaymentsController } from './money/payments.controller.js';
import { SessionsController } from './sessions.controller.js';
import { reconciling } from './money/reconciling.js';
import { refunding } from './money/refunds.js';
import type { StripeOptions } from './checkouts/stripe-checkout.js';
import { testBooksView } from './checkouts/test-account.js';
import { PayoutNights } from './payouts/nightly.js';
import { payoutCaseView, payoutView, unsettledView } from './payouts/payout-views.js';
import { PayoutsController } from './payouts/payouts.controller.js';
import { visitView } from './visit-view.js';
import { Silences } from './silences.js';
import { VisitProcess } from './visit-process.js';
import { referenceView } from './timelines/reference-view.js';
import { TimelinesController } from './timelines/timelines.controller.js';
import { unpaidView } from './timelines/unpaid-view.js';

/** Undefined: no provider is set up, the test provider stands in. */
function stripeOptions({ STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_URL, PUBLIC_URL, PORT }: Settings): StripeOptions | undefined {
  if (!secretKey || !webhookSecret) return undefined;
  const at = STRIPE_API_URL ? new URL(STRIPE_API_URL) : undefined;
  const protocol = at?.protocol === 'http:' ? 'http' : 'https';
  return { secretKey, webhookSecret, publicUrl: PUBLIC_URL ?? `http://localhost:${PORT}`, ...(at && { api: { host: at.hostname, port: Number(at.port || (protocol === 'http' ? 80 : 443)), protocol } }) };
}

// Stripe's client is large, so only those who use it load it.
async function chooseCheckout(kit: Kit): Promise<Checkout> {
  const stripe = stripeOptions(kit.settings);
  if (!stripe && kit.settings.NODE_ENV === 'production') kit.log.warn('STRIPE_SECRET_KEY is not set: guests pay at test pages that move no money');
  return stripe ? (await import('./checkouts/stripe-checkout.js')).openStripeCheckout(stripe) : openLocalCheckout(kit.chance.secret(32), kit);
}

async function chooseBooks(kit: Kit): Promise<Books> {
  const stripe = stripeOptions(kit.settings);
  return stripe ? (await import('./checkouts/stripe-books.js')).openStripeBooks(stripe) : openLocalBooks(kit);
}

@Module({
  controllers: [SessionsController, OffersController, PaymentsController, TimelinesController, PayoutsController],
  providers: [Payments, VisitProcess, DeviceEvents, Silences, PayoutNights, { provide: CHECKOUT, useFactory: chooseCheckout, inject: [Kit] }, { provide: BOOKS, useFactory: chooseBooks, inject: [Kit] }],
})
export class VendingModule {
  constructor(kit: Kit, process: VisitProcess, deviceEvents: DeviceEvents, silences: Silences, payments: Payments, nights: PayoutNights) {
    kit.add({
      name: 'vending', categories: ['session', 'payment', 'till'],
      projections: [visitView, referenceView, unpaidView, testBooksView], reactions: [process, deviceEvents, silences, refunding(kit)], deadlines: process.deadlines,
    });
    kit.add({ name: 'vending', categories: [], deadlines: reconciling(payments) });
    kit.add({ name: 'vending', categories: [], deadlines: givingUp(kit) });
    // A consumer of its own: guests do not wait for the books.
    kit.add({ name: 'payouts', categories: [], projections: [unsettledView, payoutView, payoutCaseView], reactions: [nights], deadlines: nights.deadlines });
  }
}
