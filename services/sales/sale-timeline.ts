/** What happened to a sale, in words, from its facts. */
import type { TimelineEntry } from '@larder/contracts/vending/black-box.js';
import type { AnyFact, Stored } from '@larder/contracts/fact.js';
import { formatCents, toAmount } from '@larder/contracts/money.js';
import { isolated } from '@larder/contracts/names.js';
import type { DisputeFact } from '@larder/contracts/vending/disputes.js';
import type { ReceiptFact } from '@larder/contracts/vending/receipts.js';
import { formatTaxRate, taxesOf } from '@larder/contracts/tax.js';
import { isByBank, type SaleFact } from './sale.js';

const APPROVED = { log: 'Given back at once', operator: 'Dispute approved', bank: 'Taken back by the guest\'s bank' };

type Told = SaleFact | DisputeFact | ReceiptFact;

export const timelineOf = (facts: readonly Stored<Told>[]): TimelineEntry[] => {
  const hasPayment = facts.some((fact) => fact.type === 'SaleRecorded' && fact.data.paymentId !== undefined);
  return facts.map((fact) => {
    const { id, type, stream, revision, position, meta } = fact as AnyFact;
    return { at: meta.at, source: 'sale', type, actor: meta.actor, facts: [{ id, type, stream, revision, at: meta.at }], position, ...wordsFor(fact, hasPayment) };
  });
};

function wordsFor({ type, data }: Stored<Told>, hasPayment: boolean): Pick<TimelineEntry, 'what' | 'amount' | 'reason'> {
  switch (type) {
    case 'SaleRecorded':
      return { what: `Sale recorded: ${formatCents(data.totalCents, data.currency)} by ${data.method}${taxesOf(data).map(({ basisPoints, cents }) => `, ${formatCents(cents, data.currency)} tax included (${formatTaxRate(basisPoints)})`).join('')}`, amount: toAmount(data.totalCents) };
    case 'RefundRequested':
      return { what: isByBank(data) ? `Chargeback of ${formatCents(data.amountCents, data.currency)} entered as a refund` : `Refund of ${formatCents(data.amountCents, data.currency)} requested`, amount: toAmount(data.amountCents), reason: data.reason };
    case 'SaleRefunded':
      return { what: `Refund of ${formatCents(data.amountCents, data.currency)} ${hasPayment ? `completed for ${isolated(data.name)}` : `recorded for ${isolated(data.name)}; handed over by hand`}`, amount: toAmount(data.amountCents), reason: data.reason };
    case 'RefundUndone':
      return { what: `Chargeback of ${formatCents(data.amountCents, data.currency)} taken off the refunds of ${isolated(data.name)}`, amount: toAmount(data.amountCents), reason: data.reason };
    case 'RefundRefused':
      return { what: `Refund of ${formatCents(data.amountCents, data.currency)} refused`, amount: toAmount(data.amountCents), reason: data.why };
    case 'DisputeOpened': {
      const wants = `${data.quantity}x ${isolated(data.name)} ${data.claim === 'put_back' ? 'was put back' : 'was wrong'}`;
      const seen = { returned: 'the machine saw it come back', reports_missing: `${data.evidence.missing} reports of the machine are missing`, none: 'nothing in the machine\'s reports speaks for it' };
      return { what: `Guest says: ${wants}`, amount: toAmount(data.amountCents), reason: seen[data.evidence.what] };
    }
    case 'DisputeApproved':
      return { what: `${APPROVED[data.by]}: ${formatCents(data.amountCents, data.currency)}`, amount: toAmount(data.amountCents), reason: data.reason };
    case 'DisputeDeclined':
      return { what: 'Dispute declined', reason: data.reason };
    case 'DisputeRefunded':
      return { what: `Dispute settled: ${formatCents(data.amountCents, data.currency)} given back`, amount: toAmount(data.amountCents) };
    case 'DisputeRefundFailed':
      return { what: 'Refund of the dispute was not done', reason: data.why };
    case 'ReceiptMailed':
      return { what: 'Guest asked for the receipt by e-mail' };
  }
}
