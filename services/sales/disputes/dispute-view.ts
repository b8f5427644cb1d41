/** Disputes as the operator's queue shows them. */
import type { DisputeFact } from '@larder/contracts/vending/disputes.js';
import type { Projection } from '@larder/kit/views/projection.js';
import { never } from '@larder/kit/commands/decider.js';

type Opened = Extract<DisputeFact, { type: 'DisputeOpened' }>['data'];
export interface DisputeRow extends Opened {
  openedAt: string;
  state: 'open' | 'approved' | 'refunded' | 'declined';
  decision?: { by: 'log' | 'operator' | 'bank'; at: string; amountCents: number; reason: string };
  trouble?: string;
}

export const disputeView: Projection<DisputeFact, DisputeRow> = {
  collection: 'disputes',
  version: 1,
  orders: ['openedAt'],
  categories: ['dispute'],
  rows: (fact) => [{ account: fact.meta.account, id: fact.data.disputeId }],
  apply(row, fact) {
    const { at } = fact.meta;
    switch (fact.type) {
      case 'DisputeOpened':
        return { ...fact.data, openedAt: at, state: 'open' };
      case 'DisputeApproved':
        return row && { ...row, state: 'approved', decision: { by: fact.data.by, at, amountCents: fact.data.amountCents, reason: fact.data.reason }, trouble: undefined };
      case 'DisputeDeclined':
        return row && { ...row, state: 'declined', decision: { by: 'operator', at, amountCents: 0, reason: fact.data.reason }, trouble: undefined };
      case 'DisputeRefunded':
        return row && { ...row, state: 'refunded' };
      case 'DisputeRefundFailed':
        return row && { ...row, state: 'open', decision: undefined, trouble: fact.data.why };
      default:
        return never(fact);
    }
  },
};
