/** Billing: what an organization pays for its plan. The payment provider is the authority; our facts keep its last word, and what the test provider does. */
import { z } from 'zod';
import type { FactOf } from '../fact.js';
import { subscription } from './organization.js';
import { planId } from './plans.js';
import { command, once, query } from '../request.js';

export const card = z.object({ brand: z.string(), last4: z.string(), expMonth: z.number().int(), expYear: z.number().int() });
export type Card = z.infer<typeof card>;
const line = z.object({ description: z.string(), amountCents: z.number().int() });
export type InvoiceLine = z.infer<typeof line>;

/** A subscription as its provider describes it. */
export const toldSubscription = z.object({
  subscriptionRef: z.string(), plan: planId, status: z.enum(['active', 'past_due', 'canceled']), startedAt: z.string(), currentPeriodStart: z.string(), currentPeriodEnd: z.string(), cancelAtPeriodEnd: z.boolean(),
  /** The smaller plan that begins with the next period. */
  pendingPlan: planId.optional(),
  /** What a month of it is billed: a former price of the plan goes on for whoever pays it. */
  priceCents: z.number().int().optional(),
});
export type ToldSubscription = z.infer<typeof toldSubscription>;

export const invoiceStatus = z.enum(['open', 'paid', 'void', 'uncollectible']);
/** An invoice as its provider describes it. */
export const toldInvoice = z.object({
  invoiceRef: z.string(), number: z.string(), status: invoiceStatus, lines: z.array(line), totalCents: z.number().int(), currency: z.string(), issuedAt: z.string(), periodStart: z.string(), periodEnd: z.string(),
  /** Of an open one: when its payment is tried again. */
  nextAttemptAt: z.string().optional(), hostedUrl: z.string().optional(), pdfUrl: z.string().optional(),
});
export type ToldInvoice = z.infer<typeof toldInvoice>;

/** Streams `subscription-<account>`. */
export const subscriptionFacts = {
  BillingCustomerCreated: z.object({ accountId: z.string(), provider: z.string(), customerRef: z.string() }),
  SubscriptionCheckoutOpened: z.object({ accountId: z.string(), checkoutRef: z.string(), plan: planId }),
  /** `before`: what was so until then; none for the first word about this subscription. */
  SubscriptionTold: toldSubscription.extend({
    accountId: z.string(), pastDueSince: z.string().optional(), before: toldSubscription.pick({ plan: true, status: true, cancelAtPeriodEnd: true }).optional(),
  }),
  /** A larger plan is about to be asked for, for which a provider may let go of the smaller one that is to come: where neither is so at `until`, the smaller one is planned anew. */
  PlannedPlanSetAside: z.object({ accountId: z.string(), subscriptionRef: z.string(), plan: planId, larger: planId, until: z.string() }),
  /** The larger plan came, the smaller one is to come again, or something else was wanted since. */
  PlannedPlanSettled: z.object({ accountId: z.string(), subscriptionRef: z.string() }),
  InvoiceTold: toldInvoice.extend({ accountId: z.string(), before: invoiceStatus.optional() }),
  CardTold: z.object({ accountId: z.string(), card: card.nullable() }),
  /** Somebody paid at two checkouts: the later subscription is ended, what is left of its money becomes credit. */
  SurplusSubscriptionFound: z.object({ accountId: z.string(), subscriptionRef: z.string(), keptRef: z.string() }),
  /** The provider was asked because nothing was heard; none: it need not be asked again. */
  ProviderAsked: z.object({ accountId: z.string(), times: z.number().int(), nextAt: z.string().optional() }),
  TrialEndingNoticed: z.object({ accountId: z.string(), trialEndsAt: z.string() }),
  /** Still overdue when its grace was over: less of it is open until it is paid. */
  GraceEndNoticed: z.object({ accountId: z.string(), pastDueSince: z.string() }),
};

/** Streams `testbilling-<account>`: the memory of the test provider. */
export const testBillingFacts = {
  TestPageOpened: z.object({ accountId: z.string(), pageRef: z.string(), kind: z.enum(['subscribe', 'payment-method', 'portal']), plan: planId.optional(), returnPath: z.string(), expiresAt: z.string() }),
  TestCardEntered: z.object({ accountId: z.string(), card, failsLater: z.boolean() }),
  TestSubscriptionSet: toldSubscription.extend({ accountId: z.string(), pageRef: z.string() }),
  TestInvoiceSet: toldInvoice.extend({ accountId: z.string(), subscriptionRef: z.string(), attempts: z.number().int() }),
  TestCreditSet: z.object({ accountId: z.string(), creditCents: z.number().int() }),
};
export type SubscriptionFact = FactOf<typeof subscriptionFacts>;
export type TestBillingFact = FactOf<typeof testBillingFacts>;

const money = z.number();
export const invoice = z.object({
  id: z.string(), number: z.string(), status: invoiceStatus, amount: money, currency: z.string(), lines: z.array(z.object({ description: z.string(), amount: money })), issuedAt: z.string(), periodStart: z.string(), periodEnd: z.string(),
  nextAttemptAt: z.string().optional(),
  /** At the provider, where it has such pages; ours is /app/subscription/invoices/<id>. */
  hostedUrl: z.string().optional(), pdfUrl: z.string().optional(),
});
export type Invoice = z.infer<typeof invoice>;

export const listInvoices = query('identity.listInvoices', 'billing.view', 'Invoices, newest first, and the card they are paid with', z.object({}), z.object({ invoices: z.array(invoice), paymentMethod: card.nullable() }));

/** Either name of a plan, in any case. */
export const planName = z.string({ error: 'Please choose a plan' }).toLowerCase().pipe(z.enum(['starter', 'professional', 'enterprise', 'essential', 'growth'], { error: 'There is no such plan' }))
  .transform((name) => (name === 'essential' ? 'starter' : name === 'growth' ? 'professional' : name));

export const planChange = z.object({
  plan: planId,
  /** `subscribe`: there is no paid subscription yet, a checkout follows. `keep`: nothing but taking back what was planned. */
  direction: z.enum(['subscribe', 'upgrade', 'downgrade', 'keep']),
  effectiveAt: z.string(),
  /** What the next invoice says; credits are negative. */
  lines: z.array(z.object({ description: z.string(), amount: money })), dueNow: money, nextAmount: money, nextAt: z.string(), currency: z.string(),
  /** What the plan includes less than is used. */
  warnings: z.array(z.string()),
});
export type PlanChange = z.infer<typeof planChange>;
export const previewPlan = query('identity.previewPlan', 'subscription.upgrade', 'What choosing a plan costs, and when it takes effect', z.object({ planId: planName }), planChange);

const chosen = z.object({
  /** A hosted page to go to: the plan begins once it is paid there. */
  url: z.string().optional(),
  /** `unchanged`: it was so already. */
  effective: z.enum(['checkout', 'now', 'period-end', 'unchanged']), subscription: subscription.output,
});
export const upgradeSubscription = once(command('identity.upgradeSubscription', 'subscription.upgrade', 'Choose a plan: a larger one begins at once, a smaller one with the next period, the first one at a checkout',
  z.object({ planId: planName }), chosen));
/** The same under its other name. */
export const choosePlan = once(command('identity.choosePlan', 'subscription.upgrade', 'Choose a plan (the same as POST /api/auth/subscription/upgrade)', z.object({ newPlan: planName }), chosen));
export const cancelSubscription = once(command('identity.cancelSubscription', 'subscription.cancel', 'End the subscription with the current billing period', z.object({}), z.object({ subscription: subscription.output })));
export const resumeSubscription = once(command('identity.resumeSubscription', 'subscription.cancel', 'Take a cancellation, or a smaller plan that has not begun, back', z.object({}), z.object({ subscription: subscription.output })));
export const refreshSubscription = command('identity.refreshSubscription', 'billing.view', 'Ask the payment provider how things stand', z.object({}), subscription.output);

/** A path of this site, or its whole address. */
const returnUrl = z.string().max(500).optional();
const page = z.object({ url: z.string() });
export const changePaymentMethod = command('identity.changePaymentMethod', 'billing.manage', 'Open the page where the card is changed', z.object({ returnUrl }), page);
export const openPortal = command('identity.openPortal', 'billing.manage', 'Open the provider\'s customer portal', z.object({ returnUrl }), page);

/** Verified by its signature before anything in it is read. */
export const acceptBillingWebhook = command('identity.acceptBillingWebhook', 'services', 'A message of the payment provider about subscriptions', z.object({ body: z.string(), signature: z.string() }), z.object({ handled: z.boolean() }));

/** The cards of the test provider; nobody can enter a real one. */
export const testCard = z.enum(['works', 'declined', 'fails-later']);
export type TestCard = z.infer<typeof testCard>;
/** A page of the test provider, as Stripe would host it. Its name cannot be guessed; it opens nothing else. */
export const billingPage = query('identity.billingPage', 'anyone', 'A page of the test provider', z.object({ pageRef: z.string().max(200) }), z.object({
  kind: z.enum(['subscribe', 'payment-method', 'portal']), organization: z.string(), plan: z.object({ name: planId, displayName: z.string(), price: money }).optional(), isDone: z.boolean(),
  paymentMethod: card.nullable(), invoices: z.array(invoice), returnUrl: z.string(),
}));
export const settleBillingPage = once(command('identity.settleBillingPage', 'anyone', 'Enter a test card there', z.object({ pageRef: z.string().max(200), card: testCard }), z.object({ returnUrl: z.string() })));
