/** Disputes: a guest says that something was put back, or was wrong; the log decides what it can, the operator the rest. */
import { z } from 'zod';
import { flag, paging } from '../catalog.js';
import type { FactOf } from '../fact.js';
import { machineId } from '../device/machine-id.js';
import { amountToGive, cents, currency } from '../money.js';
import { command, once, query } from '../request.js';
import { receipt, receiptRef } from './receipts.js';
import { claim } from './claims.js';

/** What the machine's reports say to a claim. `returned`: it saw so many of the product come back without taking them off the bill. `missing`: reports of the visit that never came. */
export const evidence = z.object({ agrees: z.boolean(), what: z.enum(['returned', 'reports_missing', 'none']), returned: z.number().int(), missing: z.number().int() });
export type Evidence = z.infer<typeof evidence>;

const decidedBy = z.enum(['log', 'operator', 'bank']);
const inDispute = z.object({
  /** Of the sold line, as the sales list shows it: one dispute a line. */
  disputeId: z.string(), saleId: z.string(), line: z.number().int().nonnegative(),
});
/** Stream `dispute-<saleId>`. */
export const disputeFacts = {
  DisputeOpened: inDispute.extend({
    sessionId: z.string(), machineId, machineName: z.string(), productId: z.string(), name: z.string(), sku: z.string(), claim, quantity: z.number().int().positive(), amountCents: cents, currency,
    /** The guest's words, sealed with the organization's key. */
    text: z.string().optional(), evidence,
    /** For a person to decide it. Missing in older facts, and where the machine's reports decide. */
    waits: z.literal(true).optional(),
  }),
  /** `log`: the machine's reports agree, within the organization's limit. `bank`: it took the money back, and nobody had to decide. */
  DisputeApproved: inDispute.extend({ refundId: z.string(), amountCents: cents, currency, by: decidedBy, reason: z.string() }),
  DisputeDeclined: inDispute.extend({ reason: z.string() }),
  DisputeRefunded: inDispute.extend({ refundId: z.string(), amountCents: cents, currency }),
  /** The payment provider would not; it waits for the operator again. */
  DisputeRefundFailed: inDispute.extend({ refundId: z.string(), why: z.string() }),
};
export type DisputeFact = FactOf<typeof disputeFacts>;

export const openDispute = once(command('sales.openDispute', 'anyone', 'A guest says that a bought item was put back, or that something was wrong with it', receiptRef.extend({
  line: z.number().int().min(0).max(500), claim, quantity: z.number().int().min(1).max(99).optional(), text: z.string().trim().max(500, 'Please use at most 500 characters').optional(),
}), receipt));

export const disputeState = z.enum(['open', 'approved', 'refunded', 'declined']);
export const disputeView = z.object({
  id: z.string(), saleId: z.string(), openedAt: z.string(), claim, quantity: z.number(),
  /** Null when the guest wrote nothing, or it can no longer be opened. */
  text: z.string().nullable(),
  product: z.object({ id: z.string(), name: z.string(), sku: z.string() }), machine: z.object({ machineId, name: z.string() }),
  /** What the guest wants back, and the most that can still be given. */
  amount: z.number(), left: z.number(), currency, evidence, state: disputeState,
  decision: z.object({ by: decidedBy, at: z.string(), amount: z.number(), reason: z.string() }).optional(),
  /** Why the payment provider did not do what was decided. */
  trouble: z.string().optional(), timeZone: z.string(),
});
export type DisputeView = z.infer<typeof disputeView>;
export const listDisputes = query('sales.listDisputes', 'sales.read', 'What guests say was put back or was wrong, newest first', z.object({ ...paging, open: flag.optional() }), z.object({
  disputes: z.array(disputeView), total: z.number(), page: z.number(), pages: z.number(), openCount: z.number(),
}));
const one = z.object({ id: z.string().max(200) });
export const approveDispute = once(command('sales.approveDispute', 'sales.refund', 'Give a guest (part of) the price back', one.extend({
  /** A decimal; what the guest wants when missing. */
  amount: amountToGive.optional(), reason: z.string().trim().max(300).optional(),
}), z.object({ dispute: disputeView })));
export const declineDispute = once(command('sales.declineDispute', 'sales.refund', 'Tell a guest that nothing is given back, and why', one.extend({
  reason: z.string({ error: 'Please give a reason' }).trim().min(1, 'Please give a reason').max(300, 'A reason cannot exceed 300 characters'),
}), z.object({ dispute: disputeView })));

/** For sales: what vending and the machine know of a line that a guest disputes. */
export const claimEvidence = query('vending.claimEvidence', 'services', 'What the machine saw of a product during and after a visit', z.object({ account: z.string(), sessionId: z.string(), productId: z.string() }), z.object({ returned: z.number(), missing: z.number() }));
/** Of one visit: a board counts what has stood still for 0.6 s, so that is an hour of each of its slots coming and going all the time. */
export const MOST_REPORTS = 200_000;
/** For vending: how many of a machine's reports between the first and the last of a visit never came. */
export const missingReports = query('device.missingReports', 'services', 'How many reports of a visit are missing', z.object({
  account: z.string(), machineId, sessionId: z.string(), nfcSessionId: z.string(), startedAt: z.string(), reports: z.array(z.string()).max(MOST_REPORTS),
}), z.object({ missing: z.number() }));
