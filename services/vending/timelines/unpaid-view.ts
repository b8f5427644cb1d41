/** The visits whose goods are gone and were not paid for: from the moment a case is opened until the money comes, if it does. */
import type { Line, SessionFact } from '@larder/contracts/vending.js';
import type { Projection } from '@larder/kit/views/projection.js';

export interface UnpaidVisit {
  at: string;
  machineId: string;
  lines: Line[];
}

/** Without those of which a hold brought a part, which are a sale of that in the end, and those of before it was noted what was taken. */
export const unpaidView: Projection<SessionFact, UnpaidVisit> = {
  collection: 'unpaid-visits',
  version: 1,
  orders: ['at', ['machineId', 'at']],
  categories: ['session'],
  rows: ({ type, data, meta }) => (type === 'SessionOverdue' || type === 'SessionPaid' ? [{ account: meta.account, id: data.sessionId }] : []),
  apply(visit, { type, data, meta }) {
    if (type === 'SessionPaid') return undefined;
    return type === 'SessionOverdue' && data.lines && data.dueCents === undefined ? { at: meta.at, machineId: data.machineId, lines: data.lines } : visit;
  },
};
