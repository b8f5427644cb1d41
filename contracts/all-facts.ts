/** Every fact of the product by name; names are unique, so a stored fact can be understood wherever it is met. */
import { alertRulesFacts } from './alert-rules.js';
import { alertFacts, upkeepFacts } from './alerts.js';
import { subscriptionFacts, testBillingFacts } from './identity/billing.js';
import { callFacts } from './calls.js';
import { catalogFacts } from './catalog.js';
import { deadLetterFacts } from './dead-letters.js';
import { configurationFacts, copyFacts, credentialFacts, journalFacts, orderFacts, sensorFacts, unreadFacts } from './device.js';
import { devicePriceFacts } from './device/device-prices.js';
import { testProviderFacts } from './vending/checkout.js';
import { disputeFacts } from './vending/disputes.js';
import type { FactTable } from './fact.js';
import { fleetFacts } from './fleet.js';
import { personFacts } from './identity.js';
import { leadFacts } from './identity/leads.js';
import { keptReportFacts } from './sales/kept-reports.js';
import { monthLetterFacts } from './sales/month-letters.js';
import { organizationFacts } from './identity/organization.js';
import { payoutFacts } from './vending/payouts.js';
import { receiptFacts } from './vending/receipts.js';
import { salesFacts } from './sales.js';
import { setupFacts } from './fleet/setup.js';
import { paymentFacts, sessionFacts, tillFacts } from './vending.js';

/** By service. Put together here and not beside them: what a table is spread into stays in every page that reads a contract of that file. */
export const factTables: Record<string, FactTable> = {
  identity: { ...personFacts, ...organizationFacts, ...subscriptionFacts, ...testBillingFacts, ...leadFacts },
  catalog: catalogFacts,
  fleet: { ...fleetFacts, ...setupFacts },
  'device-adapter': { ...journalFacts, ...orderFacts, ...credentialFacts, ...configurationFacts, ...devicePriceFacts, ...unreadFacts, ...copyFacts, ...sensorFacts },
  vending: { ...tillFacts, ...sessionFacts, ...paymentFacts, ...payoutFacts, ...testProviderFacts },
  sales: { ...salesFacts, ...disputeFacts, ...receiptFacts, ...monthLetterFacts, ...keptReportFacts },
  alerts: { ...alertFacts, ...alertRulesFacts, ...upkeepFacts },
  kit: { ...callFacts, ...deadLetterFacts },
};
export const allFacts: FactTable = Object.assign({}, ...Object.values(factTables));
