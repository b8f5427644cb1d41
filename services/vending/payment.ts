/** The money of one visit: asked for once, captured at most once, whatever the provider says and how often. */
import type { Line, PaymentFact, PaymentMethod } from '@larder/contracts/vending.js';
import { refuse } from '@larder/contracts/reply.js';
import { never, type Decider } from '@larder/kit/decider.js';

export type PaymentCommand =
  | { type: 'RequestPayment'; sessionId: string; amountCents: number; currency: string; lines: Line[]; machineName: string }
  | { type: 'NoteCheckout'; provider: string; providerRef: string; url: string }
  | { type: 'NoteAbandoned'; providerRef: string }
  | { type: 'CapturePayment'; providerRef: string; amountCents: number; currency: string; method: PaymentMethod; capturedAt: string };

export interface PaymentState {
  request?: Extract<PaymentFact, { type: 'PaymentRequested' }>['data'];
  checkout?: { providerRef: string; url: string };
  /** Checkouts opened so far: the idempotency key of the next one counts on from it. */
  attempts: number;
  captured: boolean;
}

export const paymentIdOf = (sessionId: string): string => `pay_${sessionId}`;

export const payment: Decider<PaymentCommand, PaymentFact, PaymentState> = {
  category: 'payment',
  initial: { attempts: 0, captured: false },
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
        return { ...state, captured: true };
      default:
        return never(fact);
    }
  },
};
