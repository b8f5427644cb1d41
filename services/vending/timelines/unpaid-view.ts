/** The visits whose goods are gone and were not paid for: from the moment a case is opened until the money comes, if it does. */
import type { LossesBetween } from '@larder/contracts/sales/losses.js';
import { shares } from '@larder/contracts/shares.js';
import type { Line, SessionFact } from '@larder/contracts/vending.js';
import type { Projection } from '@larder/kit/views/projection.js';

export interface UnpaidVisit {
  at: string;
  machineId: string;
  lines: Line[];
  /** Where a hold brought a part: the rest. */
  dueCents?: number;
}

/** Without those of before it was noted what was taken. Where the rest is given up, it stays lost beside the sale. */
export const unpaidView: Projection<SessionFact, UnpaidVisit> = {
  collection: 'unpaid-visits',
  version: 2,
  orders: ['at', ['machineId', 'at']],
  categories: ['session'],
  rows: ({ type, data, meta }) => (type === 'SessionOverdue' || type === 'SessionPaid' ? [{ account: meta.account, id: data.sessionId }] : []),
  apply(visit, { type, data, meta }) {
    if (type === 'SessionPaid') return data.unpaidCents ? { at: visit?.at ?? meta.at, machineId: data.machineId, lines: data.lines, dueCents: data.unpaidCents } : undefined;
    return type === 'SessionOverdue' && data.lines ? { at: meta.at, machineId: data.machineId, lines: data.lines, ...(data.dueCents !== undefined && { dueCents: data.dueCents }) } : visit;
  },
};

type UnpaidLine = Pick<LossesBetween['losses'][number], 'at' | 'machineId' | 'productId' | 'units' | 'restCents'> & { priceCents: number };

/** What of each line is lost: what is due is shared as the sale shares what came. */
export function unpaidLines({ at, machineId, lines, dueCents }: UnpaidVisit): UnpaidLine[] {
  if (dueCents === undefined) return lines.map(({ productId, quantity, priceCents }) => ({ at, machineId, productId, units: quantity, priceCents }));
  const totals = lines.map(({ priceCents, quantity }) => priceCents * quantity);
  const came = shares(totals.reduce((sum, cents) => sum + cents, -dueCents), totals);
  return lines.map(({ productId, priceCents }, n) => ({ at, machineId, productId, units: 0, priceCents, restCents: (totals[n] ?? 0) - (came[n] ?? 0) })).filter(({ restCents }) => restCents > 0);
}
