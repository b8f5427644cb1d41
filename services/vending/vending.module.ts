/** Vending: visits of guests and their payments. */
import { Module } from '@nestjs/common';
import { Kit } from '@larder/kit/kit.js';
import { CHECKOUT, type Checkout } from './checkout.js';
import { DeviceEvents } from './device-events.js';
import { openLocalCheckout } from './local-checkout.js';
import { Payments } from './payments.js';
import { PaymentsController } from './payments.controller.js';
import { SessionsController } from './sessions.controller.js';
import { reconciling } from './reconciling.js';
import { refunding } from './refunds.js';
import { openStripeCheckout } from './stripe-checkout.js';
import { visitView } from './visit-view.js';
import { VisitProcess } from './visit-process.js';
import { TimelinesController } from './timelines.controller.js';

function chooseCheckout({ settings, chance }: Kit): Checkout {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, PUBLIC_URL, PORT } = settings;
  if (!secretKey || !webhookSecret) return openLocalCheckout(chance.secret(32));
  return openStripeCheckout({ secretKey, webhookSecret, publicUrl: PUBLIC_URL ?? `http://localhost:${PORT}` });
}

@Module({
  controllers: [SessionsController, PaymentsController, TimelinesController],
  providers: [Payments, VisitProcess, DeviceEvents, { provide: CHECKOUT, useFactory: chooseCheckout, inject: [Kit] }],
})
export class VendingModule {
  constructor(kit: Kit, process: VisitProcess, deviceEvents: DeviceEvents, payments: Payments) {
    kit.add({
      name: 'vending', categories: ['session', 'payment', 'till'],
      projections: [visitView], reactions: [process, deviceEvents, refunding(kit)], deadlines: process.deadlines,
    });
    kit.add({ name: 'vending', categories: [], deadlines: reconciling(payments) });
  }
}
