/** Every fact of the product by name; names are unique, so a stored fact can be understood wherever it is met. */
import { alertRulesFacts } from './alert-rules.js';
import { alertFacts, upkeepFacts } from './alerts.js';
import { billingFacts } from './billing.js';
import { callFacts } from './calls.js';
import { catalogFacts } from './catalog.js';
import { deadLetterFacts } from './dead-letters.js';
import { deviceFacts } from './device.js';
import { testProviderFacts } from './checkout.js';
import { disputeFacts } from './disputes.js';
import type { FactTable } from './fact.js';
import { fleetFacts } from './fleet.js';
import { identityFacts } from './identity.js';
import { leadFacts } from './leads.js';
import { monthLetterFacts } from './month-letters.js';
import { payoutFacts } from './payouts.js';
import { receiptFacts } from './receipts.js';
import { salesFacts } from './sales.js';
import { setupFacts } from './setup.js';
import { vendingFacts } from './vending.js';

export const factTables: Record<string, FactTable> = {
  identity: { ...identityFacts, ...billingFacts, ...leadFacts }, catalog: catalogFacts, fleet: { ...fleetFacts, ...setupFacts }, 'device-adapter': deviceFacts, vending: { ...vendingFacts, ...payoutFacts, ...testProviderFacts }, sales: { ...salesFacts, ...disputeFacts, ...receiptFacts, ...monthLetterFacts }, alerts: { ...alertFacts, ...alertRulesFacts, ...upkeepFacts }, kit: { ...callFacts, ...deadLetterFacts },
};
export const allFacts: FactTable = Object.assign({}, ...Object.values(factTables));
