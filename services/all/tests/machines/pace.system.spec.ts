/** How long what is in a machine lasts: what guests bought in the days on which it was there. */
import type { Pace } from '@larder/contracts/fleet/pace.js';
import { standingClock, until } from '@larder/kit/testing.js';
import { buy, shop } from '../buying.testing.js';
import { startLarder, type AddedMachine, type TestLarder } from '../testing.js';

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

describe('The pace of a machine', () => {
  /** Of the one thing it sells, once so many are gone. */
  async function paceOf({ machineId }: AddedMachine, units: number): Promise<Pace> {
    const token = await larder.signIn('operator');
    return until(`${units} are gone`, async () => {
      const [pace] = await pacesFor(token, `?machineId=${machineId}`);
      return pace?.units === units && pace;
    });
  }
  const change = async ({ machineId }: AddedMachine, body: object) => larder.ask('PUT', `/api/cognito-auth/machines/${machineId}`, { token: await larder.signIn('operator'), body });
  const oneThing = () => larder.addMachine({ slots: [{ slot: 'A1', name: 'Cola', price: 2.5, quantity: 9 }] });

  it('leaves out the days on which it served nobody', async () => {
    const machine = await oneThing();
    await buy(larder, machine);
    clock.pass(4 * DAY_MS);
    await change(machine, { status: 'maintenance' });
    clock.pass(3 * DAY_MS);
    expect((await paceOf(machine, 1)).days).toBeCloseTo(4, 1);
    await change(machine, { status: 'online' });
    clock.pass(2 * DAY_MS);
    expect((await paceOf(machine, 1)).days).toBeCloseTo(6, 1);
  });

  it('begins anew in another house, and goes on where only the address was wrongly written', async () => {
    const machine = await oneThing();
    await buy(larder, machine);
    clock.pass(4 * DAY_MS);
    await change(machine, { location: { address: '1 Maine Street' }, onlyCorrected: true });
    expect((await paceOf(machine, 1)).days).toBeCloseTo(4, 1);
    await change(machine, { location: { address: '2 Hill Road' } });
    expect(await paceOf(machine, 0)).toMatchObject({ days: 0 });
    clock.pass(3 * DAY_MS);
    await buy(larder, machine, 2);
    const { days } = await paceOf(machine, 2);
    expect([days > 2, days < 3]).toEqual([true, true]); // all but the day on which it came
  });

  it('counts what a guest took and has not paid for: it is gone all the same', async () => {
    const machine = await oneThing();
    await shop(larder, machine, 3);
    clock.pass(DAY_MS);
    await paceOf(machine, 3);
    await buy(larder, machine);
    await paceOf(machine, 4);
  });
});

it('another organization reads nothing of it', async () => {
  const { machineId } = await larder.addMachine();
  const stranger = await larder.signIn('owner', 'rival');
  expect(await larder.call('GET', `/api/cognito-auth/machine-pace?machineId=${machineId}`, { token: stranger })).toMatchObject({ status: 404, body: { message: 'Machine not found' } });
  expect(await pacesFor(stranger)).toEqual([]);
});
