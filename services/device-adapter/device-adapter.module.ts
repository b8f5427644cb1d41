/** Device-adapter: the only one that knows what machines say on the wire. */
import { Module } from '@nestjs/common';
import type { CatalogFact } from '@larder/contracts/catalog.js';
import type { FleetFact } from '@larder/contracts/fleet.js';
import { Kit } from '@larder/kit/kit.js';
import { only, type Reaction } from '@larder/kit/commands/react.js';
import { ConfigurationController } from './configuration/configuration.controller.js';
import { configurationView } from './configuration/configuration.js';
import { credentialView } from './credential.js';
import { DevicesController } from './devices.controller.js';
import { Intake } from './intake/intake.js';
import { unreadView } from './intake/quarantine.js';
import { Links } from './links.js';
import { ControlController } from './orders/control.controller.js';
import { orderDeadlines } from './orders/order-deadlines.js';
import { ordersView } from './orders/orders-view.js';
import { PricesController } from './prices/prices.controller.js';
import { pricesView } from './prices/prices.js';
import { Pricing, PRICING } from './prices/pricing.js';
import { Removals } from './removals.js';

@Module({ controllers: [DevicesController, ControlController, ConfigurationController, PricesController], providers: [Intake, Pricing, Links, Removals], exports: [Links] })
export class DeviceAdapterModule {
  constructor(kit: Kit, intake: Intake, links: Links, removals: Removals, pricing: Pricing) {
    kit.add({
      name: 'device-adapter', categories: ['journal', 'orders', 'credential', 'configuration', 'prices', 'unread', 'copy', 'sensors'], projections: [credentialView, ordersView, configurationView, pricesView, unreadView],
      reactions: [intake, afterFleet(removals, pricing), afterCatalog(pricing)], deadlines: orderDeadlines(kit), begin: () => links.begin(),
    });
  }
}

const afterFleet = (removals: Removals, pricing: Pricing): Reaction => ({
  source: 'fleet',
  concerns: only<FleetFact['type']>('MachineRemoved', ...PRICING),
  async on(fact) {
    await removals.on(fact);
    await pricing.onFleet(fact);
  },
});

const afterCatalog = (pricing: Pricing): Reaction => ({ source: 'catalog', concerns: only<CatalogFact['type']>('ProductChanged'), on: (fact) => pricing.onCatalog(fact) });
