/** Stripe Checkout behind the checkout port. Every call carries its idempotency key; every webhook is verified over its raw bytes. */
import Stripe from 'stripe';
import { BadSignature, ProviderRefused, type Chargeback, type Checkout, type CheckoutEvent, type CheckoutMessage, type CheckoutOrder } from './checkout.js';

export interface StripeOptions {
  secretKey: string;
  webhookSecret: string;
  /** Where guests come back to. */
  publicUrl: string;
  /** Another host than Stripe's own, e.g. stripe-mock. */
  api?: { host: string; port: number; protocol: 'http' | 'https' };
}

export const openStripe = ({ secretKey, api }: Pick<StripeOptions, 'secretKey' | 'api'>): Stripe => new Stripe(secretKey, { ...api, maxNetworkRetries: 2, timeout: 20_000, telemetry: false });

/** Messages older than this (seconds) are not accepted: they may be replayed. */
const TOLERANCE_SECONDS = 300;

export function openStripeCheckout({ secretKey, webhookSecret, publicUrl, api }: StripeOptions): Checkout {
  const stripe = openStripe({ secretKey, api });
  return {
    provider: 'stripe',
    async open(order) {
      const opened = await forGood(stripe.checkout.sessions.create(formOf(order, publicUrl), { idempotencyKey: order.key }));
      if (!opened.url) throw new Error(`Stripe opened checkout ${opened.id} without an address`);
      return { providerRef: opened.id, url: opened.url };
    },
    capture: ({ key, holdRef, amountCents }) => forGood(stripe.paymentIntents.capture(holdRef, { amount_to_capture: amountCents }, { idempotencyKey: key })).then(() => undefined),
    release: ({ key, holdRef }) => forGood(stripe.paymentIntents.cancel(holdRef, {}, { idempotencyKey: key })).then(() => undefined),
    close: ({ providerRef }) => forGood(stripe.checkout.sessions.expire(providerRef)).then(() => undefined),
    async captured(holdRef) {
      const { status, amount_received: received } = await forGood(stripe.paymentIntents.retrieve(holdRef));
      return status === 'succeeded' ? received : undefined;
    },
    async refund({ key, sessionId, providerRef, amountCents }) {
      const { payment_intent: intent } = await forGood(stripe.checkout.sessions.retrieve(providerRef));
      if (!intent) throw new ProviderRefused(`Checkout ${providerRef} has no payment to refund`);
      const before = await forGood(refundUnder(stripe, idOf(intent), key));
      const refund = before ?? (await forGood(stripe.refunds.create({ payment_intent: idOf(intent), amount: amountCents, reason: 'requested_by_customer', metadata: { sessionId, key } }, { idempotencyKey: key })));
      return { refundRef: refund.id };
    },
    async ask(providerRef) {
      const checkout = await forGood(stripe.checkout.sessions.retrieve(providerRef));
      const told = { id: `asked:${providerRef}`, created: checkout.created };
      if (checkout.status === 'expired') return about(told, checkout, 'abandoned');
      return checkout.status === 'complete' ? about(told, checkout, 'completed') : undefined;
    },
    async read(body, signature) {
      let event: Stripe.Event;
      try {
        event = stripe.webhooks.constructEvent(body, signature, webhookSecret, TOLERANCE_SECONDS);
      } catch (error) {
        throw new BadSignature(error instanceof Error ? error.message : 'not verified');
      }
      return understand(event, stripe);
    },
  };
}

/** Stripe forgets keys after a day; a refund whose answer was lost, and that is asked for again later than that, says itself under which it was made. */
async function refundUnder(stripe: Stripe, intent: string, key: string): Promise<Stripe.Refund | undefined> {
  for await (const refund of stripe.refunds.list({ payment_intent: intent, limit: 100 })) if (refund.metadata?.key === key) return refund;
  return undefined;
}

function formOf(order: CheckoutOrder, publicUrl: string): Stripe.Checkout.SessionCreateParams {
  const { sessionId, paymentId, kind } = order;
  const visit = encodeURIComponent(sessionId);
  const price = (name: string, amount: number, quantity: number) => ({ quantity, price_data: { currency: order.currency.toLowerCase(), unit_amount: amount, product_data: { name } } });
  const metadata = { sessionId, paymentId, kind };
  return {
    mode: 'payment', client_reference_id: sessionId, metadata,
    payment_intent_data: {
      metadata, description: `Items from ${order.machineName}`, ...(kind === 'hold' && { capture_method: 'manual' as const }),
      // For cards the provider puts its account's prefix before it, and takes no whole descriptor of ours.
      ...(order.statementDescriptor && { statement_descriptor_suffix: order.statementDescriptor }),
    },
    // Part of a visit may be paid already; what is asked for is then one line.
    line_items: kind === 'charge' && totalOf(order.lines) === order.amountCents
      ? order.lines.map((line) => price(line.name, line.priceCents, line.quantity))
      : [price(kind === 'hold' ? 'Held now, charged for what you take, the rest released' : `Items from ${order.machineName}`, order.amountCents, 1)],
    success_url: kind === 'hold' ? `${publicUrl}/vend/session/${visit}?authorized=1` : `${publicUrl}/vend/success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${publicUrl}/vend/cancel?session_id=${visit}`,
  };
}

const totalOf = (lines: CheckoutOrder['lines']): number => lines.reduce((sum, line) => sum + line.priceCents * line.quantity, 0);
const isoOf = (seconds: number): string => new Date(seconds * 1000).toISOString();
const idOf = (intent: string | { id: string }): string => (typeof intent === 'string' ? intent : intent.id);

/** What Stripe will not do however often it is asked is told apart from what failed just now. */
async function forGood<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError || error instanceof Stripe.errors.StripeCardError) throw new ProviderRefused(error.message);
    throw error;
  }
}

async function understand(event: Stripe.Event, stripe: Stripe): Promise<CheckoutMessage | undefined> {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return about(event, event.data.object, 'completed');
    case 'checkout.session.expired':
    case 'checkout.session.async_payment_failed':
      return about(event, event.data.object, 'abandoned');
    case 'refund.failed': {
      const { id, amount, metadata, failure_reason: why = 'unknown' } = event.data.object;
      return metadata?.sessionId ? { what: 'returned', eventId: event.id, sessionId: metadata.sessionId, refundRef: id, amountCents: amount, why: why.replaceAll('_', ' '), at: isoOf(event.created) } : undefined;
    }
    // An inquiry that becomes a chargeback is told by its money; a chargeback that was won, by its money or its end.
    case 'charge.dispute.created':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
    case 'charge.dispute.closed': {
      const dispute = event.data.object;
      if (dispute.status === 'prevented') return undefined; // it never became one
      const sessionId = await disputedVisit(stripe, dispute);
      return sessionId ? chargebackOf(event.id, sessionId, dispute) : undefined;
    }
    default:
      return undefined;
  }
}

/** The visit whose payment is disputed, by what that was marked with; undefined for a payment that is not a visit's. */
export async function disputedVisit(stripe: Stripe, { payment_intent: intent }: Stripe.Dispute): Promise<string | undefined> {
  if (!intent) return undefined;
  const { metadata } = typeof intent === 'string' ? await forGood(stripe.paymentIntents.retrieve(intent)) : intent;
  return metadata.sessionId;
}

const OUTCOMES: Partial<Record<Stripe.Dispute.Status, Chargeback['outcome']>> = { won: 'won', warning_closed: 'won', lost: 'lost' };

function chargebackOf(eventId: string, sessionId: string, { id, amount, currency, reason, status, created, evidence_details: { due_by: dueBy } }: Stripe.Dispute): Chargeback {
  const outcome = OUTCOMES[status];
  return {
    what: 'chargeback', eventId, sessionId, chargebackRef: id, amountCents: amount, currency: currency.toUpperCase(), why: reason.replaceAll('_', ' '), openedAt: isoOf(created),
    ...(dueBy && { respondBy: isoOf(dueBy) }), ...(status.startsWith('warning_') && { isInquiry: true }), ...(outcome && { outcome }),
  };
}

function about(event: { id: string; created: number }, checkout: Stripe.Checkout.Session, what: 'completed' | 'abandoned'): CheckoutEvent | undefined {
  const sessionId = checkout.metadata?.sessionId ?? checkout.client_reference_id;
  if (!sessionId || checkout.amount_total === null || !checkout.currency) return undefined; // a checkout that is not ours
  const told = { eventId: event.id, providerRef: checkout.id, sessionId, amountCents: checkout.amount_total, currency: checkout.currency.toUpperCase(), at: isoOf(event.created) };
  if (what === 'abandoned') return { ...told, what };
  if (checkout.metadata?.kind === 'hold') return checkout.payment_intent ? { ...told, what: 'held', holdRef: idOf(checkout.payment_intent) } : undefined;
  // Completed without payment: a delayed method, whose success or failure comes in a message of its own.
  return checkout.payment_status === 'paid' ? { ...told, what: 'paid', method: 'card' } : undefined;
}
