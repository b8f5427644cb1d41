/** Identity as a process of its own. */
import { run } from '@larder/kit/run.js';
import { IdentityModule } from './identity.module.js';

await run('identity', IdentityModule);
