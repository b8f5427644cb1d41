/** Stripe's objects in our words. What is not of our making is passed over. */
import type Stripe from 'stripe';
import { invoiceStatus, type Card, type InvoiceLine, type ToldInvoice, type ToldSubscription } from '@larder/contracts/identity/billing.js';
import { planIds, type PlanId } from '@larder/contracts/identity/price-list.js';

const idOf = (it: string | { id: string }): string => (typeof it === 'string' ? it : it.id);
const iso = (seconds: number): string => new Date(seconds * 1000).toISOString();
const isPlan = (text: string | undefined): text is PlanId => planIds.some((id) => id === text);

/** `incomplete`: the first payment is not there, so there is no subscription yet. */
const statuses: Record<string, ToldSubscription['status'] | undefined> = {
  active: 'active', trialing: 'active', past_due: 'past_due', unpaid: 'past_due', paused: 'past_due', canceled: 'canceled', incomplete_expired: undefined, incomplete: undefined,
};

/** Of our prices only. */
export function planOfPrice({ metadata, lookup_key: key }: Pick<Stripe.Price, 'metadata' | 'lookup_key'>): PlanId | undefined {
  const named = metadata?.plan ?? /^larder_([a-z]+)_/.exec(key ?? '')?.[1];
  return isPlan(named) ? named : undefined;
}

/** What takes a cancellation back: the portal sets the day of the end where a call sets the flag, and each is undone by itself. */
export const staying = ({ cancel_at: at, cancel_at_period_end: isAtEnd }: Pick<Stripe.Subscription, 'cancel_at' | 'cancel_at_period_end'>): { cancel_at: '' } | { cancel_at_period_end: false } =>
  (at && !isAtEnd ? { cancel_at: '' } : { cancel_at_period_end: false });

/** The plan that an expanded schedule of ours brings with the next period. */
export function scheduledPlan(schedule: Stripe.Subscription['schedule']): PlanId | undefined {
  const next = typeof schedule === 'object' && schedule?.status === 'active' ? schedule.metadata?.plan : undefined;
  return isPlan(next) ? next : undefined;
}

export function subscriptionOf({ id, status: theirs, start_date, cancel_at_period_end, cancel_at, items, schedule }: Stripe.Subscription): ToldSubscription[] {
  const [item] = items.data;
  const plan = item && planOfPrice(item.price);
  const status = statuses[theirs];
  if (!item || !plan || !status) return [];
  const next = scheduledPlan(schedule);
  return [{
    subscriptionRef: id, plan, status, startedAt: iso(start_date), currentPeriodStart: iso(item.current_period_start), currentPeriodEnd: iso(item.current_period_end), cancelAtPeriodEnd: cancel_at_period_end || (cancel_at ?? Infinity) <= item.current_period_end,
    ...(next && next !== plan && { pendingPlan: next }), ...(item.price.unit_amount !== null && { priceCents: item.price.unit_amount }),
  }];
}

/** A draft is not an invoice yet. What it comes to is what is paid: what the customer had as credit is a line of its own. */
export function invoiceOf({ id, number, status, lines, total, amount_due: due, currency, created, period_start, period_end, next_payment_attempt: next, hosted_invoice_url: hostedUrl, invoice_pdf: pdfUrl }: Stripe.Invoice): ToldInvoice[] {
  const known = invoiceStatus.safeParse(status);
  if (!id || !known.success) return [];
  const [first] = lines.data;
  const billed = lines.data.map(({ description, amount }) => ({ description: description ?? '', amountCents: amount }));
  return [{
    invoiceRef: id, number: number ?? id, status: known.data, totalCents: due, currency: currency.toUpperCase(), issuedAt: iso(created), lines: [...billed, ...balanceOf(total, due)],
    // An invoice's own period is the one before; what was bought stands on its lines.
    periodStart: iso(first?.period.start ?? period_start), periodEnd: iso(first?.period.end ?? period_end),
    ...(status === 'open' && next && { nextAttemptAt: iso(next) }), ...(hostedUrl && { hostedUrl }), ...(pdfUrl && { pdfUrl }),
  }];
}

/** What is taken off by credit, kept as such, or still owed from before. */
function balanceOf(total: number, due: number): InvoiceLine[] {
  if (due === total) return [];
  return [{ description: due < total ? 'Credit' : total < 0 ? 'Kept as credit' : 'From before', amountCents: due - total }];
}

/** What an open subscription is paid with, else the customer's own. */
export function cardOf(customer: Stripe.Customer, subscriptions: readonly Stripe.Subscription[]): Card | undefined {
  const methods = [...subscriptions.filter(({ status }) => status !== 'canceled').map((one) => one.default_payment_method), customer.invoice_settings.default_payment_method];
  const card = methods.map((method) => (typeof method === 'object' ? method?.card : undefined)).find(Boolean);
  return card ? { brand: card.brand, last4: card.last4, expMonth: card.exp_month, expYear: card.exp_year } : undefined;
}

/** Whom a message is about, if it is about a subscription, an invoice or a card of theirs. */
export function customerIn({ type, data: { object } }: Stripe.Event): { customerRef: string } | undefined {
  const isOurs = /^(customer\.subscription|invoice|subscription_schedule|payment_method)\./.test(type) || (type === 'checkout.session.completed' && (object as Stripe.Checkout.Session).mode === 'subscription');
  if (type === 'customer.updated' || type === 'customer.deleted') return { customerRef: (object as Stripe.Customer).id };
  const { customer } = object as { customer?: string | { id: string } | null };
  return isOurs && customer ? { customerRef: idOf(customer) } : undefined;
}
