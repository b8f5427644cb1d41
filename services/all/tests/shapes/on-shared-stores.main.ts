/** For tests: one service as a process of its own, on stores it shares with others. SERVICE names it, SHARED_STORES says where the stores are. UNKNOWN_FACTS names a type of facts that it does not know, as a version of before. */
import { AlertsModule } from '@larder/alerts/alerts.module.js';
import { allFacts } from '@larder/contracts/all-facts.js';
import { CatalogModule } from '@larder/catalog/catalog.module.js';
import { FleetModule } from '@larder/fleet/fleet.module.js';
import { IdentityModule } from '@larder/identity/identity.module.js';
import { start } from '@larder/kit/start.js';
import { readSettings } from '@larder/kit/settings.js';
import { SalesModule } from '@larder/sales/sales.module.js';
import { VendingModule } from '@larder/vending/vending.module.js';
import { sharedStores } from './shared-stores.testing.js';

const modules = { catalog: CatalogModule, fleet: FleetModule, identity: IdentityModule, vending: VendingModule, sales: SalesModule, alerts: AlertsModule };
Reflect.deleteProperty(allFacts, process.env.UNKNOWN_FACTS ?? '');
const service = process.env.SERVICE as keyof typeof modules;
await start(service, [modules[service]], readSettings(), sharedStores(process.env.SHARED_STORES ?? ''));
