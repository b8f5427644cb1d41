/** Device-adapter as a process of its own. */
import { run } from '@larder/kit/run.js';
import { DeviceAdapterModule } from './device-adapter.module.js';

await run('device-adapter', DeviceAdapterModule);
