/** Two goods of nearly one weight, taken in one grip: the machine cannot tell which, and is certain of each when it is put back by itself. */
import type { MachineView } from '@larder/contracts/fleet.js';
import type { SessionView } from '@larder/contracts/vending.js';
import { until } from '@larder/kit/testing.js';
import { startLarder, type TestLarder } from '../testing.js';

let larder: TestLarder;
beforeAll(async () => {
  larder = await startLarder();
});
afterAll(() => larder.stop());

it('A guest who puts both back pays for nothing, and the stock is what it was', async () => {
  const { machineId, device } = await larder.addMachine({ slots: [{ slot: 'A1', name: 'Cola', price: 2.5, quantity: 5 }, { slot: 'A2', name: 'Cola Zero', price: 3, quantity: 5 }] });
  const { sessionId } = await larder.ask<SessionView>('POST', '/api/vend/start', { body: { nfcSessionId: `${machineId}-001` } });
  device.openDoor(sessionId);
  device.take('A1', 1, sessionId, ['A2']);
  device.take('A2', 1, sessionId, ['A1']);
  device.giveBack('A2', 1, sessionId);
  device.giveBack('A1', 1, sessionId);
  device.closeDoor(sessionId);
  const over = await until('the visit is over', async () => {
    const view = await larder.ask<SessionView>('GET', `/api/vend/session/${sessionId}`);
    return view.status !== 'active' && view;
  });
  expect(over).toMatchObject({ status: 'cancelled', items: [], message: 'Nothing was taken, so there is nothing to pay.' });
  const token = await larder.signIn('owner');
  await until('the stock is what it was', async () => (await larder.ask<MachineView>('GET', `/api/cognito-auth/machines/${machineId}`, { token })).inventory.every(({ quantity }) => quantity === 5));
});
