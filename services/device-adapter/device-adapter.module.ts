/** Device-adapter: the only one that knows what machines say on the wire. */
import { Module } from '@nestjs/common';
import { Kit } from '@larder/kit/kit.js';
import { credentialView } from './credential.js';
import { DevicesController } from './devices.controller.js';
import { Intake } from './intake.js';
import { Links } from './links.js';

@Module({ controllers: [DevicesController], providers: [Intake, Links], exports: [Links] })
export class DeviceAdapterModule {
  constructor(kit: Kit, intake: Intake, links: Links) {
    kit.add({ name: 'device-adapter', categories: ['journal', 'orders', 'credential'], projections: [credentialView], reactions: [intake], begin: () => links.begin() });
  }
}
