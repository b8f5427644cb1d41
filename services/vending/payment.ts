/** The money of one visit: asked for once, captured at most once, whatever the provider says and how often. */
import type { Line, PaymentFact, PaymentMethod } from '@larder/contracts/vending.js';
import { refuse, type Refusal } from '@larder/contracts/reply.js';
import { never, type Decider } from '@larder/kit/decider.js';

export type PaymentCommand =
  | { type: 'RequestPayment'; sessionId: string; amountCents: number; currency: string; lines: Line[]; machineName: string }
  | { type: 'NoteCheckout'; provider: string; providerRef: string; url: string }
  | { type: 'NoteAbandoned'; providerRef: string }
  | { type: 'OrderRefund'; refundId: string; amountCents: number; reason: string }
  | { type: 'NoteRefund'; refundId: string; refundRef: string; issuedAt: string }
  | { type: 'NoteRefundRefused'; refundId: string; machineId: string; why: string }
  | { type: 'CapturePayment'; providerRef: string; amountCents: number; currency: string; method: PaymentMethod; capturedAt: string };

export interface PaymentState {
  request?: Extract<PaymentFact, { type: 'PaymentRequested' }>['data'];
  checkout?: { providerRef: string; url: string };
  /** Checkouts opened so far: the idempotency key of the next one counts on from it. */
  attempts: number;
  captured: boolean;
  /** Which checkout the money came through, and how much. */
  capture?: { providerRef: string; amountCents: number };
  refunds: Readonly<Record<string, { amountCents: number; isOpen: boolean }>>;
}

export const paymentIdOf = (sessionId: string): string => `pay_${sessionId}`;

export const payment: Decider<PaymentCommand, PaymentFact, PaymentState> = {
  category: 'payment',
  initial: { attempts: 0, captured: false, refunds: {} },
  decide(command, state) {
    if (command.type === 'RequestPayment') {
      if (state.request) return [];
      const { type: _, ...request } = command;
      return [{ type: 'PaymentRequested', data: { ...request, paymentId: paymentIdOf(command.sessionId) } }];
    }
    if (!state.request) return refuse('NOT_FOUND', 'No payment was asked for');
    const { sessionId, paymentId } = state.request;
    switch (command.type) {
      case 'NoteCheckout':
        if (state.captured || state.checkout) return [];
        return [{ type: 'CheckoutOpened', data: { sessionId, paymentId, provider: command.provider, providerRef: command.providerRef, url: command.url } }];
      case 'NoteAbandoned':
        if (state.captured || state.checkout?.providerRef !== command.providerRef) return [];
        return [{ type: 'CheckoutAbandoned', data: { sessionId, paymentId, providerRef: command.providerRef } }];
      case 'CapturePayment': {
        if (state.captured) return []; // the webhook came twice
        const { type: _, ...captured } = command;
        return [{ type: 'PaymentCaptured', data: { sessionId, paymentId, ...captured } }];
      }
      case 'OrderRefund':
        return orderRefund(command, state, { sessionId, paymentId, currency: state.request.currency });
      case 'NoteRefund': {
        const open = state.refunds[command.refundId];
        if (!open?.isOpen) return [];
        return [{ type: 'RefundIssued', data: { sessionId, paymentId, refundId: command.refundId, amountCents: open.amountCents, currency: state.request.currency, refundRef: command.refundRef, issuedAt: command.issuedAt } }];
      }
      case 'NoteRefundRefused': {
        const open = state.refunds[command.refundId];
        if (!open?.isOpen) return [];
        return [{ type: 'RefundFailed', data: { sessionId, paymentId, refundId: command.refundId, machineId: command.machineId, amountCents: open.amountCents, currency: state.request.currency, why: command.why } }];
      }
      default:
        return never(command);
    }
  },
  evolve(state, fact) {
    switch (fact.type) {
      case 'PaymentRequested':
        return { ...state, request: fact.data };
      case 'CheckoutOpened':
        return { ...state, checkout: { providerRef: fact.data.providerRef, url: fact.data.url }, attempts: state.attempts + 1 };
      case 'CheckoutAbandoned':
        return { ...state, checkout: undefined };
      case 'PaymentCaptured':
        return { ...state, captured: true, capture: { providerRef: fact.data.providerRef, amountCents: fact.data.amountCents } };
      case 'RefundOrdered':
        return { ...state, refunds: { ...state.refunds, [fact.data.refundId]: { amountCents: fact.data.amountCents, isOpen: true } } };
      case 'RefundIssued':
        return { ...state, refunds: { ...state.refunds, [fact.data.refundId]: { amountCents: fact.data.amountCents, isOpen: false } } };
      case 'RefundFailed':
        return { ...state, refunds: { ...state.refunds, [fact.data.refundId]: { amountCents: 0, isOpen: false } } };
      default:
        return never(fact);
    }
  },
};

/** Never more back than was captured, whoever asks. */
function orderRefund({ refundId, amountCents, reason }: Extract<PaymentCommand, { type: 'OrderRefund' }>, { capture, refunds }: PaymentState, about: { sessionId: string; paymentId: string; currency: string }): PaymentFact[] | Refusal {
  if (refunds[refundId]) return [];
  if (!capture) return refuse('CONFLICT', 'There is nothing to give back: the payment was not captured');
  const given = Object.values(refunds).reduce((sum, refund) => sum + refund.amountCents, 0);
  if (given + amountCents > capture.amountCents) return refuse('CONFLICT', 'This is more than was paid');
  return [{ type: 'RefundOrdered', data: { ...about, refundId, amountCents, reason } }];
}
