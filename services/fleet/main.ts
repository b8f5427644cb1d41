/** Fleet as a process of its own. */
import { run } from '@larder/kit/run.js';
import { FleetModule } from './fleet.module.js';

await run('fleet', FleetModule);
