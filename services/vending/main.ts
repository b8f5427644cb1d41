/** Vending as a process of its own. */
import { start } from '@larder/kit/start.js';
import { VendingModule } from './vending.module.js';

await start('vending', [VendingModule]);
