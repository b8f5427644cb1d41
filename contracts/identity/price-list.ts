/** The one catalogue of plans: what they cost, include and allow, under both names each. It needs no schemas, so the public pages can load it alone. */

export const planIds = ['starter', 'professional', 'enterprise'] as const;
export type PlanId = (typeof planIds)[number];

export const allFeatures = [
  'basic_analytics', 'advanced_analytics', 'custom_reports', 'email_support', 'priority_support', 'phone_support',
  'up_to_5_machines', 'up_to_25_machines', 'unlimited_machines', 'api_access', 'sso', 'custom_integrations',
] as const;
export type Feature = (typeof allFeatures)[number];

export const UNLIMITED = -1;
export interface Limits {
  /** {@link UNLIMITED} where there is none. */
  maxMachines: number;
  maxUsers: number;
  maxTransactionsPerMonth: number;
}

export interface Plan {
  id: PlanId;
  /** The name on price lists. */
  displayName: 'Essential' | 'Growth' | 'Enterprise';
  priceCents: number;
  interval: 'month';
  popular: boolean;
  /** What pricing, usage bars and warnings show. */
  included: Limits;
  /** Machines that can be registered at all; the server refuses the next one. Between `included` and this the organization works on and is warned. */
  machineCap: number;
  features: readonly Feature[];
}

export const plans: Readonly<Record<PlanId, Plan>> = {
  starter: {
    id: 'starter', displayName: 'Essential', priceCents: 7_900, interval: 'month', popular: false,
    included: { maxMachines: 1, maxUsers: 3, maxTransactionsPerMonth: 500 }, machineCap: 5,
    features: ['basic_analytics', 'email_support', 'up_to_5_machines'],
  },
  professional: {
    id: 'professional', displayName: 'Growth', priceCents: 14_900, interval: 'month', popular: true,
    included: { maxMachines: 2, maxUsers: 8, maxTransactionsPerMonth: 2_000 }, machineCap: 25,
    features: ['basic_analytics', 'advanced_analytics', 'email_support', 'priority_support', 'up_to_25_machines', 'api_access'],
  },
  enterprise: {
    id: 'enterprise', displayName: 'Enterprise', priceCents: 29_900, interval: 'month', popular: false,
    included: { maxMachines: UNLIMITED, maxUsers: UNLIMITED, maxTransactionsPerMonth: UNLIMITED }, machineCap: UNLIMITED,
    features: ['basic_analytics', 'advanced_analytics', 'custom_reports', 'email_support', 'priority_support', 'phone_support', 'unlimited_machines', 'api_access', 'sso', 'custom_integrations'],
  },
};

const names: Record<string, PlanId> = { essential: 'starter', growth: 'professional', starter: 'starter', professional: 'professional', enterprise: 'enterprise' };

/** Either name, in any case; an unknown one is the smallest plan. */
export const planOf = (name: string): Plan => plans[names[name.toLowerCase()] ?? 'starter'];

export const TRIAL_DAYS = 14;

/** How long an organization keeps its plan while a payment is overdue. */
export const GRACE_DAYS = 14;

/** How long before its end owners are told that a trial ends. */
export const TRIAL_NOTICE_DAYS = 3;
const DAY_MS = 86_400_000;

/** `trialing` and `expired` follow from the trial's end; the rest is what the payment provider says. */
export const subscriptionStatuses = ['trialing', 'active', 'past_due', 'canceled', 'expired'] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** A subscription that was paid for; none means the trial, or what is left after it. */
export interface Subscription {
  plan: PlanId;
  status: 'active' | 'past_due' | 'canceled';
  /** ISO; of an overdue one. */
  pastDueSince?: string;
}

/** When an overdue payment takes the plan away (ISO). */
export const graceEnd = (pastDueSince: string): string => new Date(Date.parse(pastDueSince) + GRACE_DAYS * DAY_MS).toISOString();

/** What an organization has at `now` (ISO): its subscription (an overdue one for as long as the grace lasts), else the trial with the features of Growth, else starter's features. */
export function standing({ trialEndsAt, subscription }: { trialEndsAt?: string; subscription?: Subscription }, now: string): { plan: Plan; status: SubscriptionStatus } {
  if (subscription && subscription.status !== 'canceled') {
    const isOverGrace = subscription.pastDueSince !== undefined && graceEnd(subscription.pastDueSince) <= now;
    return { plan: isOverGrace ? plans.starter : plans[subscription.plan], status: subscription.status };
  }
  if (trialEndsAt && trialEndsAt > now) return { plan: plans.professional, status: 'trialing' };
  return { plan: plans.starter, status: subscription ? 'canceled' : 'expired' };
}

/** Whether one more still fits; `current` are there already. */
export const fits = (current: number, limit: number): boolean => limit === UNLIMITED || current < limit;

export const planAllows = (plan: PlanId, wanted: Feature | undefined): boolean => wanted === undefined || plans[plan].features.includes(wanted);
