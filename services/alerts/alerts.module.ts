/** Alerts: what somebody should know of. */
import { Module } from '@nestjs/common';
import { Kit } from '@larder/kit/kit.js';
import { alertView } from './alert-view.js';
import { AlertsController } from './alerts.controller.js';
import { watching } from './watching.js';

@Module({ controllers: [AlertsController] })
export class AlertsModule {
  constructor(kit: Kit) {
    kit.add({ name: 'alerts', categories: ['alert'], projections: [alertView], reactions: ['fleet', 'vending', 'device-adapter'].map((source) => watching(kit, source)) });
  }
}
