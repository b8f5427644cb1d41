/** Fleet as a process of its own. */
import { start } from '@larder/kit/start.js';
import { FleetModule } from './fleet.module.js';

await start('fleet', [FleetModule]);
