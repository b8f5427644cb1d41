/** Identity as a process of its own. */
import { start } from '@larder/kit/start.js';
import { IdentityModule } from './identity.module.js';

await start('identity', [IdentityModule]);
