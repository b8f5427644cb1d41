/** Escalation: who is told next, and when. */
import type { AlertView, NoticeRecipient } from '@larder/contracts/alerts.js';
import type { QuietHours } from '@larder/contracts/alert-rules.js';
import { afterQuiet } from './quiet-hours.js';

const MINUTE_MS = 60_000;
/** A notice nobody took within this time is given up. */
export const GIVE_UP_MS = 24 * 60 * MINUTE_MS;
/** A notice of which nothing was heard for so long was lost with the process that sent it. */
const LOST_MS = 2 * MINUTE_MS;
const LONGEST_WAIT_MINUTES = 60;
/** Guests look at things and put them back. */
const PUT_BACK_MS = 30_000;

export interface EscalationPlan {
  notify: readonly AlertView['severity'][];
  steps: readonly { afterMinutes: number; to: readonly NoticeRecipient[] }[];
  quietHours: QuietHours | null;
  timeZone: string;
}
export const NOBODY: EscalationPlan = { notify: [], steps: [], quietHours: null, timeZone: 'UTC' };

export interface Notice {
  to: NoticeRecipient;
  round: number;
  step: number;
  attempt: number;
  orderedAt: string;
  /** Settled: given up, or not needed any more. */
  state: 'waiting' | 'delivered' | 'settled';
  tryAgainAt: string;
  why?: string;
}

const later = (at: string, ms: number): string => new Date(Date.parse(at) + ms).toISOString();

/** From when an alert that is raised `now` wants attention: nobody is sent off for what a guest holds in their hand. */
export const attentionFrom = ({ type, cause }: Pick<AlertView, 'type'> & { cause?: { type: string } | undefined }, now: string): string =>
  (type === 'low_stock' && cause?.type === 'StockTaken' ? later(now, PUT_BACK_MS) : now);

/** The first moment from `at` on at which anybody wants to be told of such an alert. */
export const outsideQuiet = ({ quietHours, timeZone }: EscalationPlan, severity: AlertView['severity'], at: string): string =>
  (quietHours && !(quietHours.exceptHigh && severity === 'high') ? afterQuiet(at, quietHours, timeZone) : at);

/** When a step is due for an alert that wants attention since `beganAt`, not before `now`; undefined when nobody is told. */
export function stepDueAt(plan: EscalationPlan, severity: AlertView['severity'], step: number, beganAt: string, now: string): string | undefined {
  const planned = plan.steps[step];
  if (!planned || !plan.notify.includes(severity)) return undefined;
  const due = later(beganAt, planned.afterMinutes * MINUTE_MS);
  return outsideQuiet(plan, severity, due > now ? due : now);
}

/** From when the minutes of later steps count, as a step is told `now`: who is told late, after quiet hours or because nothing ran, has the same time to act before the next one hears. */
export function countedFrom({ steps }: EscalationPlan, step: number, beganAt: string, now: string): string {
  const onTime = later(now, -(steps[step]?.afterMinutes ?? 0) * MINUTE_MS);
  return onTime > beganAt ? onTime : beganAt;
}

/** When to ask whether an attempt got anywhere. */
export const lostAt = (now: string): string => later(now, LOST_MS);

/** When to try again after the n-th attempt: a minute later, then two, four, at most an hour. Not after it is given up. */
export function tryAgainAt(orderedAt: string, attempt: number, now: string): string {
  const next = later(now, Math.min(LONGEST_WAIT_MINUTES, 2 ** (attempt - 1)) * MINUTE_MS);
  const end = later(orderedAt, GIVE_UP_MS);
  return next < end || now >= end ? next : end;
}

export const isTooLate = (orderedAt: string, now: string): boolean => now >= later(orderedAt, GIVE_UP_MS);
