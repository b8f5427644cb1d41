/** The visits of payments, by the reference that guests read on the page after paying: what they name who complain. */
import { plain } from '@larder/contracts/names.js';
import { endingOf } from '@larder/contracts/sales.js';
import type { PaymentFact } from '@larder/contracts/vending.js';
import type { Projection } from '@larder/kit/views/projection.js';

export interface Referred {
  sessionId: string;
  /** The provider's name for the checkout. */
  providerRef: string;
  /** Of that, as it is looked for: people read it out and type it. */
  ending: string;
}

export const referenceView: Projection<PaymentFact, Referred> = {
  collection: 'payment-references',
  version: 1,
  orders: ['ending'],
  categories: ['payment'],
  rows: (fact) => (fact.type === 'CheckoutOpened' ? [{ account: fact.meta.account, id: fact.data.providerRef }] : []),
  apply: (row, fact) => (fact.type === 'CheckoutOpened' ? { sessionId: fact.data.sessionId, providerRef: fact.data.providerRef, ending: plain(endingOf(fact.data.providerRef)) } : row),
};
