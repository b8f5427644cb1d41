/** Device-adapter as a process of its own. */
import { start } from '@larder/kit/start.js';
import { DeviceAdapterModule } from './device-adapter.module.js';

await start('device-adapter', [DeviceAdapterModule]);
