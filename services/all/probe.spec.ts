import { standingClock } from '@larder/kit/testing.js';
import { startLarder } from './testing.js';
it('starts', async () => {
  const larder = await startLarder({ clock: standingClock() });
  const { device, machineId } = await larder.addMachine();
  console.log(machineId, device.waiting, await larder.call('GET', '/api/cognito-auth/machines', { token: await larder.signIn('viewer') }));
  await larder.stop();
});
