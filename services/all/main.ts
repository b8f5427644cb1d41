/** All of Larder in one process: `npm start`. Needs no address of anything. */
import { Links } from '@larder/device-adapter/links.js';
import { whyNot } from '@larder/kit/why-not.js';
import { readSettings } from '@larder/kit/settings.js';
import { start } from '@larder/kit/start.js';
import { everyModule } from './modules.js';

try {
  const settings = readSettings();
  settings.DEMO ??= process.env.NODE_ENV !== 'production';
  const running = await start('all', everyModule, settings);
  console.log(`\nLarder answers on ${running.url}`);
  if (!running.kit.isComplete) console.log('\nSome of what it shows is being put together anew from everything that has happened. What is missing says so; all else works.');
  if (settings.DEMO) {
    await running.complete;
    const { host = settings.MQTT_HOST ?? 'localhost', port } = running.app.get(Links).link.broker;
    const { startDemo } = await import('./demo.js');
    const demo = await startDemo(running.kit, `mqtt://${host.includes(':') ? `[${host}]` : host}:${port}`);
    running.before(() => demo.stop());
    console.log(`\nDemo organization, password ${demo.password}`);
    for (const { email, role } of demo.people) console.log(`  ${role.padEnd(9)} ${email}`);
    console.log(`\nGuest:    ${running.url}/vend/new\nOperator: ${running.url}/login\nAPI:      ${running.url}/api/docs\n`);
  }
} catch (error) {
  console.error(`\nLarder cannot start: ${whyNot(error)}\n`);
  process.exit(1);
}
