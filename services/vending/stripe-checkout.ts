/** Stripe Checkout behind the checkout port. Every call carries its idempotency key; every webhook is verified over its raw bytes. */
import Stripe from 'stripe';
import { BadSignature, ProviderRefused, type Checkout, type CheckoutEvent } from './checkout.js';

export interface StripeOptions {
  secretKey: string;
  webhookSecret: string;
  /** Where guests come back to. */
  publicUrl: string;
  /** Another host than Stripe's own, e.g. stripe-mock. */
  api?: { host: string; port: number; protocol: 'http' | 'https' };
}

/** Messages older than this (seconds) are not accepted: they may be replayed. */
const TOLERANCE_SECONDS = 300;

export function openStripeCheckout({ secretKey, webhookSecret, publicUrl, api }: StripeOptions): Checkout {
  const stripe = new Stripe(secretKey, { ...api, maxNetworkRetries: 2, timeout: 20_000, telemetry: false });
  return {
    provider: 'stripe',
    async open(order) {
      const opened = await stripe.checkout.sessions.create({
        mode: 'payment',
        client_reference_id: order.sessionId,
        metadata: { sessionId: order.sessionId, paymentId: order.paymentId },
        payment_intent_data: { metadata: { sessionId: order.sessionId, paymentId: order.paymentId }, description: `Items from ${order.machineName}` },
        line_items: order.lines.map((line) => ({
          quantity: line.quantity,
          price_data: { currency: order.currency.toLowerCase(), unit_amount: line.priceCents, product_data: { name: line.name } },
        })),
        success_url: `${publicUrl}/vend/success?session_id={CHECKOUT_SESSION_ID}`,
        cancel_url: `${publicUrl}/vend/cancel?session_id=${encodeURIComponent(order.sessionId)}`,
      }, { idempotencyKey: order.key });
      if (!opened.url) throw new Error(`Stripe opened checkout ${opened.id} without an address`);
      return { providerRef: opened.id, url: opened.url };
    },
    async refund({ key, providerRef, amountCents }) {
      const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(providerRef);
      if (!intent) throw new ProviderRefused(`Checkout ${providerRef} has no payment to refund`);
      try {
        const refund = await stripe.refunds.create({ payment_intent: typeof intent === 'string' ? intent : intent.id, amount: amountCents, reason: 'requested_by_customer' }, { idempotencyKey: key });
        return { refundRef: refund.id };
      } catch (error) {
        if (error instanceof Stripe.errors.StripeInvalidRequestError || error instanceof Stripe.errors.StripeCardError) throw new ProviderRefused(error.message);
        throw error;
      }
    },
    read(body, signature) {
      let event: Stripe.Event;
      try {
        event = stripe.webhooks.constructEvent(body, signature, webhookSecret, TOLERANCE_SECONDS);
      } catch (error) {
        throw new BadSignature(error instanceof Error ? error.message : 'not verified');
      }
      return understand(event);
    },
  };
}

function understand(event: Stripe.Event): CheckoutEvent | undefined {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      // Completed without payment: a delayed method, whose success or failure comes in a message of its own.
      return event.data.object.payment_status === 'paid' ? about(event, event.data.object, 'paid') : undefined;
    case 'checkout.session.expired':
    case 'checkout.session.async_payment_failed':
      return about(event, event.data.object, 'abandoned');
    default:
      return undefined;
  }
}

function about(event: Stripe.Event, checkout: Stripe.Checkout.Session, what: 'paid' | 'abandoned'): CheckoutEvent | undefined {
  const sessionId = checkout.metadata?.sessionId ?? checkout.client_reference_id;
  if (!sessionId || checkout.amount_total === null || !checkout.currency) return undefined; // a checkout that is not ours
  return {
    eventId: event.id, what, providerRef: checkout.id, sessionId, amountCents: checkout.amount_total, currency: checkout.currency.toUpperCase(),
    method: 'card', at: new Date(event.created * 1000).toISOString(),
  };
}
