/** A machine's page through the front doors: its slots as operators change them, and who did what to it. */
import type { machineTimeline, MachineView } from '@larder/contracts/fleet.js';
import type { Out } from '@larder/contracts/request.js';
import { startLarder, type AddedMachine, type TestLarder } from './testing.js';

type Timeline = Out<typeof machineTimeline>;

let larder: TestLarder;
let lobby: AddedMachine;
let at: string;
beforeAll(async () => {
  larder = await startLarder();
  lobby = await larder.addMachine({ slots: [{ slot: 'A1', name: 'Cola', price: 2.5, quantity: 4 }] });
  at = `/api/cognito-auth/machines/${lobby.machineId}`;
});
afterAll(() => larder.stop());

const timeline = async (query = ''): Promise<Timeline> => larder.ask('GET', `${at}/timeline${query}`, { token: await larder.signIn('viewer') });

it('an operator fills, counts, prices and clears a slot, and each is told with its author and reason, newest first', async () => {
  const token = await larder.signIn('operator');
  const productId = lobby.products.A1;
  await larder.ask('POST', `${at}/inventory`, { token, body: { slot: 'A1', productId, quantity: 3, maxQuantity: 12 } });
  await larder.ask('POST', `${at}/inventory/A1/adjust`, { token, body: { change: -2, reason: 'two were broken' } });
  const { machine } = await larder.ask<{ machine: MachineView }>('PUT', `${at}/inventory/A1/price`, { token, body: { price: 3 } });
  expect(machine.inventory).toMatchObject([{ slot: 'A1', quantity: 5, maxQuantity: 12, ownPrice: 3, product: { name: 'Cola', price: 3 } }]);
  await larder.ask('DELETE', `${at}/inventory/A1`, { token });

  const { entries, timeZone } = await timeline();
  expect(entries.slice(0, 5).map(({ what, by, reason }) => [what, by, reason])).toEqual([
    ['Slot A1 emptied and given free', 'Test operator', undefined],
    ['Slot A1 priced at $3.00', 'Test operator', undefined],
    ['Count of Cola in slot A1 corrected by -2, 5 in it', 'Test operator', 'two were broken'],
    ['3 Cola added to slot A1, 7 in it', 'Test operator', undefined],
    ['Slot A1 holds up to 12 of Cola', 'Test operator', undefined],
  ]);
  expect(timeZone).toBe('America/New_York');
});

it('a timeline has pages', async () => {
  const { entries, total } = await timeline('?limit=100');
  const second = await timeline('?page=2&limit=2');
  expect(second).toMatchObject({ page: 2, total, pages: Math.ceil(total / 2) });
  expect(second.entries).toEqual(entries.slice(2, 4));
  expect(entries.at(-1)?.what).toBe('Added as Lobby, 1 Main Street');
});

it('nobody sees what happened to another organization\'s machine', async () => {
  const { status, body } = await larder.call('GET', `${at}/timeline`, { token: await larder.signIn('owner', 'others') });
  expect([status, body.message]).toEqual([404, 'Machine not found']);
});
