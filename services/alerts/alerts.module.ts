/** Alerts: what somebody should know of. */
import { Module } from '@nestjs/common';
import { Kit } from '@larder/kit/kit.js';
import type { Reaction } from '@larder/kit/react.js';
import { alertDeadlines } from './alert-deadlines.js';
import { alertView } from './alert-view.js';
import { AlertsController } from './alerts.controller.js';
import { Notices } from './notices/notices.js';
import { Presenting } from './presenting.js';
import { Raising } from './raising.js';
import { judgeAgain } from './judging-again.js';
import { RulesController } from './rules.controller.js';
import { Thermometer } from './thermometer.js';
import { watching } from './watching.js';

@Module({ controllers: [AlertsController, RulesController], providers: [Raising, Presenting, Notices, Thermometer] })
export class AlertsModule {
  constructor(kit: Kit, raising: Raising, notices: Notices, thermometer: Thermometer) {
    kit.add({
      name: 'alerts', categories: ['alert', 'alertrules'], projections: [alertView], deadlines: alertDeadlines(kit, raising),
      reactions: [...['fleet', 'vending', 'device-adapter'].map((source) => watching(raising, source)), own(kit, notices)],
      begin: async () => {
        const endReading = await thermometer.begin();
        return async () => {
          await endReading();
          await notices.end();
        };
      },
    });
  }
}

/** What follows from facts of our own. */
const own = (kit: Kit, notices: Notices): Reaction => ({ source: 'alerts', on: (fact) => (fact.type === 'AlertRulesSet' ? judgeAgain(kit, fact) : notices.take(fact)) });
