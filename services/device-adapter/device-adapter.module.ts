/** Device-adapter: the only one that knows what machines say on the wire. */
import { Module } from '@nestjs/common';
import { Kit } from '@larder/kit/kit.js';
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
import { Removals } from './removals.js';

@Module({ controllers: [DevicesController, ControlController, ConfigurationController], providers: [Intake, Links, Removals], exports: [Links] })
export class DeviceAdapterModule {
  constructor(kit: Kit, intake: Intake, links: Links, removals: Removals) {
    kit.add({
      name: 'device-adapter', categories: ['journal', 'orders', 'credential', 'configuration', 'unread'], projections: [credentialView, ordersView, configurationView, unreadView],
      reactions: [intake, removals], deadlines: orderDeadlines(kit), begin: () => links.begin(),
    });
  }
}
