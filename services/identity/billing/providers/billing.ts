/** The billing port: who takes money for subscriptions, on pages of its own, and says how each one stands. */
import type { Card, InvoiceLine, ToldInvoice, ToldSubscription } from '@larder/contracts/identity/billing.js';
import type { PlanId } from '@larder/contracts/identity/plans.js';

/** The provider will not do it, now or later; the message is for the owner. */
export class BillingRefused extends Error {}
/** The provider cannot be reached, or is busy: later it may. */
export class BillingAway extends Error {}
/** The message was not signed by the provider, or too long ago. */
export class UnsignedMessage extends Error {}

/** The same `key` opens the same page. Paths are of this site. */
export type PageOrder = { key: string; account: string; customerRef: string; returnPath: string } & ({ kind: 'subscribe'; plan: PlanId } | { kind: 'payment-method' | 'portal' });

/** The same `key` has one effect. */
export type ChangeOrder = { key: string; customerRef: string; subscriptionRef: string } & (
  /** A larger plan, at once and prorated: refused without any effect when the difference cannot be charged. A cancellation is taken back. */
  | { to: 'larger'; plan: PlanId }
  /** A smaller plan with the next period; the present one takes that back. A cancellation is taken back. */
  | { to: 'smaller'; plan: PlanId }
  /** With the end of the period. */
  | { to: 'cancel' }
  | { to: 'resume' }
  /** At once; what is left of the period becomes credit. */
  | { to: 'end' });

/** Everything a provider knows of a customer, as it is now. */
export interface BillingWord {
  subscriptions: readonly ToldSubscription[];
  /** The newest hundred at least. */
  invoices: readonly ToldInvoice[];
  card?: Card;
  /** The customer was deleted there: whatever is not told of here is over, and nothing can be sold to it. */
  isGone?: true;
}

/** Every call throws {@link BillingRefused} for good and {@link BillingAway} for now. */
export interface Billing {
  /** Kept on facts; what another provider said counts no longer. */
  provider: string;
  /** The customer of an organization; the same account is the same customer. `known`: the one it is so far, in whose place another one comes when it {@link BillingWord.isGone}. */
  customer(account: string, name: string, known?: string): Promise<{ customerRef: string }>;
  open(order: PageOrder): Promise<{ pageRef: string; url: string }>;
  change(order: ChangeOrder): Promise<void>;
  /** What a larger plan would be charged now. */
  preview(order: { customerRef: string; subscriptionRef: string; plan: PlanId }): Promise<{ lines: InvoiceLine[]; dueNowCents: number }>;
  ask(customerRef: string): Promise<BillingWord>;
  /** Verifies a webhook's signature over its exact bytes before anything in it is read; undefined for messages that concern no subscription. Throws {@link UnsignedMessage}. It only says whom to ask about. */
  read(body: string, signature: string): { customerRef: string } | undefined;
}

/** Injection token. */
export const BILLING = Symbol('billing');
