/** What is in a machine, asked for and entered call by call. */
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

it('what a call leaves out is asked for in the words of its form', async () => {
  const token = await larder.signIn('owner');
  const { machineId } = await larder.addMachine();
  const at = `/api/cognito-auth/machines/${machineId}/inventory`;
  const said = async (path: string, body: object) => (await larder.call('POST', path, { token, body })).body.message;
  expect(await said(at, { quantity: 1 })).toBe('Validation failed: productId: Please fill in all required fields');
  expect(await said(at, { productId: 'p', quantity: -1 })).toBe('Validation failed: quantity: Please fill in all required fields');
  expect(await said(`${at}/A1/adjust`, { change: 1 })).toBe('Validation failed: reason: Please give a reason');
  expect(await said('/api/cognito-auth/machines', {})).toBe('Validation failed: machineId: Machine ID is required, name: Name is required, location: Location is required');
  expect(await said('/api/vend/start', {})).toBe('Validation failed: nfcSessionId: Please tap the tag on the machine');
});
