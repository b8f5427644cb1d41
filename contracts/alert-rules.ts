/** Alert rules: what an organization wants to be told, whom, when, and when not. */
import { z } from 'zod';
import { noticeRecipient, severity } from './alerts.js';
import type { FactOf } from './fact.js';
import { command, query } from './request.js';
import { email } from './words.js';

/** Of the wall clock in the organization's time zone. */
const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time such as 22:00');
export const quietHours = z.object({
  from: clockTime, to: clockTime,
  /** High alerts are told at any hour. */
  exceptHigh: z.boolean(),
}).refine(({ from, to }) => from !== to, 'Quiet hours begin and end at different times');
export type QuietHours = z.infer<typeof quietHours>;

const degrees = z.number().min(-40, 'Please enter a temperature between -40 and 80 °C').max(80, 'Please enter a temperature between -40 and 80 °C').nullable();
const temperature = z.object({ minC: degrees, maxC: degrees })
  .refine(({ minC, maxC }) => minC === null || maxC === null || minC < maxC, 'The lowest temperature is below the highest');
/** What holds until somebody sets another number of days. */
export const MAINTENANCE_DAYS = 90;
/** So many days after it was added or last serviced a machine is due for maintenance; null: never. */
const maintenanceDays = z.number({ error: 'Please enter 7 to 730 days' }).int('Please enter whole days').min(7, 'Please enter 7 to 730 days').max(730, 'Please enter 7 to 730 days').nullable();
const limits = {
  /** A slot at or below this share of its maximum is low; an empty one always is. */
  lowStockPercent: z.number({ error: 'Please enter a percentage' }).int('Please enter a whole percentage').min(1, 'Please enter 1 to 90 percent').max(90, 'Please enter 1 to 90 percent'),
  /** null: no limit. */
  temperature,
  /** Which alerts anybody is told of. */
  notify: z.array(severity).max(3),
  quietHours: quietHours.nullable(),
};
const afterMinutes = z.number().int().min(0).max(10_080, 'At most a week');

/** Stream `alertrules-<account>`: the whole of the rules each time. */
export const alertRulesFacts = {
  AlertRulesSet: z.object({
    ...limits,
    /** Rules that were set before there was this limit do not say it. */
    maintenanceDays: maintenanceDays.optional(),
    steps: z.array(z.object({ afterMinutes, to: z.array(noticeRecipient) })),
    /** `secret` signs what is sent; sealed under a key of the organization's. */
    webhook: z.object({ url: z.string(), secret: z.string() }).nullable(),
  }),
};
export type AlertRulesFact = FactOf<typeof alertRulesFacts>;

export const recipient = z.discriminatedUnion('kind', [z.object({ kind: z.literal('member'), userId: z.string().max(100) }), z.object({ kind: z.literal('address'), email })]);
export type Recipient = z.infer<typeof recipient>;
const step = z.object({
  /** Unacknowledged since the alert was raised, came back or was reopened. */
  afterMinutes,
  recipients: z.array(recipient).max(20, 'At most 20 recipients'),
  webhook: z.boolean(),
}).refine(({ recipients, webhook }) => webhook || recipients.length > 0, 'Each step tells somebody');
export const MOST_STEPS = 5;
export const alertRules = z.object({
  ...limits, maintenanceDays: maintenanceDays.default(MAINTENANCE_DAYS),
  steps: z.array(step).max(MOST_STEPS, `At most ${MOST_STEPS} steps`).refine((steps) => steps.every(({ afterMinutes: after }, n) => n === 0 || after > (steps[n - 1]?.afterMinutes ?? 0)), 'Each step comes later than the one before'),
  webhookUrl: z.url({ protocol: /^https?$/, error: 'Please enter an address that begins with https://' }).max(500, 'The address cannot exceed 500 characters').nullable(),
});
export type AlertRules = z.infer<typeof alertRules>;

const shownRules = alertRules.extend({
  /** How often they were set; 0 for the defaults. */
  version: z.number(), changedAt: z.string().optional(), timeZone: z.string(),
  /** The same for everybody. */
  offlineAfterSeconds: z.number(),
});
export type ShownRules = z.infer<typeof shownRules>;
/** For other services: from which share of its maximum on a slot is low. */
export const stockRule = query('alerts.stockRule', 'services', 'What counts as low stock in an organization', z.object({ account: z.string() }), z.object({ lowStockPercent: z.number() }));
export const getAlertRules = query('alerts.getRules', 'settings.view', 'What raises alerts and who is told', z.object({}), z.object({ rules: shownRules }));
export const setAlertRules = command('alerts.setRules', 'settings.update', 'Change what raises alerts and who is told', alertRules.extend({
  /** Of the rules this changes; refused when somebody else changed them meanwhile. */
  version: z.number().int().nonnegative(),
  /** A new secret for the webhook; the former one signs nothing any more. */
  newSecret: z.boolean().default(false),
}), z.object({
  rules: shownRules,
  /** Answered once, when it is new, and never again. */
  webhookSecret: z.string().optional(),
}));
