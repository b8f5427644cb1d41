/** Vending as a process of its own. */
import { run } from '@larder/kit/run.js';
import { VendingModule } from './vending.module.js';

await run('vending', VendingModule);
