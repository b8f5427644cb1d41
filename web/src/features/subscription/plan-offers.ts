/** What the cards of plans say and offer. */
import type { subscription } from '@larder/contracts/identity/organization.js';
import { planIds, plans, TRIAL_NOTICE_DAYS, UNLIMITED, type Feature, type PlanId } from '@larder/contracts/identity/price-list.js';
import type { Out } from '@larder/contracts/request.js';
import { formatNumber, plural } from '../../lib/format.js';

const DAY_MS = 86_400_000;

export type Subscription = Out<typeof subscription>;
export type Offer = 'Current Plan' | 'Upgrade' | 'Downgrade' | 'Contact Owner';

/** Whether a payment is overdue for so long that only what the smallest plan includes is open. */
export const isGraceOver = ({ graceEndsAt }: Pick<Subscription, 'graceEndsAt'>, nowMs: number): boolean => graceEndsAt !== undefined && Date.parse(graceEndsAt) <= nowMs;

/** Whether a trial is so near its end that every screen says so: as near as the letter about it. */
export const isTrialEnding = ({ status, trialEndsAt }: Pick<Subscription, 'status' | 'trialEndsAt'>, nowMs: number): boolean =>
  status === 'trialing' && trialEndsAt !== undefined && Date.parse(trialEndsAt) - nowMs <= TRIAL_NOTICE_DAYS * DAY_MS;

/** What happens when the period ends; nothing where a plan was given: it goes on, and is not charged. */
export function periodEndLabel({ status, cancelAtPeriodEnd, isPaid }: Pick<Subscription, 'status' | 'cancelAtPeriodEnd' | 'isPaid'>): string | undefined {
  if (status === 'trialing') return 'Trial ends';
  if (status !== 'active' && status !== 'past_due') return undefined;
  if (cancelAtPeriodEnd) return 'Ends';
  return isPaid ? 'Next billing date' : undefined;
}

/** What is left once the plan has ended: the smallest one, with as much room as that has. */
export function leftText(machines: number): string {
  const { displayName, machineCap } = plans.starter;
  const kept = `You then keep what ${displayName} offers, and nothing is charged.`;
  return machines > machineCap ? `${kept} It has room for ${machineCap} of your ${formatNumber(machines)} machines: the newest ones go on selling, and can be looked at, not changed.` : kept;
}

/** A trial is no plan yet, and what has ended is none any more: every plan is a step up from it. */
const heldPlan = ({ status, plan }: Pick<Subscription, 'status' | 'plan'>): PlanId | undefined => (status === 'active' || status === 'past_due' ? plan.name : undefined);

export const isCurrent = (subscription: Pick<Subscription, 'status' | 'plan'>, plan: PlanId): boolean => heldPlan(subscription) === plan;

export function offerOf(subscription: Pick<Subscription, 'status' | 'plan'>, plan: PlanId, mayChoose: boolean): Offer {
  const held = heldPlan(subscription);
  if (held === plan) return 'Current Plan';
  if (!mayChoose) return 'Contact Owner';
  return held && planIds.indexOf(plan) < planIds.indexOf(held) ? 'Downgrade' : 'Upgrade';
}

const count = (limit: number, one: string): string => (limit === UNLIMITED ? `Unlimited ${one}s` : plural(limit, one));
export function limitTexts(plan: PlanId): string[] {
  const { included: { maxMachines, maxUsers, maxTransactionsPerMonth }, machineCap } = plans[plan];
  const machines = machineCap === UNLIMITED ? count(maxMachines, 'machine') : `${count(maxMachines, 'machine')}, room for ${machineCap}`;
  return [machines, count(maxUsers, 'team member'), `${count(maxTransactionsPerMonth, 'transaction')} a month`];
}

/** None for what the limits say already. */
const texts: Partial<Record<Feature, string>> = {
  basic_analytics: 'Basic analytics', advanced_analytics: 'Advanced analytics', custom_reports: 'Custom reports', email_support: 'E-mail support', priority_support: 'Priority support',
  phone_support: 'Phone support', api_access: 'API access', sso: 'Single sign-on', custom_integrations: 'Custom integrations',
};
export const featureTexts = (features: readonly Feature[]): string[] => features.flatMap((feature) => texts[feature] ?? []);

/** Either name of a plan in an address. */
export function planIn(text: string | null): PlanId | undefined {
  const name = { essential: 'starter', growth: 'professional' }[text ?? ''] ?? text;
  return planIds.find((id) => id === name);
}
