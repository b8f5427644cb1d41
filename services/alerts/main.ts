/** Alerts as a process of its own. */
import { start } from '@larder/kit/start.js';
import { AlertsModule } from './alerts.module.js';

await start('alerts', [AlertsModule]);
