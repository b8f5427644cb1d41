/** Machines that came with imported sales and were never used here: nobody waits for them, and they take none of the plan's room until they are put to use. */
import type { MachineView } from '@larder/contracts/fleet.js';
import type { ImportReport } from '@larder/contracts/sales.js';
import { standingClock, until } from '@larder/kit/testing.js';
import { exportOf } from '@larder/sales/testing.js';
import { startLarder, TIME_ZONE, type AddedMachine, type TestLarder } from '../testing.js';

const A_YEAR_AND_A_DAY_MS = 366 * 86_400_000;
const machines = '/api/cognito-auth/machines';
let larder: TestLarder;
let owner: string;
let first: AddedMachine;

/** An organization without a plan, which has room for five machines, and uses five. */
beforeAll(async () => {
  const clock = standingClock('2026-03-01T17:00:00.000Z');
  larder = await startLarder({ clock });
  first = await larder.addMachine({ machineId: 'USED-1', slots: [{ slot: 'A1', name: 'Cola', price: 2.5 }] });
  const body = { fileName: 'export.csv', csv: exportOf([{ Transaction: '1', Machine: 'Old Mall' }, { Transaction: '2', Machine: 'Old Hall' }]), timeZone: TIME_ZONE };
  const { importId } = await larder.ask<{ importId: string }>('POST', '/api/admin/sales/import', { token: await larder.signIn('owner'), body });
  owner = await larder.signIn('owner');
  await until('the import has ended', async () => (await larder.ask<ImportReport>('GET', `/api/admin/sales/import/${importId}`, { token: owner })).state === 'done');
  for (let n = 2; n <= 5; n++) {
    clock.pass(1_000);
    await larder.addMachine({ machineId: `USED-${n}`, slots: [] });
  }
  await larder.ask('POST', '/api/auth/subscription/cancel', { token: owner });
  clock.pass(A_YEAR_AND_A_DAY_MS);
  owner = await larder.signIn('owner');
});
afterAll(() => larder.stop());

const listed = async (query: string): Promise<MachineView[]> => (await larder.ask<{ machines: MachineView[] }>('GET', `${machines}?limit=100${query}`, { token: owner })).machines;
const fill = () => larder.call('POST', `${machines}/Old-Mall/inventory`, { token: owner, body: { productId: first.products.A1, quantity: 1 } });
const credential = () => larder.call('POST', `${machines}/Old-Hall/credential`, { token: owner, body: {} });
const setUp = () => larder.call('POST', '/api/cognito-auth/setup-profiles', { token: owner, body: { machineId: 'Old-Hall', name: 'Old Hall', location: { address: 'Here' }, wifiSSID: 'Hall', wifiPassword: 'hall hall', isResetup: true, originalMachineId: 'Old-Hall' } });

it('they are listed with what they sold, and counted neither as offline nor against the plan', async () => {
  const imported = (await listed('')).filter(({ historyOnly }) => historyOnly);
  expect(imported.map(({ machineId, totalRevenue }) => [machineId, (totalRevenue ?? 0) > 0]).sort()).toEqual([['Old-Hall', true], ['Old-Mall', true]]);
  expect((await listed('&status=offline')).some(({ historyOnly }) => historyOnly)).toBe(false);
  expect(await larder.ask('GET', '/api/cognito-auth/machine-summary', { token: owner })).toMatchObject({ total: 5 });
  expect(await larder.ask('GET', '/api/auth/organization/usage', { token: owner })).toMatchObject({ machines: { current: 5 } });
  expect((await listed('')).filter(({ planLimit }) => planLimit)).toEqual([]);
});

it('they cannot be put to use beyond the plan, and count as soon as they are', async () => {
  expect(await fill()).toMatchObject({ status: 402, body: { data: { limit: 5, current: 5 } } });
  expect([(await setUp()).status, (await credential()).status]).toEqual([402, 402]);
  await larder.ask('DELETE', `${machines}/USED-5`, { token: owner });
  expect((await fill()).status).toBe(200);
  expect(await larder.ask('GET', '/api/cognito-auth/machine-summary', { token: owner })).toMatchObject({ total: 5 });
  expect((await listed('')).filter(({ historyOnly }) => historyOnly).map(({ machineId }) => machineId)).toEqual(['Old-Hall']);
  expect([(await setUp()).status, (await credential()).status]).toEqual([402, 402]);
});
