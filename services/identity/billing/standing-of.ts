/** What an organization has now: the subscription it pays for, else the plan it was given, else its trial, else what is left after that. */
import type { ToldSubscription } from '@larder/contracts/identity/billing.js';
import { plans, standing, type Plan, type SubscriptionStatus } from '@larder/contracts/identity/plans.js';
import type { Kit } from '@larder/kit/kit.js';
import { organization, type OrganizationState } from '../organization.js';
import { planToCome } from './plan-aside.js';
import { subscription, type SubscriptionState } from './subscription.js';

const providerOf = ({ settings }: Pick<Kit, 'settings'>): string => (settings.STRIPE_SECRET_KEY ? 'stripe' : 'local-test');

/** Every guest's visit asks for it. What moves money looks at the subscription itself, which says so when a newer version has written to it. */
const shown: typeof subscription = { ...subscription, readsOn: true };

export interface Standing {
  organization: OrganizationState;
  /** Of the provider this deployment has; what another one sold counts no longer. With the smaller plan that is to come, also while it waits to be planned anew. */
  paid?: NonNullable<SubscriptionState['current']>;
  /** Given without payment, and not over. */
  given?: NonNullable<OrganizationState['subscription']>;
  plan: Plan;
  status: SubscriptionStatus;
}

/** Of a month, in cents: whoever keeps a plan keeps its price. */
export const priceOf = (paid: Pick<ToldSubscription, 'plan' | 'priceCents'>, wanted = paid.plan): number => (wanted === paid.plan ? paid.priceCents : undefined) ?? plans[wanted].priceCents;

/** As of now: a gift that has run out and a trial that is over count no longer. */
export async function standingOf(kit: Kit, account: string): Promise<Standing> {
  const [its, { provider, current, aside }] = await Promise.all([kit.look(organization, account, account), kit.look(shown, account, account)]);
  const now = kit.clock.now().toISOString();
  const pendingPlan = current && planToCome(current, aside);
  const paid = current && provider === providerOf(kit) ? { ...current, ...(pendingPlan && { pendingPlan }) } : undefined;
  const { subscription: gift } = its;
  const given = gift && !paid && gift.status !== 'canceled' && !(gift.cancelAtPeriodEnd && gift.currentPeriodEnd <= now) ? inPeriod(gift, now) : undefined;
  const nothing = gift && { plan: gift.plan, status: 'canceled' as const };
  return { organization: its, paid, given, ...standing({ trialEndsAt: its.created?.trialEndsAt, subscription: paid ?? given ?? nothing }, now) };
}

/** With the period that is now: nobody charges for the next one, so nothing is noted when one begins. */
function inPeriod<G extends NonNullable<Standing['given']>>(gift: G, now: string): G {
  const [start, end] = [Date.parse(gift.currentPeriodStart), Date.parse(gift.currentPeriodEnd)];
  const length = end - start;
  if (gift.currentPeriodEnd > now || length <= 0) return gift;
  const passed = (Math.floor((Date.parse(now) - end) / length) + 1) * length;
  return { ...gift, currentPeriodStart: new Date(start + passed).toISOString(), currentPeriodEnd: new Date(end + passed).toISOString() };
}
