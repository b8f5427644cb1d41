/** Invoices and subscriptions as the API shows them. */
import type { Invoice, ToldInvoice } from '@larder/contracts/identity/billing.js';
import type { subscription } from '@larder/contracts/identity/organization.js';
import { graceEnd, plans } from '@larder/contracts/identity/plans.js';
import type { Out } from '@larder/contracts/request.js';
import { priceOf, type Standing } from './standing-of.js';
import type { SubscriptionState } from './subscription.js';

export const dollars = (cents: number): number => cents / 100;

export type InvoiceAddresses = Pick<ToldInvoice, 'hostedUrl' | 'pdfUrl'>;

/** Newest first. `addresses` are those of now, by invoice: the ones on facts run out. */
export function shownInvoices(invoices: readonly ToldInvoice[], addresses: ReadonlyMap<string, InvoiceAddresses> = new Map()): Invoice[] {
  return [...invoices].sort((a, b) => (a.issuedAt === b.issuedAt ? (a.number < b.number ? 1 : -1) : a.issuedAt < b.issuedAt ? 1 : -1)).map(({ invoiceRef, number, status, totalCents, currency, lines, issuedAt, periodStart, periodEnd, nextAttemptAt }) => ({
    id: invoiceRef, number, status, amount: dollars(totalCents), currency, issuedAt, periodStart, periodEnd, lines: lines.map(({ description, amountCents }) => ({ description, amount: dollars(amountCents) })),
    ...(nextAttemptAt && { nextAttemptAt }), ...addressesOf(addresses.get(invoiceRef)),
  }));
}

const addressesOf = ({ hostedUrl, pdfUrl }: InvoiceAddresses = {}): InvoiceAddresses => ({ ...(hostedUrl && { hostedUrl }), ...(pdfUrl && { pdfUrl }) });

export function shownSubscription({ organization, paid, given, plan, status }: Standing, { invoices }: SubscriptionState): Out<typeof subscription> {
  const trialEndsAt = organization.created?.trialEndsAt;
  const { currentPeriodStart, currentPeriodEnd, cancelAtPeriodEnd } = paid ?? given ?? { currentPeriodStart: undefined, currentPeriodEnd: trialEndsAt, cancelAtPeriodEnd: false };
  const isPaid = paid !== undefined && paid.status !== 'canceled';
  // What is billed, also when a payment is overdue for so long that less of it is open.
  const held = isPaid ? plans[paid.plan] : plan;
  const cents = isPaid ? priceOf(paid) : held.priceCents;
  const pending = isPaid && paid.pendingPlan ? plans[paid.pendingPlan] : undefined;
  const nextAttemptAt = Object.values(invoices).filter((one) => one.status === 'open').map((one) => one.nextAttemptAt).find(Boolean);
  return {
    plan: { name: held.id, displayName: held.displayName, price: dollars(cents) }, status, currentPeriodStart, currentPeriodEnd, cancelAtPeriodEnd, trialEndsAt, isPaid,
    ...(pending && { pendingPlan: { name: pending.id, displayName: pending.displayName } }),
    ...(isPaid && status === 'past_due' && nextAttemptAt && { nextAttemptAt }), ...(isPaid && paid.pastDueSince && { graceEndsAt: graceEnd(paid.pastDueSince) }),
  };
}
