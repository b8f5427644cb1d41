/** What happened to a sale, in words, from its facts. */
import type { TimelineEntry } from '@larder/contracts/black-box.js';
import type { AnyFact, Stored } from '@larder/contracts/fact.js';
import { formatCents, toAmount } from '@larder/contracts/money.js';
import type { SaleFact } from './sale.js';

export const timelineOf = (facts: readonly Stored<SaleFact>[]): TimelineEntry[] => facts.map((fact) => {
  const { id, type, stream, revision, position, meta } = fact as AnyFact;
  return { at: meta.at, source: 'sale', type, actor: meta.actor, facts: [{ id, type, stream, revision, at: meta.at }], position, ...wordsFor(fact) };
});

function wordsFor({ type, data }: Stored<SaleFact>): Pick<TimelineEntry, 'what' | 'amount' | 'reason'> {
  switch (type) {
    case 'SaleRecorded':
      return { what: `Sale recorded: ${formatCents(data.totalCents, data.currency)} by ${data.method}`, amount: toAmount(data.totalCents) };
    case 'RefundRequested':
      return { what: `Refund of ${formatCents(data.amountCents, data.currency)} requested`, amount: toAmount(data.amountCents), reason: data.reason };
    case 'SaleRefunded':
      return { what: `Refund of ${formatCents(data.amountCents, data.currency)} completed for ${data.name}`, amount: toAmount(data.amountCents), reason: data.reason };
    case 'RefundRefused':
      return { what: `Refund of ${formatCents(data.amountCents, data.currency)} refused`, amount: toAmount(data.amountCents), reason: data.why };
  }
}
