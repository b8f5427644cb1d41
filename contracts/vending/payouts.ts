/** Payouts: every night what the payment provider paid to the bank is held against what visits brought in and gave back. */
import { z } from 'zod';
import { paging } from '../catalog.js';
import { askedDay, day, timeZone } from '../day.js';
import type { FactOf } from '../fact.js';
import { cents, currency } from '../money.js';
import { query } from '../request.js';

const kind = z.enum(['charge', 'refund']);
/** `unknown`: paid out, and nothing of ours. `different`: paid out with another amount. `missing`: ours, and not paid out in time. */
export const payoutCaseKind = z.enum(['unknown', 'different', 'missing']);

/** Stream `payouts-<account>`: the organization's share of the provider's payouts. */
export const payoutFacts = {
  /** The first night that is looked at; the next one stands in `PayoutsChecked`. */
  PayoutCheckPlanned: z.object({ day, timeZone, dueAt: z.string() }),
  /** `matched`: our names for the money in it. What came back of refunds and of chargebacks that were won counts with the charges: it is money that came. What banks took back counts with the refunds, and its fee with the fees. */
  PayoutMatched: z.object({ payoutRef: z.string(), provider: z.string(), arrivedAt: z.string(), day, currency, chargeCents: cents, refundCents: cents, feeCents: cents, lines: z.number().int(), matched: z.array(z.string()) }),
  PayoutCaseOpened: z.object({
    caseId: z.string(), what: payoutCaseKind, kind, day, sessionId: z.string().optional(),
    /** The provider's name for the money, or ours where the provider does not know it. */
    ref: z.string(), payoutRef: z.string().optional(), expectedCents: cents.nullable(), foundCents: cents.nullable(), currency,
  }),
  /** What was missing came with a later payout. */
  PayoutCaseClosed: z.object({ caseId: z.string(), payoutRef: z.string() }),
  PayoutsChecked: z.object({ day,
    /** The next night begins with it, in whatever time zone; the oldest facts lack it. */
    until: z.string().optional(),
    payouts: z.number().int(), lines: z.number().int(), cases: z.number().int(), next: z.object({ day, timeZone, dueAt: z.string() }) }),
};
export type PayoutFact = FactOf<typeof payoutFacts>;

/** Amounts are decimals of `currency`. */
export const payoutView = z.object({
  payoutRef: z.string(), provider: z.string(), arrivedAt: z.string(), day, currency, charges: z.number(), refunds: z.number(), fees: z.number(),
  /** Charges less refunds and fees; chargebacks are among the refunds. */
  net: z.number(), lines: z.number(), cases: z.number(),
});
export type PayoutView = z.infer<typeof payoutView>;
export const payoutCase = z.object({
  id: z.string(), what: payoutCaseKind, kind, day, saleId: z.string().optional(), ref: z.string(), payoutRef: z.string().optional(), expected: z.number().nullable(), found: z.number().nullable(), currency,
  openedAt: z.string(), state: z.enum(['open', 'closed']),
  /** The payout it came with after all. */
  closedBy: z.string().optional(),
});
export type PayoutCase = z.infer<typeof payoutCase>;
export const listPayouts = query('vending.listPayouts', 'billing.view', 'Payouts of the payment provider, newest first, and where they differ from what was sold', z.object({
  ...paging,
  /** Of payouts, by the days on which they arrive. */
  startDate: askedDay.optional(), endDate: askedDay.optional(),
}), z.object({
  payouts: z.array(payoutView), total: z.number(), page: z.number(), pages: z.number(),
  /** Open ones first, at most 100. */
  cases: z.array(payoutCase), openCount: z.number(),
  /** The last day that was looked at, and when the next is due; null before anything was sold. */
  checked: z.object({ day, at: z.string() }).nullable(), nextAt: z.string().nullable(), timeZone: z.string(),
}));
