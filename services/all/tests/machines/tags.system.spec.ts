/** Which machine a tag opens: the one that it is on, and no other. */
import type { SessionView } from '@larder/contracts/vending.js';
import { startLarder, type TestLarder } from '../testing.js';

let larder: TestLarder;
beforeAll(async () => void (larder = await startLarder()));
afterAll(() => larder.stop());

it('a tag means the machine it names before its own three digits, even if another organization calls a machine like the whole tag', async () => {
  const { device } = await larder.addMachine({ machineId: 'VM-DOOR', name: 'Door' });
  const theirs = await larder.addMachine({ machineId: 'VM-DOOR-042', name: 'Their door', account: 'rival' });
  const tap = async (nfcSessionId: string) => (await larder.ask<SessionView>('POST', '/api/vend/start', { body: { nfcSessionId } })).machine.machineId;
  expect([await tap('VM-DOOR-042'), await tap('VM-DOOR-042-001')]).toEqual(['VM-DOOR', 'VM-DOOR-042']);
  for (const gone of [device, theirs.device]) await gone.disconnect();
});

it('the tags of a machine that was taken out of the fleet are left to nobody: no other machine opens somewhere else', async () => {
  await larder.addMachine({ machineId: 'VM-HALL', name: 'Hall' });
  const { device } = await larder.addMachine({ machineId: 'VM-HALL-2', name: 'Second floor' });
  const token = await larder.signIn('admin');
  const tap = async (nfcSessionId: string) => (await larder.call<SessionView>('POST', '/api/vend/start', { body: { nfcSessionId } })).body;
  await larder.ask('DELETE', '/api/cognito-auth/machines/VM-HALL-2', { token });
  await device.disconnect();
  expect(await tap('VM-HALL-2-001')).toMatchObject({ error: 'NOT_FOUND', message: 'Machine not found' });
});
