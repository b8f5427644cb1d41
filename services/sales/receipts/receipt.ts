/** A receipt from the facts of its sale, of its disputes, and of how often it was e-mailed. */
import type { Stored } from '@larder/contracts/fact.js';
import { toAmount, toCents } from '@larder/contracts/money.js';
import { MOST_RECEIPT_MAILS, type Receipt, type ReceiptFact } from '@larder/contracts/vending/receipts.js';
import { refuse } from '@larder/contracts/reply.js';
import type { SessionView } from '@larder/contracts/vending.js';
import type { Decider } from '@larder/kit/commands/decider.js';
import type { Dispute, DisputeState } from '../disputes/dispute.js';
import { taxesShown, type Sale, type SaleFact } from '../sale.js';

export const receipt: Decider<{ type: 'NoteMail'; sessionId: string; mailId: string }, ReceiptFact, { mails: number }> = {
  category: 'receipt',
  initial: { mails: 0 },
  decide({ type: _, ...mail }, { mails }) {
    return mails >= MOST_RECEIPT_MAILS ? refuse('TOO_MANY_REQUESTS', 'This receipt has been sent often enough. You can print this page or keep its address.') : [{ type: 'ReceiptMailed', data: mail }];
  },
  evolve: ({ mails }) => ({ mails: mails + 1 }),
};

export interface Known {
  facts: readonly Stored<SaleFact>[];
  disputes: DisputeState;
  organization: string;
  disputeDays: number;
  guestContact?: string;
  hold?: SessionView['hold'];
  mails: number;
  /** The one who asks is the guest. */
  yours: boolean;
  now: string;
}
interface Refund {
  refundId: string;
  line: number;
  amountCents: number;
  at: string;
  state: 'asked' | 'done';
}

const DAY_MS = 86_400_000;
export const disputeUntil = (sale: Sale, days: number): string => new Date(Date.parse(sale.soldAt) + days * DAY_MS).toISOString();

/** Undefined when there is no sale. */
export function receiptOf({ facts, disputes, organization, disputeDays, guestContact, hold, mails, yours, now }: Known): Receipt | undefined {
  const recorded = facts.find((fact) => fact.type === 'SaleRecorded')?.data;
  if (!recorded) return undefined;
  const refunds = refundsOf(facts);
  const until = disputeUntil(recorded, disputeDays);
  const sum = (state: Refund['state'], line?: number): number => refunds.reduce((cents, refund) => (refund.state === state && (line === undefined || refund.line === line) ? cents + refund.amountCents : cents), 0);
  const lines = recorded.lines.map((sold, line): Receipt['lines'][number] => {
    const said = disputes[`${recorded.saleId}.${line}`];
    const isLeft = sold.totalCents > sum('done', line) + sum('asked', line);
    return {
      line, name: sold.name, quantity: sold.quantity, unitPrice: toAmount(sold.unitPriceCents), amount: toAmount(sold.totalCents), refunded: toAmount(sum('done', line)), refunding: toAmount(sum('asked', line)),
      ...(said && { dispute: shown(said) }), disputable: !said && isLeft && now < until,
    };
  });
  return {
    token: recorded.reference, yours, reference: recorded.reference.slice(-8), organization, machine: { name: recorded.machineName, address: recorded.address }, soldAt: recorded.soldAt, timeZone: recorded.timeZone ?? 'UTC',
    paymentMethod: recorded.method, currency: recorded.currency, ...(guestContact && { guestContact }), lines, total: toAmount(recorded.totalCents),
    taxes: taxesShown(recorded),
    ...(hold?.state === 'settled' && { hold: shareOf(hold) }),
    refunds: refunds.map(({ line, amountCents, at, state }) => ({ name: recorded.lines[line]?.name ?? '', amount: toAmount(amountCents), at, state })),
    refunded: toAmount(sum('done')), refunding: toAmount(sum('asked')), disputeUntil: until, mailsLeft: Math.max(0, MOST_RECEIPT_MAILS - mails),
    settled: hold?.state !== 'placed' && sum('asked') === 0 && lines.every(({ dispute }) => dispute?.state !== 'open' && dispute?.state !== 'approved'),
  };
}

function refundsOf(facts: readonly Stored<SaleFact>[]): Refund[] {
  const refunds = new Map<string, Refund>();
  for (const { type, data, meta } of facts) {
    if (type === 'RefundRequested') refunds.set(data.refundId, { refundId: data.refundId, line: data.line, amountCents: data.amountCents, at: meta.at, state: 'asked' });
    if (type === 'SaleRefunded') refunds.set(data.refundId, { refundId: data.refundId, line: data.line, amountCents: data.amountCents, at: data.refundedAt, state: 'done' });
    if (type === 'RefundRefused' || type === 'RefundUndone') refunds.delete(data.refundId);
  }
  return [...refunds.values()];
}

/** Of the money that was held; a rest that it did not reach for was paid at a checkout. */
const shareOf = ({ amount, released = 0 }: NonNullable<SessionView['hold']>): NonNullable<Receipt['hold']> => ({ held: amount, charged: toAmount(toCents(amount) - toCents(released)), released });

/** What the log decided it also says; an operator's note on an approval is for colleagues, the reason of a refusal for the guest. */
const shown = ({ opened, state, amountCents, by, reason }: Dispute): NonNullable<Receipt['lines'][number]['dispute']> => ({
  claim: opened.claim, state, ...((state === 'approved' || state === 'refunded') && amountCents !== undefined && { amount: toAmount(amountCents) }),
  ...(reason && (state === 'declined' || (by === 'log' && state !== 'open')) && { reason }),
});
