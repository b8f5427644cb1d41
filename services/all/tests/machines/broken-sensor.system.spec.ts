/** A sensor that breaks in a guest's hands: what it says beyond what fits in its slot is on nobody's bill, and the operator is told. */
import type { AlertView } from '@larder/contracts/alerts.js';
import type { MachineView } from '@larder/contracts/fleet.js';
import type { SessionView } from '@larder/contracts/vending.js';
import { until } from '@larder/kit/testing.js';
import { shop } from '../buying.testing.js';
import { startLarder, type TestLarder } from '../testing.js';

let larder: TestLarder;
beforeAll(async () => {
  larder = await startLarder();
});
afterAll(() => larder.stop());

it('The guest pays for what the slot holds at most, and the host is told of the rest', async () => {
  const token = await larder.signIn('owner');
  const machine = await larder.addMachine({ name: 'Lobby', slots: [{ slot: 'A1', name: 'Cola', price: 2.5, quantity: 4 }] });
  const { totalAmount, items, sessionId } = await shop(larder, machine, 99);
  expect({ totalAmount, items }).toEqual({ totalAmount: 25, items: [expect.objectContaining({ name: 'Cola', quantity: 10 })] });
  const told = await until('the operator is told', async () => {
    const { alerts } = await larder.ask<{ alerts: AlertView[] }>('GET', '/api/admin/dashboard/alerts?type=unusual_activity', { token });
    return alerts.find(({ details }) => details.reason === 'late_item');
  });
  expect(told).toMatchObject({ details: { slot: 'A1', sessionId }, message: expect.stringMatching(/^Lobby: 89x of slot A1 reported taken beyond what can have been in it, not charged\./) });
});

it('A sensor that goes to and fro is told once; right again before the door is closed it has the guest pay for what they took meanwhile, and the stock be right', async () => {
  const machine = await larder.addMachine({ slots: [{ slot: 'A1', name: 'Cola', price: 2.5, quantity: 10 }] });
  const { sessionId } = await larder.ask<SessionView>('POST', '/api/vend/start', { body: { nfcSessionId: `${machine.machineId}-001` } });
  machine.device.openDoor(sessionId);
  for (let n = 0; n < 5; n++) {
    machine.device.take('A1', 13, sessionId);
    machine.device.giveBack('A1', 13, sessionId);
  }
  machine.device.take('A1', 13, sessionId); // the shelf is lifted out
  machine.device.giveBack('A1', 11, sessionId); // and put back, two lighter
  machine.device.closeDoor(sessionId);
  const { items, totalAmount } = await until('payment is due', async () => {
    const view = await larder.ask<SessionView>('GET', `/api/vend/session/${sessionId}`);
    return view.status !== 'active' && view;
  });
  expect({ totalAmount, items }).toEqual({ totalAmount: 5, items: [expect.objectContaining({ name: 'Cola', quantity: 2 })] });
  const token = await larder.signIn('owner');
  await until('the stock is right', async () => (await larder.ask<MachineView>('GET', `/api/cognito-auth/machines/${machine.machineId}`, { token })).inventory[0]?.quantity === 8);
  const alerts = async (): Promise<AlertView[]> => (await larder.ask<{ alerts: AlertView[] }>('GET', '/api/admin/dashboard/alerts?type=unusual_activity&limit=100', { token })).alerts.filter(({ details }) => details.sessionId === sessionId);
  expect(await until('the operator is told once', async () => (await alerts()).length > 0 && alerts())).toHaveLength(1);
});
