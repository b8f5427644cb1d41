/** Alerts: conditions that somebody should know of, raised and cleared by what happens. */
import { z } from 'zod';
import type { FactOf } from './fact.js';
import { command, lookingBack, query } from './request.js';
import { order, paging, flag } from './catalog.js';
import { askedDay, day } from './day.js';
import { currency } from './money.js';

export const alertType = z.enum(['low_stock', 'machine_offline', 'maintenance_due', 'unusual_activity']);
export const severity = z.enum(['high', 'medium', 'low']);
/** What exactly is unusual. */
export const unusual = z.enum(['unpaid_session', 'door_without_session', 'door_left_open', 'temperature', 'journal_gap', 'payment_failure', 'late_item', 'copied_memory', 'shelf_shifted', 'refuses_guests', 'unseen_slot', 'guest_dispute']);

const about = z.object({ machineId: z.string(), name: z.string(), address: z.string() });
const goods = z.object({ productId: z.string(), name: z.string(), sku: z.string() });
export const alertDetails = z.object({
  currentStock: z.number().optional(), maxStock: z.number().optional(), percentage: z.number().optional(),
  reason: unusual.optional(), sessionId: z.string().optional(), amountCents: z.number().optional(), currency: currency.optional(), slot: z.string().optional(), since: z.string().optional(),
  /** What a guest took and has not paid for. */
  items: z.array(z.object({ name: z.string(), quantity: z.number().int() })).optional(),
  /** A reading, and the limits that were in force when it was judged. */
  temperatureC: z.number().optional(), minC: z.number().optional(), maxC: z.number().optional(), lowStockPercent: z.number().optional(), offlineAfterSeconds: z.number().optional(), maintenanceDays: z.number().optional(),
});
/** The fact, or the reading, that an alert follows from. */
const cause = z.object({ type: z.string(), id: z.string(), at: z.string() });
/** Who is told. An address is sealed under a key of the organization's. */
export const noticeRecipient = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('member'), userId: z.string() }), z.object({ kind: z.literal('address'), sealed: z.string() }), z.object({ kind: z.literal('webhook') }),
]);
export type NoticeRecipient = z.infer<typeof noticeRecipient>;
const ofAlert = z.object({ alertId: z.string() });
const ofNotice = ofAlert.extend({ noticeId: z.string() });
/** Where the fact lies that it follows from. Missing in older facts, and where it follows from a reading or a person. */
const heard = z.object({ stream: z.string(), revision: z.number().int() }).optional();
/** What follows on the machine's name in the sentence, so that it can be said with the name of now. Missing in older facts, and where type and details say it. */
const telling = z.string().optional();
/** Stream `alert-<account>.<condition>`: one stream per condition (`low_stock.VM-001.A1`), raised and cleared in turn. Who did something is the fact's actor. */
export const alertFacts = {
  AlertRaised: z.object({ alertId: z.string(), condition: z.string(), type: alertType, severity, message: z.string(), telling, machine: about, product: goods.optional(), details: alertDetails, cause: cause.optional(), heard }),
  /** Still the same condition, but worse or better than it was. */
  AlertChanged: z.object({ alertId: z.string(), severity, message: z.string(), telling, details: alertDetails, heard }),
  AlertResolved: z.object({ alertId: z.string(), how: z.enum(['cleared', 'operator']), reason: z.string().optional(), by: z.object({ firstName: z.string(), lastName: z.string() }).optional(), heard }),
  AlertReopened: ofAlert.extend({ reason: z.string() }),
  AlertAcknowledged: ofAlert.extend({ note: z.string().optional() }),
  /** null: nobody's any more. */
  AlertAssigned: ofAlert.extend({ userId: z.string().nullable() }),
  AlertSnoozed: ofAlert.extend({ until: z.string(), reason: z.string().optional() }),
  /** The snooze is over, by itself or by hand: it wants attention again. */
  AlertReturned: ofAlert,
  /** The next people are told at `at` unless somebody acknowledges. A round begins when the alert is raised, returns or is reopened. */
  EscalationPlanned: ofAlert.extend({ round: z.number().int(), step: z.number().int(), beganAt: z.string(), at: z.string() }),
  EscalationEnded: ofAlert,
  /** Looked after at `tryAgainAt` when nothing was heard of it. */
  NoticeOrdered: ofNotice.extend({ round: z.number().int(), step: z.number().int(), to: noticeRecipient, orderedAt: z.string(), tryAgainAt: z.string() }),
  NoticeRetried: ofNotice.extend({ attempt: z.number().int(), tryAgainAt: z.string() }),
  NoticeFailed: ofNotice.extend({ attempt: z.number().int(), why: z.string(), tryAgainAt: z.string() }),
  NoticeDelivered: ofNotice,
  NoticeGivenUp: ofNotice.extend({ why: z.string() }),
  /** When something is to be done about the alert by itself; null: nothing. */
  AlertWakeSet: ofAlert.extend({ at: z.string().nullable() }),
};
export type AlertFact = FactOf<typeof alertFacts>;

const ofMachine = z.object({ machineId: z.string() });
/** Stream `upkeep-<account>.<machine>`: the days for which a machine has not been serviced. */
export const upkeepFacts = {
  /** Counted from when the machine was added or serviced; null: by the rules of now it never comes due. */
  UpkeepCounted: ofMachine.extend({ from: z.string(), dueAt: z.string().nullable() }),
  MaintenanceCameDue: ofMachine.extend({ from: z.string(), days: z.number().int() }),
  /** The machine is none of the fleet's any more. */
  UpkeepEnded: ofMachine,
};
export type UpkeepFact = FactOf<typeof upkeepFacts>;

/** Names are empty for somebody who is no member any more. */
const who = z.object({ userId: z.string(), firstName: z.string(), lastName: z.string() });
export const handling = z.enum(['new', 'acknowledged', 'snoozed', 'resolved']);
export type Handling = z.infer<typeof handling>;
export const alertView = z.object({
  _id: z.string(), type: alertType, severity, message: z.string(), createdAt: z.string(), ageInHours: z.number(), isResolved: z.boolean(),
  resolvedBy: z.object({ firstName: z.string(), lastName: z.string() }).optional(), resolvedAt: z.string().optional(),
  machine: z.object({ machineId: z.string(), name: z.string(), location: z.object({ address: z.string() }) }),
  product: z.object({ name: z.string(), sku: z.string() }).optional(), details: alertDetails,
  handling, assignedTo: who.optional(), snoozedUntil: z.string().optional(),
  /** When the next people are told. */
  escalatesAt: z.string().optional(),
  /** Notices that could not be delivered within a day. */
  undelivered: z.number(),
});
export type AlertView = z.infer<typeof alertView>;

export const listAlerts = query('alerts.listAlerts', 'alerts.read', 'Alerts of the organization', z.object({
  ...paging, limit: z.coerce.number().int().min(1).max(200).default(10), sortBy: z.literal('createdAt').default('createdAt'), sortOrder: order,
  isResolved: flag.optional(), type: alertType.optional(), severity: severity.optional(), handling: handling.optional(),
  /** A member's id, or `me`. */
  assignedTo: z.string().max(100).optional(),
  /** false: without those that somebody has put off. */
  snoozed: flag.optional(),
}), z.object({ alerts: z.array(alertView), total: z.number(), page: z.number(), pages: z.number() }));

const count = z.object({ unresolved: z.number(), total: z.number() });
export const alertStats = query('alerts.stats', 'alerts.read', 'How many alerts of which kind, and how long they lasted', z.object({
  startDate: askedDay.optional(), endDate: askedDay.optional(), isResolved: flag.optional(),
  /** false: without those that somebody has put off. */
  snoozed: flag.optional(),
}), z.object({
  total: z.number(), unresolved: z.number(), bySeverity: z.object({ high: count, medium: count, low: count }), byType: z.record(z.string(), z.number()),
  summary: z.object({ resolved: z.number(), unresolved: z.number(), byType: z.record(z.string(), z.number()), bySeverity: z.record(z.string(), z.number()) }),
  resolutionTimes: z.array(z.object({ severity, avgResolutionHours: z.number(), minResolutionHours: z.number(), maxResolutionHours: z.number(), count: z.number() })),
  topAlertMachines: z.array(z.object({ machineId: z.string(), name: z.string(), alertCount: z.number(), unresolvedCount: z.number() })),
  /** Each day of the period in the organization's time zone, when both ends of it were given. */
  days: z.array(z.object({ day, raised: z.number(), resolved: z.number() })),
}));
export type AlertStats = z.infer<typeof alertStats.output>;

const alertRef = z.object({ id: z.string().max(200) });
const reason = z.string({ error: 'Please give a reason' }).trim().min(1, 'Please give a reason').max(500, 'A reason cannot exceed 500 characters');
const note = z.string().trim().max(500).optional();
const answer = z.object({ alert: alertView });
export const resolveAlert = command('alerts.resolve', 'alerts.manage', 'Resolve an alert by hand, with a reason', alertRef.extend({ reason }), answer);
export const reopenAlert = command('alerts.reopen', 'alerts.manage', 'Open a resolved alert again, with a reason', alertRef.extend({ reason }), answer);
export const acknowledgeAlert = command('alerts.acknowledge', 'alerts.manage', 'Say that somebody looks after an alert: nobody else is told', alertRef.extend({ note }), answer);
export const assignAlert = command('alerts.assign', 'alerts.manage', 'Make an alert a member\'s; null for nobody\'s', alertRef.extend({ userId: z.string().min(1).max(100).nullable() }), answer);
export const MOST_SNOOZE_DAYS = 30;
export const snoozeAlert = command('alerts.snooze', 'alerts.manage', 'Put an alert off until a time; then it wants attention again', alertRef.extend({ until: z.iso.datetime({ offset: true, error: 'Please choose a time' }), reason: note }), answer);
export const returnAlert = command('alerts.return', 'alerts.manage', 'End the snooze of an alert now', alertRef, answer);

export const historyEntry = z.object({
  at: z.string(), what: z.enum(['raised', 'changed', 'acknowledged', 'assigned', 'snoozed', 'returned', 'escalated', 'undelivered', 'resolved', 'reopened']),
  /** Missing for what happened by itself. */
  by: who.optional(),
  reason: z.string().optional(), message: z.string().optional(), severity: severity.optional(), until: z.string().optional(), to: who.optional(),
  /** Counted from 1, and how many were told. */
  step: z.number().optional(), told: z.number().optional(),
});
export type HistoryEntry = z.infer<typeof historyEntry>;
export const noticeView = z.object({
  noticeId: z.string(), step: z.number(), channel: z.enum(['email', 'webhook']), to: z.string(), orderedAt: z.string(),
  state: z.enum(['sending', 'delivered', 'given up', 'not needed any more']), attempts: z.number(), why: z.string().optional(),
});
export const getAlert = query('alerts.getAlert', 'alerts.read', 'One alert: why it fired, what was done about it, who was told', alertRef, z.object({
  alert: alertView, cause: cause.optional(), history: z.array(historyEntry), notices: z.array(noticeView),
}));
export type AlertStory = z.infer<typeof getAlert.output>;

/** For fleet: by machine, as moments (ISO 8601). One that was not serviced since it was added is missing. */
export const lastServiced = lookingBack(query('alerts.lastServiced', 'services', 'When machines were last serviced', z.object({ account: z.string() }), z.record(z.string(), z.string())));
