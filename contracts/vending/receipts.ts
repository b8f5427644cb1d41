/** The guest's receipt: what was bought, held, charged, released and given back. Whoever has its address sees it; only the guest may do something about it. */
import { z } from 'zod';
import { claim } from './claims.js';
import type { FactOf } from '../fact.js';
import { guestLanguages } from './guest-languages.js';
import { currency } from '../money.js';
import { command, query } from '../request.js';
import { paymentMethod } from '../vending.js';
import { email } from '../words.js';

/** Stream `receipt-<session>`. Whom it was sent to lies in no fact. */
export const receiptFacts = {
  ReceiptMailed: z.object({ sessionId: z.string(), mailId: z.string() }),
};
export type ReceiptFact = FactOf<typeof receiptFacts>;

/** E-mails of one receipt: enough for a typing mistake or two, too few to be a nuisance to a stranger. */
export const MOST_RECEIPT_MAILS = 5;

export const receiptRef = z.object({
  /** The visit's id: 128 random bits. Operators know it too. */
  token: z.string().min(1).max(64),
  /** From the link in the e-mailed receipt: whoever has it is the guest, as is the browser that began the visit. */
  proof: z.string().max(100).optional(),
});
export type ReceiptRef = z.infer<typeof receiptRef>;

/** Amounts are decimals of `currency`. */
export const receipt = z.object({
  token: z.string(),
  /** It is the guest who asks, so that it can be disputed and e-mailed. */
  yours: z.boolean(),
  /** The last characters of the transaction number. */
  reference: z.string(), organization: z.string(), machine: z.object({ name: z.string(), address: z.string() }), soldAt: z.string(), timeZone: z.string(), paymentMethod, currency,
  /** Whom the guest may ask. */
  guestContact: z.string().optional(),
  lines: z.array(z.object({
    line: z.number(), name: z.string(), quantity: z.number(), unitPrice: z.number(), amount: z.number(), refunded: z.number(), refunding: z.number(),
    /** What the guest said of it, and what became of that. */
    dispute: z.object({ claim, state: z.enum(['open', 'approved', 'refunded', 'declined']), amount: z.number().optional(), reason: z.string().optional() }).optional(),
    /** It can still be said that something was wrong with it. */
    disputable: z.boolean(),
  })),
  total: z.number(),
  /** Included in the total, by rate, the highest first; none when none is known. */
  taxes: z.array(z.object({ rate: z.string(), amount: z.number() })),
  /** Card held first: what was held, charged and released. */
  hold: z.object({ held: z.number(), charged: z.number(), released: z.number() }).optional(),
  refunds: z.array(z.object({ name: z.string(), amount: z.number(), at: z.string(), state: z.enum(['asked', 'done']) })),
  refunded: z.number(), refunding: z.number(),
  disputeUntil: z.string(), mailsLeft: z.number(),
  /** Nothing more will change by itself. */
  settled: z.boolean(),
});
export type Receipt = z.infer<typeof receipt>;

export const getReceipt = query('sales.receipt', 'anyone', 'The receipt of a visit', receiptRef, receipt);
export const mailReceipt = command('sales.mailReceipt', 'anyone', 'E-mail a receipt to an address of the guest\'s', receiptRef.extend({ email,
  /** In which it is written; English unless told. */
  language: z.enum(guestLanguages).optional(),
}), z.object({
  /** `sent`: the mail server has taken it. `waiting`: it will be tried again. */
  state: z.enum(['sent', 'waiting']), mailsLeft: z.number(),
}));
