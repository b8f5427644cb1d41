/** Stripe Billing behind the billing port. Every change carries its idempotency key; every webhook is verified over its raw bytes; prices are found by lookup key, or made from our one catalogue. */
import Stripe from 'stripe';
import { plans, type PlanId } from '@larder/contracts/identity/plans.js';
import { BillingAway, BillingRefused, UnsignedMessage, type Billing, type ChangeOrder, type PageOrder } from '../billing.js';
import { cardOf, customerIn, invoiceOf, planOfPrice, scheduledPlan, staying, subscriptionOf } from './stripe-words.js';

export interface StripeBillingOptions {
  secretKey: string;
  webhookSecret: string;
  /** Where owners come back to. */
  publicUrl: string;
  /** Another host than Stripe's own, e.g. stripe-mock. */
  api?: { host: string; port: number; protocol: 'http' | 'https' };
}

/** Messages older than this (seconds) are not accepted: they may be replayed. */
const TOLERANCE_SECONDS = 300;
const MOST_INVOICES = 100;

/** The amount is in the key: another price in the catalogue is another price there, and who pays the old one goes on paying it. */
const lookupKeyOf = (plan: PlanId): string => `larder_${plan}_${plans[plan].interval}_${plans[plan].priceCents}`;

export function openStripeBilling({ secretKey, webhookSecret, publicUrl, api }: StripeBillingOptions): Billing {
  const stripe = new Stripe(secretKey, { ...api, maxNetworkRetries: 2, timeout: 20_000, telemetry: false });
  const changes = new StripeChanges(stripe, new Prices(stripe));
  return {
    provider: 'stripe',
    customer: (account, name, known) => told(async () => {
      if (known && !(await stripe.customers.retrieve(known)).deleted) return { customerRef: known };
      const { id } = await stripe.customers.create({ name, metadata: { account } }, { idempotencyKey: `larder:customer:${account}${known ? `:${known}` : ''}` });
      return { customerRef: id };
    }),
    open: (order) => told(() => openPage(stripe, changes.prices, publicUrl, order)),
    change: (order) => told(() => changes.make(order)),
    preview: ({ customerRef, subscriptionRef, plan }) => told(async () => {
      const item = await changes.itemOf(subscriptionRef);
      const invoice = await stripe.invoices.createPreview({
        customer: customerRef, subscription: subscriptionRef,
        subscription_details: { items: [{ id: item.id, price: await changes.prices.of(plan) }], proration_behavior: 'always_invoice', ...item.stays },
      });
      return { lines: invoice.lines.data.map(({ description, amount }) => ({ description: description ?? plans[plan].displayName, amountCents: amount })), dueNowCents: invoice.amount_due };
    }),
    ask: (customerRef) => told(async () => {
      // First: of one that was deleted nothing else can be relied on.
      const customer = await stripe.customers.retrieve(customerRef, { expand: ['invoice_settings.default_payment_method'] });
      if (customer.deleted) return { subscriptions: [], invoices: [], isGone: true };
      const [subscriptions, invoices] = await Promise.all([
        stripe.subscriptions.list({ customer: customerRef, status: 'all', limit: MOST_INVOICES, expand: ['data.schedule', 'data.default_payment_method'] }),
        stripe.invoices.list({ customer: customerRef, limit: MOST_INVOICES }),
      ]);
      const card = cardOf(customer, subscriptions.data);
      return { subscriptions: subscriptions.data.flatMap(subscriptionOf), invoices: invoices.data.flatMap(invoiceOf), ...(card && { card }) };
    }),
    read(body, signature) {
      let event: Stripe.Event;
      try {
        event = stripe.webhooks.constructEvent(body, signature, webhookSecret, TOLERANCE_SECONDS);
      } catch (error) {
        throw new UnsignedMessage(error instanceof Error ? error.message : 'not verified');
      }
      return customerIn(event);
    },
  };
}

/** Prices at Stripe by plan, looked up once. */
class Prices {
  private readonly known = new Map<PlanId, Promise<string>>();
  constructor(private readonly stripe: Stripe) {}

  of(plan: PlanId): Promise<string> {
    const found = this.known.get(plan) ?? this.find(plan);
    this.known.set(plan, found);
    // What failed is tried again with the next question.
    found.catch(() => this.known.delete(plan));
    return found;
  }

  private async find(plan: PlanId): Promise<string> {
    const { displayName, priceCents, interval } = plans[plan];
    const key = lookupKeyOf(plan);
    const { data } = await this.stripe.prices.list({ lookup_keys: [key], active: true, limit: 1 });
    const there = data.find((price) => price.lookup_key === key);
    if (there) return there.id;
    const made = await this.stripe.prices.create({
      currency: 'usd', unit_amount: priceCents, recurring: { interval }, lookup_key: key, metadata: { plan }, product_data: { name: `Larder ${displayName}` },
    }, { idempotencyKey: `larder:price:${key}` });
    return made.id;
  }
}

interface Item {
  id: string;
  price: string;
  plan: PlanId | undefined;
  start: number;
  end: number;
  stays: ReturnType<typeof staying>;
  schedule?: Stripe.SubscriptionSchedule;
  /** The smaller plan that the schedule brings with the next period. */
  next?: PlanId | undefined;
}

class StripeChanges {
  constructor(private readonly stripe: Stripe, readonly prices: Prices) {}

  /** A subscription of ours has one item: its plan. */
  async itemOf(subscriptionRef: string): Promise<Item> {
    const held = await this.stripe.subscriptions.retrieve(subscriptionRef, { expand: ['schedule'] });
    const { items: { data: [item] }, schedule } = held;
    if (!item) throw new BillingRefused('This subscription has no plan');
    return { id: item.id, price: item.price.id, plan: planOfPrice(item.price), start: item.current_period_start, end: item.current_period_end, stays: staying(held), ...(typeof schedule === 'object' && schedule && { schedule, next: scheduledPlan(schedule) }) };
  }

  async make(order: ChangeOrder): Promise<void> {
    const { key, subscriptionRef: ref } = order;
    const { subscriptions } = this.stripe;
    const by = { idempotencyKey: key };
    if (order.to === 'end') return void (await subscriptions.cancel(ref, { prorate: true, invoice_now: true }, by));
    const item = await this.itemOf(ref);
    // Of a try that broke off after it had made it: making it once more would be answered with this one.
    const isBegun = order.to === 'smaller' && (item.next ?? order.plan) === order.plan && order.plan !== item.plan;
    if (isBegun && item.schedule) return this.bring(item.schedule, item, order.plan, key);
    // What a schedule holds cannot be changed beside it. A try that broke off may have let go of another one under this key.
    if (item.schedule) await this.stripe.subscriptionSchedules.release(item.schedule.id, {}, { idempotencyKey: `${key}:release:${item.schedule.id}` });
    switch (order.to) {
      case 'larger':
        return this.enlarge(ref, item, order.plan, key);
      case 'smaller':
        await subscriptions.update(ref, item.stays, { idempotencyKey: `${key}:keep` });
        return this.schedule(ref, item, order.plan, key);
      case 'cancel':
      case 'resume':
        await subscriptions.update(ref, order.to === 'cancel' ? { cancel_at_period_end: true } : item.stays, by);
    }
  }

  /** Charged at once, and not changed at all when that fails: the smaller plan that was to come still comes. */
  private async enlarge(ref: string, item: Item, plan: PlanId, key: string): Promise<void> {
    const price = await this.prices.of(plan);
    try {
      await this.stripe.subscriptions.update(ref, { items: [{ id: item.id, price }], proration_behavior: 'always_invoice', payment_behavior: 'error_if_incomplete', ...item.stays }, { idempotencyKey: key });
    } catch (error) {
      if (item.next && item.schedule && isRefused(error)) await this.schedule(ref, item, item.next, `${key}:back:${item.schedule.id}`);
      throw error;
    }
  }

  /** This period at the present price, from the next one on at the other. */
  private async schedule(ref: string, item: Item, plan: PlanId, key: string): Promise<void> {
    if (plan === item.plan) return; // at whichever price: who pays a former one goes on paying it
    return this.bring(await this.stripe.subscriptionSchedules.create({ from_subscription: ref }, { idempotencyKey: `${key}:schedule` }), item, plan, key);
  }

  private async bring({ id, phases: [now] }: Stripe.SubscriptionSchedule, item: Item, plan: PlanId, key: string): Promise<void> {
    const price = await this.prices.of(plan);
    // The phase that runs has to begin as it began.
    const { start_date, end_date } = now ?? { start_date: item.start, end_date: item.end };
    await this.stripe.subscriptionSchedules.update(id, {
      end_behavior: 'release', metadata: { plan }, proration_behavior: 'none',
      phases: [{ items: [{ price: item.price, quantity: 1 }], start_date, end_date }, { items: [{ price, quantity: 1 }], start_date: end_date, duration: { interval: 'month', interval_count: 1 } }],
    }, { idempotencyKey: `${key}:phases` });
  }
}

async function openPage(stripe: Stripe, prices: Prices, publicUrl: string, order: PageOrder): Promise<{ pageRef: string; url: string }> {
  const { key, account, customerRef: customer, returnPath } = order;
  const by = { idempotencyKey: key };
  const back = `${publicUrl}${returnPath}`;
  if (order.kind === 'subscribe') {
    const { id, url } = await stripe.checkout.sessions.create({
      // Neither a reference nor a visit's id: a payment of guests has those.
      mode: 'subscription', customer, line_items: [{ price: await prices.of(order.plan), quantity: 1 }], metadata: { account, plan: order.plan }, subscription_data: { metadata: { account } },
      success_url: `${back}${returnPath.includes('?') ? '&' : '?'}checkout=done`, cancel_url: back,
    }, by);
    if (!url) throw new Error(`Stripe opened checkout ${id} without an address`);
    return { pageRef: id, url };
  }
  const page = await stripe.billingPortal.sessions.create({ customer, return_url: back, ...(order.kind === 'payment-method' && { flow_data: { type: 'payment_method_update' as const } }) }, by);
  return { pageRef: page.id, url: page.url };
}

const isRefused = (error: unknown): error is Error => error instanceof Stripe.errors.StripeCardError || error instanceof Stripe.errors.StripeInvalidRequestError;

/** What Stripe will not do however often it is asked is told apart from what failed just now. */
async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { errors } = Stripe;
    if (isRefused(error)) throw new BillingRefused(error.message);
    if (error instanceof errors.StripeConnectionError || error instanceof errors.StripeAPIError || error instanceof errors.StripeRateLimitError) throw new BillingAway(error.message);
    throw error;
  }
}
