/** A shelf that changes behind its closed door is told to the operator, until somebody has been there. */
import type { AlertView } from '@larder/contracts/alerts.js';
import { until } from '@larder/kit/testing.js';
import { startLarder, type TestLarder } from '../testing.js';

let larder: TestLarder;
beforeAll(async () => {
  larder = await startLarder();
});
afterAll(() => larder.stop());

it('A shelf that nothing explains is an alert that takes nothing off the stock, and is over when the machine was restocked', async () => {
  const token = await larder.signIn('owner');
  const { machineId, device } = await larder.addMachine({ name: 'Lobby', slots: [{ slot: 'A1', name: 'Cola', price: 2.5 }] });
  const told = async (): Promise<AlertView | undefined> =>
    (await larder.ask<{ alerts: AlertView[] }>('GET', '/api/admin/dashboard/alerts?limit=100&type=unusual_activity', { token })).alerts.find(({ machine, details }) => machine.machineId === machineId && details.reason === 'shelf_shifted');
  device.shift(['A1', 'A2'], -180);
  expect(await until('it is told', told)).toMatchObject({ severity: 'medium', isResolved: false, message: expect.stringContaining('Lobby: the shelf with A1, A2 became 180 g lighter behind its closed door') });
  device.shift(['A1', 'A2'], 95);
  await until('it is told anew, in the same alert', async () => (await told())?.message.includes('95 g heavier'));
  const { inventory } = await larder.ask<{ inventory: { slot: string; quantity: number }[] }>('GET', `/api/cognito-auth/machines/${machineId}`, { token });
  expect(inventory.find(({ slot }) => slot === 'A1')?.quantity).toBe(10);
  device.openDoor(undefined, 'restocking');
  device.closeDoor();
  await until('somebody has been there', async () => (await told())?.isResolved);
});
