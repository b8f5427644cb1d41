/** Alerts: conditions that somebody should know of, raised and cleared by what happens. */
import { z } from 'zod';
import type { FactOf } from './fact.js';
import { command, query } from './request.js';
import { order, paging, flag } from './catalog.js';
import { day } from './day.js';

export const alertType = z.enum(['low_stock', 'machine_offline', 'maintenance_due', 'unusual_activity']);
export const severity = z.enum(['high', 'medium', 'low']);
/** What exactly is unusual. */
export const unusual = z.enum(['unpaid_session', 'door_without_session', 'door_left_open', 'temperature', 'journal_gap', 'payment_failure', 'late_item']);

const about = z.object({ machineId: z.string(), name: z.string(), address: z.string() });
const goods = z.object({ productId: z.string(), name: z.string(), sku: z.string() });
export const alertDetails = z.object({
  currentStock: z.number().optional(), maxStock: z.number().optional(), percentage: z.number().optional(),
  reason: unusual.optional(), sessionId: z.string().optional(), amountCents: z.number().optional(), slot: z.string().optional(), since: z.string().optional(),
});
/** Stream `alert-<account>.<condition>`: one stream per condition (`low_stock.VM-001.A1`), raised and cleared in turn. */
export const alertFacts = {
  AlertRaised: z.object({ alertId: z.string(), condition: z.string(), type: alertType, severity, message: z.string(), machine: about, product: goods.optional(), details: alertDetails }),
  /** Still the same condition, but worse or better than it was. */
  AlertChanged: z.object({ alertId: z.string(), severity, message: z.string(), details: alertDetails }),
  AlertResolved: z.object({ alertId: z.string(), how: z.enum(['cleared', 'operator']), reason: z.string().optional(), by: z.object({ firstName: z.string(), lastName: z.string() }).optional() }),
};
export type AlertFact = FactOf<typeof alertFacts>;

export const alertView = z.object({
  _id: z.string(), type: alertType, severity, message: z.string(), createdAt: z.string(), ageInHours: z.number(), isResolved: z.boolean(),
  resolvedBy: z.object({ firstName: z.string(), lastName: z.string() }).optional(), resolvedAt: z.string().optional(),
  machine: z.object({ machineId: z.string(), name: z.string(), location: z.object({ address: z.string() }) }),
  product: z.object({ name: z.string(), sku: z.string() }).optional(), details: alertDetails,
});
export type AlertView = z.infer<typeof alertView>;

export const listAlerts = query('alerts.listAlerts', 'alerts.read', 'Alerts of the organization', z.object({
  ...paging, limit: z.coerce.number().int().min(1).max(200).default(10), sortBy: z.literal('createdAt').default('createdAt'), sortOrder: order,
  isResolved: flag.optional(), type: alertType.optional(), severity: severity.optional(),
}), z.object({ alerts: z.array(alertView), total: z.number(), page: z.number(), pages: z.number() }));

const count = z.object({ unresolved: z.number(), total: z.number() });
export const alertStats = query('alerts.stats', 'alerts.read', 'How many alerts of which kind, and how long they lasted', z.object({ startDate: day.optional(), endDate: day.optional() }), z.object({
  total: z.number(), unresolved: z.number(), bySeverity: z.object({ high: count, medium: count, low: count }), byType: z.record(z.string(), z.number()),
  summary: z.object({ resolved: z.number(), unresolved: z.number(), byType: z.record(z.string(), z.number()), bySeverity: z.record(z.string(), z.number()) }),
  resolutionTimes: z.array(z.object({ severity, avgResolutionHours: z.number(), minResolutionHours: z.number(), maxResolutionHours: z.number(), count: z.number() })),
  topAlertMachines: z.array(z.object({ machineId: z.string(), name: z.string(), alertCount: z.number(), unresolvedCount: z.number() })),
}));
export const resolveAlert = command('alerts.resolve', 'alerts.manage', 'Resolve an alert by hand, with a reason', z.object({ id: z.string().max(200), reason: z.string().trim().min(1, 'Please give a reason').max(500) }), z.object({ alert: alertView }));
