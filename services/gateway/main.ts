/** Gateway as a process of its own. */
import { start } from '@larder/kit/start.js';
import { GatewayModule } from './gateway.module.js';

await start('gateway', [GatewayModule]);
