/** A machine that stands in another time zone than it was added in: from then on its visits go by the clock on the wall there. */
import type { MachineTimeline, MachineView } from '@larder/contracts/fleet.js';
import type { Receipt } from '@larder/contracts/vending/receipts.js';
import type { SaleView } from '@larder/contracts/sales.js';
import { standingClock, until } from '@larder/kit/testing.js';
import { buy } from '../buying.testing.js';
import { startLarder, type TestLarder } from '../testing.js';

let larder: TestLarder;
beforeAll(async () => {
  // In New York it is March, in Los Angeles still February.
  larder = await startLarder({ clock: standingClock('2026-03-01T06:00:00.000Z') });
});
afterAll(() => larder.stop());

it('sells on the days of the place it was moved to, and what it sold before stays on its day', async () => {
  const token = await larder.signIn('operator');
  const machine = await larder.addMachine();
  const at = `/api/cognito-auth/machines/${machine.machineId}`;
  const move = (timeZone: string, version: number) => larder.call<{ machine: MachineView }>('PUT', at, { token, body: { timeZone, version } });
  const sold = (sessionId: string) => until('it is sold', async () => (await larder.ask<{ sales: SaleView[] }>('GET', '/api/admin/sales', { token })).sales.find(({ transactionId }) => transactionId === sessionId));

  const before = await buy(larder, machine);
  await sold(before);
  expect(await move('America/Los_Angeles', 1)).toMatchObject({ status: 200, body: { data: { machine: { timeZone: 'America/Los_Angeles', version: 2 } } } });
  expect(await move('Europe/Berlin', 1)).toMatchObject({ status: 409, body: { data: { theirs: { timeZone: 'America/Los_Angeles' }, yours: { timeZone: 'Europe/Berlin' } } } });
  expect(await move('Mars/Olympus', 2)).toMatchObject({ status: 400, body: { message: 'Validation failed: timeZone: Unknown time zone' } });
  const after = await buy(larder, machine);

  expect([await sold(after), await sold(before)]).toMatchObject([{ day: '2026-02-28', timeZone: 'America/Los_Angeles' }, { day: '2026-03-01', timeZone: 'America/New_York' }]);
  expect(await larder.ask<Receipt>('GET', `/api/vend/receipt/${after}`)).toMatchObject({ timeZone: 'America/Los_Angeles' });
  const { entries, timeZone } = await larder.ask<MachineTimeline>('GET', `${at}/timeline`, { token });
  expect([timeZone, entries.map(({ what }) => what)]).toEqual(['America/Los_Angeles', expect.arrayContaining(['Its clock goes by America/Los Angeles now'])]);
});
