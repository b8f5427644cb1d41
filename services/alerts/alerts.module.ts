/** Alerts: what somebody should know of. */
import { Module } from '@nestjs/common';
import { Kit } from '@larder/kit/kit.js';
import { alertDeadlines } from './alert-deadlines.js';
import { totalsView } from './alert-totals.js';
import { alertView } from './alert-view.js';
import { AlertsController } from './alerts.controller.js';
import { Gauges } from './watching/gauges.js';
import { Notices } from './notices/notices.js';
import { Presenting } from './presenting.js';
import { Raising } from './watching/raising.js';
import { RulesController } from './rules.controller.js';
import { Upkeeping, upkeepView } from './watching/upkeeping.js';
import { watching, watchingGoods, watchingOurselves } from './watching/watching.js';

@Module({ controllers: [AlertsController, RulesController], providers: [Raising, Presenting, Notices, Gauges, Upkeeping] })
export class AlertsModule {
  constructor(kit: Kit, raising: Raising, notices: Notices, gauges: Gauges, upkeeping: Upkeeping) {
    kit.add({
      name: 'alerts', categories: ['alert', 'alertrules', 'upkeep'], projections: [alertView, totalsView, upkeepView], deadlines: alertDeadlines(kit, raising, upkeeping),
      reactions: [...['fleet', 'vending', 'device-adapter', 'sales'].map((source) => watching(kit, raising, upkeeping, source)), watchingGoods(kit), watchingOurselves(kit, raising, upkeeping, notices)],
      begin: async () => {
        const endReading = await gauges.begin();
        return async () => {
          await endReading();
          await notices.end();
        };
      },
    });
  }
}
