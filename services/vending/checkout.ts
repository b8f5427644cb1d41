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

/** The provider will not do it, now or later; the message is for the operator. */
export class ProviderRefused extends Error {}

export interface RefundOrder {
  /** Idempotency key, `<session>:refund:<id>`: the same key gives back once. */
  key: string;
  /** The checkout the money came through. */
  providerRef: string;
  amountCents: number;
  currency: string;
}

export interface Checkout {
  /** Kept on the payment's facts. */
  provider: string;
  open(order: CheckoutOrder): Promise<{ providerRef: string; url: string }>;
  /** Gives money back the way it came. Throws {@link ProviderRefused} for good, anything else for now. */
  refund(order: RefundOrder): Promise<{ refundRef: string }>;
  /** Verifies a webhook's signature over its exact bytes before anything in it is read; undefined for messages that do not concern us. Throws {@link BadSignature}. */
  read(body: string, signature: string): CheckoutEvent | undefined;
}

/** Injection token. */
export const CHECKOUT = Symbol('checkout');
