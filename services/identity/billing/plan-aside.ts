/** The smaller plan that is to come while a larger one is asked for: a provider may let go of the one before it takes the other, and may be cut off in between. */
import type { SubscriptionFact, ToldSubscription } from '@larder/contracts/identity/billing.js';
import type { PlanId } from '@larder/contracts/identity/plans.js';

export interface PlanAside {
  subscriptionRef: string;
  /** That was to come. */
  plan: PlanId;
  larger: PlanId;
  /** ISO; whoever asked has long had an answer by then, or never will. */
  until: string;
}

/** More than all calls of one change take, each tried three times. */
const UNTIL_MS = 15 * 60_000;

/** What is noted before a larger plan is asked for, where a smaller one is to come. */
export function setAside(accountId: string, { larger, now }: { larger: PlanId; now: string }, { current, aside }: { current?: ToldSubscription | undefined; aside?: PlanAside | undefined }): SubscriptionFact[] {
  const plan = current?.pendingPlan ?? (aside?.subscriptionRef === current?.subscriptionRef ? aside?.plan : undefined);
  if (!current || !plan) return [];
  const until = new Date(Date.parse(now) + UNTIL_MS).toISOString();
  return [{ type: 'PlannedPlanSetAside', data: { accountId, subscriptionRef: current.subscriptionRef, plan, larger, until } }];
}

/** The smaller plan that begins with the next period as far as is known: also the one that will be planned anew. */
export const planToCome = (current: ToldSubscription, aside: PlanAside | undefined): PlanId | undefined => current.pendingPlan ?? (aside && isLost(aside, current) ? aside.plan : undefined);

export const settledPlan = (accountId: string, { aside }: { aside?: PlanAside | undefined }): SubscriptionFact[] =>
  (aside ? [{ type: 'PlannedPlanSettled', data: { accountId, subscriptionRef: aside.subscriptionRef } }] : []);

/** Whether the subscription that counts is neither at the larger plan nor about to have the smaller one, and nobody has ended it. */
export const isLost = (aside: PlanAside, { subscriptionRef, plan, status, pendingPlan, cancelAtPeriodEnd }: ToldSubscription): boolean =>
  subscriptionRef === aside.subscriptionRef && plan !== aside.plan && plan !== aside.larger && status !== 'canceled' && !pendingPlan && !cancelAtPeriodEnd;

/** The larger plan is the last that was asked for; until then all else may be so for a moment only. */
export const isSettled = (aside: PlanAside | undefined, kept: ToldSubscription, now: string): boolean =>
  aside !== undefined && (kept.subscriptionRef !== aside.subscriptionRef || kept.plan === aside.larger || (aside.until <= now && !isLost(aside, kept)));
