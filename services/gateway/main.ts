/** Gateway as a process of its own. */
import { run } from '@larder/kit/run.js';
import { GatewayModule } from './gateway.module.js';

await run('gateway', GatewayModule);
