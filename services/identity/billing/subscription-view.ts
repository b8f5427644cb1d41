/** Tells open screens that something about the subscription changed, and finds the organization behind a provider's customer. */
import type { SubscriptionFact } from '@larder/contracts/identity/billing.js';
import type { Projection } from '@larder/kit/views/projection.js';

export interface Customer {
  account: string;
}
/** The rows' account: messages of a provider name no organization of ours. */
export const CUSTOMERS = 'customers';

export const customerView: Projection<SubscriptionFact, Customer> = {
  collection: 'billing-customers',
  version: 1,
  orders: [],
  categories: ['subscription'],
  rows: (fact) => (fact.type === 'BillingCustomerCreated' ? [{ account: CUSTOMERS, id: fact.data.customerRef }] : []),
  apply: (row, fact) => (fact.type === 'BillingCustomerCreated' ? { account: fact.data.accountId } : row),
};

/** A smaller plan that waits to be planned anew is shown as one that is to come. */
const SHOWN: ReadonlySet<SubscriptionFact['type']> = new Set(['SubscriptionTold', 'PlannedPlanSetAside', 'PlannedPlanSettled', 'InvoiceTold', 'CardTold']);

/** One row an organization, whose changes screens are told. */
export const subscriptionView: Projection<SubscriptionFact, { plan: string; status: string }> = {
  collection: 'subscriptions',
  version: 2,
  orders: [],
  categories: ['subscription'],
  rows: (fact) => (SHOWN.has(fact.type) ? [{ account: fact.data.accountId, id: 'current' }] : []),
  apply: (row = { plan: '', status: '' }, fact) => (fact.type === 'SubscriptionTold' ? { plan: fact.data.plan, status: fact.data.status } : row),
};
