/** The checkout port: a hosted page where a guest pays, and the messages its provider sends about it. */
import type { Line, PaymentMethod } from '@larder/contracts/vending.js';

export interface CheckoutOrder {
  /** Idempotency key, `<session>:checkout:<n>`: the same key opens the same checkout. */
  key: string;
  sessionId: string;
  paymentId: string;
  amountCents: number;
  currency: string;
  lines: Line[];
  machineName: string;
}

export interface CheckoutEvent {
  /** The provider's id of the message; it may come more than once and in any order. */
  eventId: string;
  what: 'paid' | 'abandoned';
  providerRef: string;
  sessionId: string;
  amountCents: number;
  currency: string;
  method: PaymentMethod;
  /** ISO 8601. */
  at: string;
}

/** The message was not signed by the provider, or too long ago. */
export class BadSignature extends Error {}

export interface Checkout {
  /** Kept on the payment's facts. */
  provider: string;
  open(order: CheckoutOrder): Promise<{ providerRef: string; url: string }>;
  /** Verifies a webhook's signature over its exact bytes before anything in it is read; undefined for messages that do not concern us. Throws {@link BadSignature}. */
  read(body: string, signature: string): CheckoutEvent | undefined;
}

/** Injection token. */
export const CHECKOUT = Symbol('checkout');
