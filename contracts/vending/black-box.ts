/** The black box of a sale: everything that is known of how it came about, from the facts themselves, in one order. */
import { z } from 'zod';
import { machineId } from '../device/machine-id.js';
import { currency } from '../money.js';
import { query } from '../request.js';
import { saleView } from '../sales.js';
import { paymentMethod } from '../vending.js';
import { MOST_REPORTS } from './disputes.js';

const factRef = z.object({ id: z.string(), type: z.string(), stream: z.string(), revision: z.number(), at: z.string() });
export const timelineEntry = z.object({
  /** By the server's clock: when it was decided. */
  at: z.string(),
  /** By the machine's own clock; absent when it had none or was not there. */
  deviceAt: z.string().optional(),
  /** The machine's number for it, `<epoch>:<sequence>`. */
  report: z.string().optional(),
  source: z.enum(['machine', 'visit', 'payment', 'sale']),
  /** The name of the fact. */
  type: z.string(), what: z.string(),
  /** As it stands in the fact. */
  actor: z.string(),
  /** Why, in the words of whoever did it. */
  reason: z.string().optional(),
  amount: z.number().optional(),
  /** Where this can be read in the log; two when the machine reported it and the visit took it. */
  facts: z.array(factRef).min(1),
  position: z.string(),
});
export type TimelineEntry = z.infer<typeof timelineEntry>;

const entries = z.array(timelineEntry);
export const visitTimeline = query('vending.visitTimeline', 'sales.read', 'What vending knows of a visit', z.object({ sessionId: z.string().max(64) }), z.object({
  machineId, nfcSessionId: z.string(), startedAt: z.string(), endedAt: z.string(), timeZone: z.string(), entries,
}));
/** Which reports of a machine belong to a visit: those that name it, those that it took (`reports`), and the tap of its tag just before. */
export const visitJournal = query('device.visitJournal', 'sales.read', 'What a machine reported during a visit, and was told', z.object({
  machineId, sessionId: z.string().max(64), nfcSessionId: z.string(), startedAt: z.string(), reports: z.array(z.string()).max(MOST_REPORTS),
}), z.object({
  entries,
  /** By epoch: the numbers from the first report of the visit to the last, and which of them never came. */
  completeness: z.array(z.object({ epoch: z.string(), first: z.number(), last: z.number(), missing: z.array(z.number()) })),
}));
export const saleTimeline = query('sales.saleTimeline', 'sales.read', 'What sales knows of a sale', z.object({ id: z.string().max(200) }), z.object({ sessionId: z.string().optional(), entries }));

/** One purchase with its lines, as on a receipt. */
export const purchase = z.object({
  saleId: z.string(), transactionId: z.string(), machine: z.object({ machineId, name: z.string(), address: z.string() }), organization: z.string(),
  soldAt: z.string(), day: z.string(), timeKnown: z.boolean(), timeZone: z.string(), paymentMethod, currency,
  lines: z.array(saleView.extend({ unitPrice: z.number() })), totalAmount: z.number(), refundedAmount: z.number(), refundingAmount: z.number(), refunded: z.boolean(),
  /** Included in the total, by rate, the highest first; none when none is known. */
  taxes: z.array(z.object({ rate: z.string(), amount: z.number() })),
  /** There is a visit behind it, whose black box can be opened. */
  hasVisit: z.boolean(),
});
export type Purchase = z.infer<typeof purchase>;
export const getPurchase = query('sales.getPurchase', 'sales.read', 'One purchase with all its lines', z.object({ id: z.string().max(200) }), purchase);

export const blackBox = query('gateway.blackBox', 'sales.read', 'How a sale came about: one timeline from the tap to the refund; of a visit that was not paid by the id that its sale would have', z.object({ id: z.string().max(200) }), z.object({
  saleId: z.string(), sessionId: z.string().optional(), machineId: z.string().optional(), timeZone: z.string(),
  timeline: z.array(timelineEntry.omit({ position: true }).extend({ actorName: z.string() })),
  journal: visitJournal.output.shape.completeness,
}));
export type BlackBox = z.infer<typeof blackBox.output>;
/** Answers with a file: JSON in the envelope, or PDF. */
export const evidence = query('gateway.evidence', 'sales.read', 'Receipt and black box of a sale as a pack for a disputed payment', z.object({ id: z.string().max(200), format: z.enum(['json', 'pdf']).default('json') }), z.unknown());
/** For sales: visits with a checkout whose name at the provider ends like this, as the guest reads it on the page after paying. */
export const visitsOfReference = query('vending.visitsOfReference', 'services', 'Visits by the payment reference that their guests were shown', z.object({ account: z.string(), reference: z.string() }), z.array(z.string()));
