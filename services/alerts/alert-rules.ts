/** An organization's rules for alerts: set as a whole, and what holds when nobody ever did. */
import { MAINTENANCE_DAYS, type AlertRules, type AlertRulesFact } from '@larder/contracts/alert-rules.js';
import { LOW_STOCK_PERCENT } from '@larder/contracts/fleet.js';
import { refuse } from '@larder/contracts/reply.js';
import type { Decider } from '@larder/kit/commands/decider.js';

/** Addresses and the webhook's secret are sealed. */
export type KeptRules = AlertRulesFact['data'] & Pick<AlertRules, 'maintenanceDays'>;

export interface AlertRulesCommand {
  type: 'SetRules';
  rules: KeptRules;
  /** Of the rules that were changed. */
  version: number;
}

export interface AlertRulesState {
  rules: KeptRules;
  /** How often they were set. */
  version: number;
}

/** Nobody is told anything that they did not ask for. */
const defaults: KeptRules = { lowStockPercent: LOW_STOCK_PERCENT, temperature: { minC: 1, maxC: 30 }, maintenanceDays: MAINTENANCE_DAYS, notify: ['high'], quietHours: null, steps: [], webhook: null };

export const alertRules: Decider<AlertRulesCommand, AlertRulesFact, AlertRulesState> = {
  category: 'alertrules',
  initial: { rules: defaults, version: 0 },
  decide({ rules, version }, state) {
    if (version !== state.version) return refuse('CONFLICT', 'Somebody else has changed the rules meanwhile. Please look at them again.');
    return [{ type: 'AlertRulesSet', data: rules }];
  },
  evolve: ({ version }, fact) => ({ rules: { ...fact.data, maintenanceDays: fact.data.maintenanceDays === undefined ? MAINTENANCE_DAYS : fact.data.maintenanceDays }, version: version + 1 }),
};
