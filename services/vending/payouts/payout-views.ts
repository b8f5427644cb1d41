/** Rows about payouts: money that is in none yet, payouts, and cases. */
import type { PayoutFact } from '@larder/contracts/vending/payouts.js';
import type { PaymentFact } from '@larder/contracts/vending.js';
import type { Stored } from '@larder/contracts/fact.js';
import type { Projection } from '@larder/kit/views/projection.js';
import type { Moved } from './matching.js';

/** What visits brought in or gave back and no payout has brought yet; the row goes with the payout. */
export const unsettledView: Projection<PaymentFact | PayoutFact, Moved> = {
  collection: 'unsettled-money',
  version: 1,
  orders: ['at'],
  categories: ['payment', 'payouts'],
  rows(fact) {
    const { account } = fact.meta;
    if (fact.type === 'PayoutMatched') return fact.data.matched.map((id) => ({ account, id }));
    return movedBy(fact).map(({ id }) => ({ account, id }));
  },
  apply: (_, fact, id) => (fact.type === 'PayoutMatched' ? undefined : movedBy(fact).find((moved) => moved.id === id)),
};

function movedBy({ type, data, meta }: Stored<PaymentFact | PayoutFact>): Moved[] {
  switch (type) {
    case 'PaymentCaptured':
      return [{ id: data.providerRef, kind: 'charge', sessionId: data.sessionId, amountCents: data.amountCents, currency: data.currency, at: data.capturedAt }];
    case 'SecondCaptureFound':
      return [{ id: data.providerRef, kind: 'charge', sessionId: data.sessionId, amountCents: data.amountCents, currency: data.currency, at: meta.at }];
    case 'RefundIssued':
      return (data.parts ?? [data]).map(({ refundRef, amountCents }) => ({ id: refundRef, kind: 'refund', sessionId: data.sessionId, amountCents, currency: data.currency, at: data.issuedAt }));
    default:
      return [];
  }
}

export type PayoutRow = Extract<PayoutFact, { type: 'PayoutMatched' }>['data'] & { cases: number };

export const payoutView: Projection<PayoutFact, PayoutRow> = {
  collection: 'payouts',
  version: 1,
  orders: ['arrivedAt'],
  categories: ['payouts'],
  rows: (fact) => ('payoutRef' in fact.data && fact.data.payoutRef && fact.type !== 'PayoutCaseClosed' ? [{ account: fact.meta.account, id: fact.data.payoutRef }] : []),
  apply(row, fact) {
    if (fact.type === 'PayoutMatched') return { ...fact.data, cases: 0 };
    return row && fact.type === 'PayoutCaseOpened' ? { ...row, cases: row.cases + 1 } : row;
  },
};

export type CaseRow = Extract<PayoutFact, { type: 'PayoutCaseOpened' }>['data'] & { openedAt: string; state: 'open' | 'closed'; closedBy?: string; place: string };

export const payoutCaseView: Projection<PayoutFact, CaseRow> = {
  collection: 'payout-cases',
  version: 1,
  orders: ['place'],
  categories: ['payouts'],
  rows: (fact) => (fact.type === 'PayoutCaseOpened' || fact.type === 'PayoutCaseClosed' ? [{ account: fact.meta.account, id: fact.data.caseId }] : []),
  apply(row, fact) {
    // Open ones come last in the order, so that they stand first when it is turned round.
    if (fact.type === 'PayoutCaseOpened') return { ...fact.data, openedAt: fact.meta.at, state: 'open', place: `open ${fact.meta.at}` };
    return row && fact.type === 'PayoutCaseClosed' ? { ...row, state: 'closed', closedBy: fact.data.payoutRef, place: `closed ${row.openedAt}` } : row;
  },
};
