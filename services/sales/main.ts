/** Sales as a process of its own. */
import { run } from '@larder/kit/run.js';
import { SalesModule } from './sales.module.js';

await run('sales', SalesModule);
