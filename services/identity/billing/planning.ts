/** What choosing a plan means: begin at a checkout, go up at once, go down with the next period; and why it cannot be, in words. */
import { planIds, plans, UNLIMITED, type Plan, type PlanId } from '@larder/contracts/identity/price-list.js';
import type { PlanChange } from '@larder/contracts/identity/billing.js';
import { refuse, type Refusal } from '@larder/contracts/reply.js';
import { addMonths } from './months.js';
import { dollars } from './showing.js';
import { priceOf, type Standing } from './standing-of.js';
import { isOpen } from './subscription.js';

export type Direction = PlanChange['direction'];
export interface InUse {
  machines: number;
  users: number;
}

export function directionOf({ paid }: Pick<Standing, 'paid'>, wanted: PlanId): Direction {
  if (!paid || !isOpen(paid)) return 'subscribe';
  if (wanted === paid.plan) return 'keep';
  return planIds.indexOf(wanted) > planIds.indexOf(paid.plan) ? 'upgrade' : 'downgrade';
}

const count = (n: number, one: string): string => `${n} ${one}${n === 1 ? '' : 's'}`;

/** Why not; undefined when it can be. */
export function objection(standing: Standing, wanted: PlanId, { machines }: InUse): Refusal | undefined {
  const { displayName, machineCap } = plans[wanted];
  const direction = directionOf(standing, wanted);
  if (direction !== 'keep' && standing.paid?.status === 'past_due') return refuse('CONFLICT', 'Your last payment did not go through. Please update your payment method first.');
  if (direction === 'keep' || machineCap === UNLIMITED || machines <= machineCap) return undefined;
  return refuse('CONFLICT', `${displayName} has room for ${count(machineCap, 'machine')} and you have ${machines}. Remove ${count(machines - machineCap, 'machine')} first, or choose a larger plan.`, { limit: machineCap, current: machines });
}

/** What the plan includes less than is used, and what else changes. */
export function warningsOf({ paid, given, status }: Standing, wanted: PlanId, { machines, users }: InUse): string[] {
  const { displayName, included }: Plan = plans[wanted];
  const over = (limit: number, current: number, one: string): string[] =>
    limit !== UNLIMITED && current > limit ? [`${displayName} includes ${count(limit, one)} and you have ${current}. Everything keeps working, and you are over your plan.`] : [];
  return [
    ...over(included.maxMachines, machines, 'machine'), ...over(included.maxUsers, users, 'team member'),
    ...(status === 'trialing' && !paid ? ['Your free trial ends with the first payment.'] : []),
    ...(given ? ['It takes the place of the plan you were given.'] : []),
    ...(paid && isOpen(paid) && paid.cancelAtPeriodEnd ? ['Your cancellation is taken back.'] : []),
    ...(paid?.pendingPlan && paid.pendingPlan !== wanted ? [`The change to ${plans[paid.pendingPlan].displayName} is taken back.`] : []),
  ];
}

type Cost = Omit<PlanChange, 'plan' | 'direction' | 'warnings' | 'currency'>;

/** For all but an upgrade, whose proration the provider knows. `now` is ISO. */
export function costOf({ paid }: Pick<Standing, 'paid'>, wanted: PlanId, now: string): Cost {
  const { displayName } = plans[wanted];
  const price = dollars(paid && isOpen(paid) ? priceOf(paid, wanted) : plans[wanted].priceCents);
  if (!paid || !isOpen(paid)) return { effectiveAt: now, lines: [{ description: `${displayName} plan, one month`, amount: price }], dueNow: price, nextAmount: price, nextAt: addMonths(now, 1) };
  return { effectiveAt: paid.plan === wanted ? now : paid.currentPeriodEnd, lines: [], dueNow: 0, nextAmount: price, nextAt: paid.currentPeriodEnd };
}
