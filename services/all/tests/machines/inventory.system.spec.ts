/** What is in a machine, asked for by itself. */
import type { MachineView } from '@larder/contracts/fleet.js';
import { startLarder, type TestLarder } from '../testing.js';

let larder: TestLarder;
beforeAll(async () => {
  larder = await startLarder();
});
afterAll(() => larder.stop());

it('what is in a machine can be read by itself', async () => {
  const token = await larder.signIn('viewer');
  const { machineId } = await larder.addMachine({ slots: [{ slot: 'B2', name: 'Almonds', price: 4.5, quantity: 3 }] });
  const { inventory } = await larder.ask<MachineView>('GET', `/api/cognito-auth/machines/${machineId}`, { token });
  expect(await larder.ask('GET', `/api/cognito-auth/machines/${machineId}/inventory`, { token })).toEqual({ inventory });
  expect(inventory).toMatchObject([{ slot: 'B2', quantity: 3, product: { name: 'Almonds' } }]);
  for (const by of [token, await larder.signIn('owner', 'rival')]) {
    const where = by === token ? 'VM-NOWHERE' : machineId;
    expect(await larder.call('GET', `/api/cognito-auth/machines/${where}/inventory`, { token: by })).toMatchObject({ status: 404, body: { message: 'Machine not found' } });
  }
});
