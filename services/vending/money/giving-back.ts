/** What of a payment is given back: a part of what `payment.ts` decides. */
import type { PaymentFact } from '@larder/contracts/vending.js';
import { refuse, type Refusal } from '@larder/contracts/reply.js';
import { never } from '@larder/kit/commands/decider.js';
import { lostOf, takenBack, type Chargebacks } from './chargebacks.js';

/** How much of the money of one checkout goes back. */
export interface RefundPart {
  providerRef: string;
  amountCents: number;
}
export interface DoneRefundPart extends RefundPart {
  refundRef: string;
}

/** By the refund's id; without `parts` all of it goes back through `providerRef`, or the first checkout. */
export type Refunds = Readonly<Record<string, { amountCents: number; isOpen: boolean; line?: number; providerRef?: string; parts?: readonly RefundPart[]; refundRefs?: readonly string[] }>>;

export type GiveBackCommand =
  /** `line`: of the sale. */
  | { type: 'OrderRefund'; refundId: string; line?: number; amountCents: number; reason: string }
  /** `refused`: the provider would not give back the other parts. */
  | { type: 'NoteRefund'; refundId: string; refundRef: string; issuedAt: string; parts?: DoneRefundPart[]; refused?: { machineId: string; why: string } }
  | { type: 'NoteRefundRefused'; refundId: string; machineId: string; why: string }
  | { type: 'NoteRefundReturned'; refundRef: string; machineId: string; amountCents: number; why: string; returnedAt: string };

/** What of a payment decides how much of it can be given back. */
export interface Paid {
  /** Money that counts, by the checkout it came through, oldest first. */
  captures: readonly RefundPart[];
  refunds: Refunds;
  /** Refunds that the guest's bank would not take, by the provider's reference. */
  returned?: readonly string[];
  /** By the provider's reference. */
  chargebacks?: Chargebacks;
}

interface About {
  sessionId: string;
  paymentId: string;
  currency: string;
}

/** Each refund is ordered once, and done or refused once. */
export function giveBack(command: GiveBackCommand, state: Paid, payment: About): PaymentFact[] | Refusal {
  if (command.type === 'OrderRefund') return order(command, state, payment);
  if (command.type === 'NoteRefundReturned') return returned(command, state, payment);
  const open = state.refunds[command.refundId];
  if (!open?.isOpen) return [];
  const { refundId } = command;
  const about = { ...payment, ...ofLine(open.line) };
  if (command.type === 'NoteRefundRefused') return [failed(state, { ...about, refundId, machineId: command.machineId, amountCents: open.amountCents, why: command.why })];
  const { refundRef, issuedAt, parts, refused } = command;
  const amountCents = parts ? sumOf(parts) : open.amountCents;
  const rest: PaymentFact[] = refused ? [failed(state, { ...about, ...refused, refundId: `${refundId}:rest`, amountCents: open.amountCents - amountCents })] : [];
  return [{ type: 'RefundIssued', data: { ...about, refundId, amountCents, refundRef, issuedAt, ...(parts && { parts }) } }, ...rest];
}

type Failed = Extract<PaymentFact, { type: 'RefundFailed' }>;
/** What the bank keeps was not entered on the sale as long as the same money was to be given back. */
function failed({ chargebacks }: Paid, data: Failed['data']): Failed {
  const lost = lostOf(chargebacks);
  return { type: 'RefundFailed', data: { ...data, ...(lost.length > 0 && { lost }) } };
}

/** Never more back than was captured, whoever asks, and nothing of what a bank has taken back. */
function order({ refundId, line, amountCents, reason }: Extract<GiveBackCommand, { type: 'OrderRefund' }>, state: Paid, payment: About): PaymentFact[] | Refusal {
  if (state.refunds[refundId]) return [];
  const about = { ...payment, ...ofLine(line) };
  const leftOf = ({ providerRef, amountCents: money }: RefundPart): number => money - givenBack(state, providerRef);
  const taken = takenBack(state.chargebacks, { paidCents: sumOf(state.captures), currency: payment.currency });
  // Of which line a bank takes a part back it does not say: the rest of the payment may be given back, whatever it is for.
  const isBeyond = taken && amountCents > state.captures.reduce((sum, capture) => sum + leftOf(capture), 0) - taken.cents;
  if (isBeyond) return [failed(state, { ...about, refundId, amountCents, machineId: taken.machineId, why: taken.why })];
  if (state.captures.length === 0) return refuse('CONFLICT', 'There is nothing to give back: the payment was not captured');
  const from = state.captures.find((capture) => leftOf(capture) >= amountCents);
  if (from) return [{ type: 'RefundOrdered', data: { ...about, refundId, amountCents, reason, ...(from !== state.captures[0] && { providerRef: from.providerRef }) } }];
  // The hold brought a part, a checkout the rest: each gives back its own.
  let wanted = amountCents;
  const parts = state.captures.flatMap((capture): RefundPart[] => {
    const part = Math.min(wanted, leftOf(capture));
    wanted -= part;
    return part > 0 ? [{ providerRef: capture.providerRef, amountCents: part }] : [];
  });
  return wanted > 0 ? refuse('CONFLICT', 'This is more than was paid') : [{ type: 'RefundOrdered', data: { ...about, refundId, amountCents, reason, parts } }];
}

function returned({ type: _, ...told }: Extract<GiveBackCommand, { type: 'NoteRefundReturned' }>, { refunds, returned: known }: Paid, about: About): PaymentFact[] | Refusal {
  const refundId = Object.keys(refunds).find((id) => refunds[id]?.refundRefs?.includes(told.refundRef));
  if (!refundId) return refuse('NOT_FOUND', 'No such refund was noted yet');
  return known?.includes(told.refundRef) ? [] : [{ type: 'RefundReturned', data: { ...about, ...told, refundId } }];
}

export function withRefund(refunds: Refunds, fact: Extract<PaymentFact, { type: 'RefundOrdered' | 'RefundIssued' | 'RefundFailed' }>): Refunds {
  const { refundId, amountCents } = fact.data;
  switch (fact.type) {
    case 'RefundOrdered': {
      const { providerRef, parts, line } = fact.data;
      return { ...refunds, [refundId]: { amountCents, isOpen: true, providerRef, ...ofLine(line), ...(parts && { parts }) } };
    }
    case 'RefundIssued': {
      const { parts, refundRef } = fact.data;
      return { ...refunds, [refundId]: { ...refunds[refundId], amountCents, isOpen: false, ...(parts && { parts }), refundRefs: parts?.map((part) => part.refundRef) ?? [refundRef] } };
    }
    case 'RefundFailed':
      return { ...refunds, [refundId]: { amountCents: 0, isOpen: false } };
    default:
      return never(fact);
  }
}

const ofLine = (line: number | undefined): { line?: number } => (line === undefined ? {} : { line });

const sumOf = (parts: readonly RefundPart[]): number => parts.reduce((sum, { amountCents }) => sum + amountCents, 0);

/** Of the money that came through one checkout. */
function givenBack({ captures, refunds }: Paid, providerRef: string): number {
  const first = captures[0]?.providerRef;
  return Object.values(refunds).reduce((sum, { amountCents, parts, providerRef: from = first }) => {
    if (parts) return sum + sumOf(parts.filter((part) => part.providerRef === providerRef));
    return from === providerRef ? sum + amountCents : sum;
  }, 0);
}
