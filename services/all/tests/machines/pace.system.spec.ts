/** How long what is in a machine lasts: what guests bought in the days on which it was there. */
import type { Pace } from '@larder/contracts/pace.js';
import { standingClock, until } from '@larder/kit/testing.js';
import { buy } from '../buying.testing.js';
import { startLarder, type TestLarder } from '../testing.js';

const DAY_MS = 86_400_000;
const clock = standingClock('2026-03-10T17:00:00.000Z');
let larder: TestLarder;
beforeAll(async () => {
  larder = await startLarder({ clock });
});
afterAll(() => larder.stop());

const pacesFor = (token: string, query = '') => larder.ask<Pace[]>('GET', `/api/cognito-auth/machine-pace${query}`, { token });

it('what is sold counts in the days on which it was there to be bought', async () => {
  const machine = await larder.addMachine({ slots: [{ slot: 'A1', name: 'Cola', price: 2.5, quantity: 2 }, { slot: 'A2', name: 'Nuts', price: 3, quantity: 4 }] });
  const other = await larder.addMachine({ slots: [{ slot: 'A1', name: 'Tea', price: 2, quantity: 4 }] });
  const [cola, nuts] = [{ machineId: machine.machineId, productId: machine.products.A1 }, { machineId: machine.machineId, productId: machine.products.A2 }];
  clock.pass(2 * DAY_MS);
  await buy(larder, machine);
  clock.pass(DAY_MS);
  await buy(larder, machine);
  clock.pass(4 * DAY_MS);
  const token = await larder.signIn('viewer');
  const at = `?machineId=${machine.machineId}`;
  const sold = await until('both are counted', async () => {
    const paces = await pacesFor(token, at);
    return paces.some(({ units }) => units === 2) && paces;
  });
  // Empty for the last four days.
  expect(sold.map((pace) => ({ ...pace, days: Math.round(pace.days) }))).toEqual([{ ...cola, units: 2, days: 3 }, { ...nuts, units: 0, days: 7 }]);
  expect((await pacesFor(token)).map(({ machineId }) => machineId).sort()).toEqual([machine.machineId, machine.machineId, other.machineId].sort());

  clock.pass(30 * DAY_MS);
  const later = await larder.signIn('viewer');
  expect((await pacesFor(later, at)).map(({ units, days }) => [units, Math.round(days)])).toEqual([[0, 0], [0, 28]]);
});

it('another organization reads nothing of it', async () => {
  const { machineId } = await larder.addMachine();
  const stranger = await larder.signIn('owner', 'rival');
  expect(await larder.call('GET', `/api/cognito-auth/machine-pace?machineId=${machineId}`, { token: stranger })).toMatchObject({ status: 404, body: { message: 'Machine not found' } });
  expect(await pacesFor(stranger)).toEqual([]);
});
