/** The money of one visit: held if the organization wants it so, asked for once, never taken twice, given back when it was; whatever the provider says and how often. */
import { leastCharged } from '@larder/contracts/money.js';
import type { Line, PaymentFact, PaymentMethod } from '@larder/contracts/vending.js';
import { refuse, type Refusal } from '@larder/contracts/reply.js';
import { never, type Decider } from '@larder/kit/commands/decider.js';
import { noteChargeback, withChargeback, type NotedChargeback } from './chargebacks.js';
import { giveBack, withRefund, type GiveBackCommand, type Paid } from './giving-back.js';

export type CheckoutKind = 'charge' | 'hold';

export type PaymentCommand =
  | { type: 'RequestHold'; sessionId: string; amountCents: number; currency: string; machineName: string; statementDescriptor?: string }
  | { type: 'RequestPayment'; sessionId: string; amountCents: number; currency: string; lines: Line[]; machineName: string; statementDescriptor?: string }
  | { type: 'NoteCheckout'; provider: string; providerRef: string; url: string; kind: CheckoutKind }
  | { type: 'NoteCheckoutRefused'; machineId: string; amountCents: number; why: string }
  | { type: 'NoteAbandoned'; providerRef: string }
  | { type: 'NoteAsked' }
  | { type: 'NoteHold'; providerRef: string; holdRef: string; amountCents: number; currency: string; placedAt: string }
  /** Take what the visit came to out of the hold, as far as it reaches. */
  | { type: 'OrderCapture' }
  | { type: 'NoteCaptureRefused'; holdRef: string; why: string }
  /** Nothing was taken, or the hold came too late: let it go, or let nobody place it any more. */
  | { type: 'OrderRelease' }
  | { type: 'NoteRelease'; holdRef: string; amountCents: number; releasedAt: string }
  | GiveBackCommand
  | ({ type: 'NoteChargeback' } & NotedChargeback)
  | { type: 'CapturePayment'; providerRef: string; amountCents: number; currency: string; method: PaymentMethod; capturedAt: string };

export interface Hold {
  providerRef: string;
  holdRef: string;
  amountCents: number;
  state: 'placed' | 'capturing' | 'failed' | 'releasing' | 'over';
  /** What was ordered to be captured of it. */
  captureCents: number;
}

export interface PaymentState extends Paid {
  hold?: Extract<PaymentFact, { type: 'HoldRequested' }>['data'];
  request?: Extract<PaymentFact, { type: 'PaymentRequested' }>['data'];
  placed?: Hold;
  checkout?: { providerRef: string; url: string; kind: CheckoutKind };
  /** Why the provider would not open one, the last time. */
  refused?: string | undefined;
  /** Checkouts opened so far: the idempotency key of the next one counts on from it. */
  attempts: number;
  /** Checkouts that were left; a slow bank or a second tab may still pay there. */
  left: readonly string[];
  /** How often the provider was asked about what it said nothing of. */
  asked: number;
  captures: readonly { providerRef: string; amountCents: number; method: PaymentMethod; capturedAt: string }[];
  /** Checkouts whose money came on top of what was due. */
  second: readonly string[];
}

export const paymentIdOf = (sessionId: string): string => `pay_${sessionId}`;
export const capturedCents = ({ captures }: Pick<PaymentState, 'captures'>): number => captures.reduce((sum, capture) => sum + capture.amountCents, 0);
/** What the guest still owes. */
export const dueCents = (state: Pick<PaymentState, 'captures' | 'request'>): number => (state.request ? Math.max(0, state.request.amountCents - capturedCents(state)) : 0);

export const payment: Decider<PaymentCommand, PaymentFact, PaymentState> = {
  category: 'payment',
  initial: { attempts: 0, asked: 0, left: [], captures: [], second: [], refunds: {} },
  decide(command, state) {
    if (command.type === 'RequestHold' || command.type === 'RequestPayment') return request(command, state);
    const asked = state.request ?? state.hold;
    if (!asked) return refuse('NOT_FOUND', 'No payment was asked for');
    const { sessionId, paymentId, currency } = asked;
    const about = { sessionId, paymentId };
    // Its cents are others: what came is neither counted nor given back by them, and the payout shows it.
    if ((command.type === 'CapturePayment' || command.type === 'NoteHold') && command.currency !== currency) return refuse('CONFLICT', `This came in ${command.currency}, and ${currency} were asked for`);
    switch (command.type) {
      case 'NoteCheckout': {
        const { type: _, kind, ...checkout } = command;
        const isWanted = kind === 'hold' ? !state.placed && !state.request : dueCents(state) > 0;
        return state.checkout || !isWanted ? [] : [{ type: 'CheckoutOpened', data: { ...about, ...checkout, ...(kind === 'hold' && { kind }) } }];
      }
      case 'NoteCheckoutRefused': {
        const { type: _, ...refused } = command;
        return state.refused === refused.why ? [] : [{ type: 'CheckoutRefused', data: { ...about, ...refused, currency } }];
      }
      case 'NoteAbandoned':
        return state.checkout?.providerRef === command.providerRef ? [{ type: 'CheckoutAbandoned', data: { ...about, providerRef: command.providerRef } }] : [];
      case 'NoteAsked':
        return [{ type: 'CheckoutsAsked', data: { ...about, times: state.asked + 1, isOver: !isAskedAbout({ ...state, asked: state.asked + 1 }) } }];
      case 'NoteHold': {
        if (state.placed) return []; // the webhook came twice, or of a second hold that is let go
        const { type: _, ...placed } = command;
        return [{ type: 'HoldPlaced', data: { ...about, ...placed } }];
      }
      case 'OrderCapture': {
        const amountCents = captureCents(dueCents(state), state.placed?.amountCents ?? 0, currency);
        return state.placed?.state === 'placed' && amountCents > 0 ? [{ type: 'CaptureOrdered', data: { ...about, holdRef: state.placed.holdRef, amountCents, currency } }] : [];
      }
      case 'NoteCaptureRefused':
        return state.placed?.state === 'capturing' ? [{ type: 'CaptureFailed', data: { ...about, holdRef: command.holdRef, why: command.why } }] : [];
      case 'OrderRelease':
        if (state.placed?.state === 'placed' || state.placed?.state === 'failed') return [{ type: 'ReleaseOrdered', data: { ...about, holdRef: state.placed.holdRef } }];
        return state.checkout?.kind === 'hold' ? [{ type: 'CheckoutAbandoned', data: { ...about, providerRef: state.checkout.providerRef } }] : [];
      case 'NoteRelease':
        if (!state.placed || state.placed.state === 'over') return [];
        return [{ type: 'HoldReleased', data: { ...about, holdRef: command.holdRef, amountCents: command.amountCents, currency, releasedAt: command.releasedAt } }];
      case 'CapturePayment':
        return capture(command, state, about);
      case 'OrderRefund':
      case 'NoteRefund':
      case 'NoteRefundRefused':
      case 'NoteRefundReturned':
        return giveBack(command, state, { ...about, currency });
      case 'NoteChargeback': {
        const { type: _, ...noted } = command;
        return noteChargeback(noted, state.chargebacks, about);
      }
      default:
        return never(command);
    }
  },
  evolve(state, fact) {
    const placed = (change: Partial<Hold>): PaymentState => (state.placed ? { ...state, placed: { ...state.placed, ...change } } : state);
    switch (fact.type) {
      case 'HoldRequested':
        return { ...state, hold: fact.data };
      case 'PaymentRequested':
        return { ...state, request: fact.data };
      case 'CheckoutOpened':
        return { ...state, checkout: { providerRef: fact.data.providerRef, url: fact.data.url, kind: fact.data.kind ?? 'charge' }, attempts: state.attempts + 1, asked: 0, refused: undefined };
      case 'CheckoutRefused':
        return { ...state, refused: fact.data.why };
      case 'CheckoutsAsked':
        return { ...state, asked: fact.data.times };
      case 'CheckoutAbandoned':
        return { ...state, checkout: undefined, left: [...state.left, fact.data.providerRef] };
      case 'HoldPlaced':
        return { ...state, checkout: undefined, left: without(unanswered(state), fact.data.providerRef), placed: { providerRef: fact.data.providerRef, holdRef: fact.data.holdRef, amountCents: fact.data.amountCents, state: 'placed', captureCents: 0 } };
      case 'CaptureOrdered':
        return placed({ state: 'capturing', captureCents: fact.data.amountCents });
      case 'CaptureFailed':
        return placed({ state: 'failed' });
      case 'ReleaseOrdered':
        return placed({ state: 'releasing' });
      case 'HoldReleased':
        return placed({ state: 'over' });
      case 'PaymentCaptured': {
        const { providerRef, amountCents, method, capturedAt } = fact.data;
        const captures = [...state.captures, { providerRef, amountCents, method, capturedAt }];
        return { ...state, captures, left: without(state.left, providerRef), checkout: state.checkout?.providerRef === providerRef ? undefined : state.checkout };
      }
      case 'SecondCaptureFound':
        return { ...state, second: [...state.second, fact.data.providerRef], left: without(state.left, fact.data.providerRef) };
      case 'RefundOrdered':
      case 'RefundIssued':
      case 'RefundFailed':
        return { ...state, refunds: withRefund(state.refunds, fact) };
      case 'RefundReturned':
        // The guest is owed it as before, by other means than the card.
        return { ...state, returned: [...(state.returned ?? []), fact.data.refundRef] };
      case 'ChargebackOpened':
      case 'ChargebackClosed':
        return { ...state, chargebacks: withChargeback(state.chargebacks, fact) };
      default:
        return never(fact);
    }
  },
};

/** Checkouts of which the last word has not been heard. */
export const unanswered = ({ checkout, left }: Pick<PaymentState, 'checkout' | 'left'>): string[] => [...(checkout ? [checkout.providerRef] : []), ...left];
/** With the pauses between, a little over a day: no provider keeps a checkout open longer. */
const MOST_ASKED = 30;
/** The guest may pay yet at a checkout that was opened; the provider is asked of it. */
export const isAskedAbout = (state: Pick<PaymentState, 'checkout' | 'left' | 'asked'>): boolean => unanswered(state).length > 0 && state.asked < MOST_ASKED;
const without = (refs: readonly string[], ref: string): string[] => refs.filter((one) => one !== ref);

function request(command: Extract<PaymentCommand, { type: 'RequestHold' | 'RequestPayment' }>, state: PaymentState): PaymentFact[] {
  const paymentId = paymentIdOf(command.sessionId);
  if (command.type === 'RequestHold') {
    const { type: _, ...hold } = command;
    return state.hold || state.request ? [] : [{ type: 'HoldRequested', data: { ...hold, paymentId } }];
  }
  const { type: _, ...asked } = command;
  return state.request ? [] : [{ type: 'PaymentRequested', data: { ...asked, paymentId } }];
}

/** Money for what is due counts; money on top of it, through the same checkout of a visit or another one, goes straight back. */
function capture({ type: _, ...captured }: Extract<PaymentCommand, { type: 'CapturePayment' }>, state: PaymentState, about: { sessionId: string; paymentId: string }): PaymentFact[] | Refusal {
  const { providerRef, amountCents, currency } = captured;
  const isKnown = state.captures.some((one) => one.providerRef === providerRef) || state.second.includes(providerRef);
  if (isKnown) return []; // the webhook came twice
  if (!state.request) return refuse('CONFLICT', 'Nothing is due yet');
  const due = dueCents(state);
  const back = (step: string, cents: number, reason: string): PaymentFact => ({ type: 'RefundOrdered', data: { ...about, refundId: `${step}:${providerRef}`, amountCents: cents, currency, reason, providerRef } });
  if (due === 0) return [{ type: 'SecondCaptureFound', data: { ...about, providerRef, amountCents, currency } }, back('second', amountCents, 'Paid a second time')];
  // Somebody took more out of a hold by hand.
  const beyond = amountCents > due ? [back('beyond', amountCents - due, 'More was taken than was due')] : [];
  return [{ type: 'PaymentCaptured', data: { ...about, ...captured } }, ...beyond];
}

/** What is taken out of a hold: all that is due, or as much as leaves a rest that a card can be charged. */
function captureCents(due: number, held: number, currency: string): number {
  const least = leastCharged(currency);
  const isRestTooSmall = due > held && due - held < least && due > least;
  return isRestTooSmall ? due - least : Math.min(due, held);
}
