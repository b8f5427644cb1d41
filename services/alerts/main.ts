/** Alerts as a process of its own. */
import { run } from '@larder/kit/run.js';
import { AlertsModule } from './alerts.module.js';

await run('alerts', AlertsModule);
