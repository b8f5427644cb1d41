/** The checkout port: a hosted page where a guest pays or lets money be held, what can be done with that later, and the messages its provider sends about it. */
import type { CheckoutEvent } from '@larder/contracts/vending/checkout.js';
import type { Line } from '@larder/contracts/vending.js';
import type { CheckoutKind } from '../money/payment.js';

export interface CheckoutOrder {
  /** Idempotency key, `<session>:checkout:<n>:<hour>`: the same key opens the same checkout. */
  key: string;
  /** `hold`: the amount is authorised, and captured or released later. */
  kind: CheckoutKind;
  sessionId: string;
  paymentId: string;
  amountCents: number;
  currency: string;
  /** Empty for a hold. */
  lines: Line[];
  machineName: string;
  /** What the guest's card statement says; the provider's own name for us when missing. */
  statementDescriptor?: string;
}

export type { CheckoutEvent };

/** Money that was given back came back itself: the guest's bank would not take it. */
export interface RefundReturned {
  what: 'returned';
  eventId: string;
  sessionId: string;
  refundRef: string;
  amountCents: number;
  /** For the operator, e.g. 'expired or canceled card'. */
  why: string;
  /** ISO 8601. */
  at: string;
}

/** The guest's bank takes a payment back, or (`isInquiry`) asks about it and has taken nothing yet. Every message says all that is known. */
export interface Chargeback {
  what: 'chargeback';
  eventId: string;
  sessionId: string;
  chargebackRef: string;
  amountCents: number;
  currency: string;
  /** The bank's reason, e.g. 'product not received'. */
  why: string;
  /** ISO 8601, as all times here. */
  openedAt: string;
  /** Until when it can be answered; missing where the bank takes no answer. */
  respondBy?: string;
  isInquiry?: true;
  /** Missing while it is not decided. `won`: the money is ours. */
  outcome?: 'won' | 'lost';
}
/** What a provider sends by itself. */
export type CheckoutMessage = CheckoutEvent | RefundReturned | Chargeback;

/** The message was not signed by the provider, or too long ago. */
export class BadSignature extends Error {}

/** The provider will not do it, now or later; the message is for the operator. */
export class ProviderRefused extends Error {}

/** `key` is an idempotency key `<session>:<step>`: the same key has one effect. */
export interface RefundOrder {
  key: string;
  sessionId: string;
  /** The checkout the money came through. */
  providerRef: string;
  amountCents: number;
  currency: string;
}
/** `key`: as above, `<session>:<step>:<hour>`; a hold is captured or released once, also under different keys. */
export interface HoldOrder {
  key: string;
  sessionId: string;
  holdRef: string;
  /** What is captured of the hold; the rest is released by the provider. */
  amountCents: number;
  currency: string;
}

/** Every call throws {@link ProviderRefused} for good, anything else for now. */
export interface Checkout {
  /** Kept on the payment's facts. */
  provider: string;
  open(order: CheckoutOrder): Promise<{ providerRef: string; url: string }>;
  capture(order: HoldOrder): Promise<void>;
  release(order: Pick<HoldOrder, 'key' | 'sessionId' | 'holdRef'>): Promise<void>;
  /** Nobody can pay at a checkout from now on, or let anything be held there; `amountCents` is what it was opened for. Of one that is over nothing changes, or it is refused. */
  close(order: Omit<RefundOrder, 'key'>): Promise<void>;
  /** What was taken out of a hold, in minor units: asked when capturing or releasing is refused, which may have happened before. Undefined: nothing. */
  captured(holdRef: string): Promise<number | undefined>;
  /** Gives money back the way it came. */
  refund(order: RefundOrder): Promise<{ refundRef: string }>;
  /** What has become of a checkout, asked when no message came; undefined while it is open. One the provider does not know is refused. */
  ask(providerRef: string): Promise<CheckoutEvent | undefined>;
  /** Verifies a webhook's signature over its exact bytes before anything in it is read; undefined for messages that do not concern us. The provider may be asked which visit it is about. Rejects with {@link BadSignature}. */
  read(body: string, signature: string): Promise<CheckoutMessage | undefined>;
}

/** Injection token. */
export const CHECKOUT = Symbol('checkout');
