/** Sales as a process of its own. */
import { start } from '@larder/kit/start.js';
import { SalesModule } from './sales.module.js';

await start('sales', [SalesModule]);
