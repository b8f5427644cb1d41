/** What price cards say beside the catalogue of plans itself. */
import { plans, UNLIMITED, type Feature, type Plan } from '@larder/contracts/identity/price-list.js';
import { plural } from '../../../lib/format.js';

export interface Tier {
  plan: Plan;
  /** In the address of the registration page. */
  name: string;
  for: string;
  catalogue: string;
  /** Percent of the plan's cost; a marketing figure, always shown as typical. */
  typicalRoi: number;
  /** Sold by talking, not by clicking. */
  isTalk: boolean;
}

export const tiers: readonly Tier[] = [
  { plan: plans.starter, name: 'essential', for: 'For 1–2 properties', catalogue: '30-item catalogue', typicalRoi: 90, isTalk: false },
  { plan: plans.professional, name: 'growth', for: 'For 3–8 properties', catalogue: '100+ item catalogue', typicalRoi: 145, isTalk: false },
  { plan: plans.enterprise, name: 'enterprise', for: 'For 10+ properties', catalogue: '100+ item catalogue', typicalRoi: 200, isTalk: true },
];

/** None for what the limits say already. */
const featureTexts: Record<Feature, string | undefined> = {
  basic_analytics: 'Basic analytics', advanced_analytics: 'Advanced analytics', custom_reports: 'Custom reports',
  email_support: 'E-mail support', priority_support: 'Priority support', phone_support: 'Phone support',
  up_to_5_machines: undefined, up_to_25_machines: undefined, unlimited_machines: undefined,
  api_access: 'API access', sso: 'Single sign-on', custom_integrations: 'Custom integrations',
};

export interface Allowance {
  /** Names the row; two plans with the same key differ in the text alone. */
  key: string;
  text: string;
}

export function limitTexts({ included, machineCap }: Plan): Allowance[] {
  const { maxMachines, maxUsers, maxTransactionsPerMonth } = included;
  const count = (limit: number, one: string) => (limit === UNLIMITED ? `Unlimited ${one}s` : plural(limit, one));
  const machines = machineCap === UNLIMITED ? count(maxMachines, 'machine') : `${count(maxMachines, 'machine')}, room for ${machineCap}`;
  return [{ key: 'machines', text: machines }, { key: 'users', text: count(maxUsers, 'user') }, { key: 'transactions', text: `${count(maxTransactionsPerMonth, 'transaction')} a month` }];
}

export const featuresOf = ({ features }: Plan): string[] => features.flatMap((feature) => featureTexts[feature] ?? []);
