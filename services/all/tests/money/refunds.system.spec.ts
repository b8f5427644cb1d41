/** An operator gives money back for a sale: through the payment, once, and never more than was paid. */
import type { Dashboard } from '@larder/contracts/gateway.js';
import type { SaleView } from '@larder/contracts/sales.js';
import { standingClock, until, type StandingClock } from '@larder/kit/testing.js';
import { buy } from '../buying.testing.js';
import { csvOf, fetchFile } from '../files.testing.js';
import { startLarder, type AddedMachine, type TestLarder } from '../testing.js';

let larder: TestLarder;
let clock: StandingClock;
let machine: AddedMachine;
let owner: string;

beforeAll(async () => {
  clock = standingClock('2026-03-01T17:00:00.000Z');
  larder = await startLarder({ clock });
  owner = await larder.signIn('owner');
});
afterAll(() => larder.stop());
beforeEach(async () => {
  machine = await larder.addMachine({ slots: [{ slot: 'A1', name: 'Cola', price: 2.75, quantity: 4 }] });
});

const salesOf = async (): Promise<SaleView[]> => (await larder.ask<{ sales: SaleView[] }>('GET', `/api/admin/sales?machineId=${machine.machineId}`, { token: owner })).sales;
const bought = async (): Promise<SaleView> => {
  await buy(larder, machine, 2);
  return until('the sale is there', async () => (await salesOf())[0]);
};
const refund = (id: string, body: object, headers: Record<string, string> = {}) => larder.call<{ sale: SaleView }>('POST', `/api/admin/sales/${id}/refund`, { token: owner, body, headers });

describe('An operator who refunds', () => {
  it('gives back a part and then the rest, through the payment, and never more', async () => {
    const { id } = await bought();
    const before = await larder.ask<Dashboard>('GET', '/api/cognito-auth/dashboard', { token: owner });
    expect((await refund(id, { amount: 1.5, reason: 'It was warm' })).body.data?.sale).toMatchObject({ refunded: false, refundedAmount: 0, refundingAmount: 1.5 });
    expect(await until('the provider has done it', async () => (await salesOf()).find((sale) => sale.refundedAmount === 1.5))).toMatchObject({ refunded: false, refundingAmount: 0, refunds: [{ amount: 1.5, reason: 'It was warm', state: 'done' }] });
    expect(await refund(id, { amount: 4.01, reason: 'All of it' })).toMatchObject({ status: 409, body: { message: 'At most $4.00 can still be refunded' } });
    await refund(id, { reason: 'All of it' });
    await until('all is given back', async () => (await salesOf())[0]?.refunded);
    expect((await refund(id, { reason: 'Once more' })).status).toBe(409);
    const after = await larder.ask<Dashboard>('GET', '/api/cognito-auth/dashboard', { token: owner });
    expect(after.today.revenue - before.today.revenue).toBeCloseTo(-5.5);
  });

  it('by a double click or a broken connection gives back once', async () => {
    const { id } = await bought();
    const same = { 'idempotency-key': 'one click' };
    await Promise.all([refund(id, { amount: 1, reason: 'x' }, same), refund(id, { amount: 1, reason: 'x' }, same), refund(id, { amount: 1, reason: 'x' }, same)]);
    expect(await until('it is done', async () => (await salesOf()).find((sale) => sale.refundedAmount > 0))).toMatchObject({ refundedAmount: 1, refunds: [{ amount: 1 }] });
  });

  it('gives no part of a cent: it would be entered as a refund of nothing, or of another sum', async () => {
    const { id } = await bought();
    for (const amount of [0.001, 1e-300]) expect(await refund(id, { amount, reason: 'x' })).toMatchObject({ status: 400, body: { message: expect.stringContaining('The amount must be above zero') } });
    expect(await refund(id, { amount: 1.005, reason: 'x' })).toMatchObject({ status: 400, body: { message: expect.stringContaining('at most 2 decimals') } });
    expect(await salesOf()).toMatchObject([{ refundedAmount: 0, refundingAmount: 0, refunds: [] }]);
  });

  it('must say why, may be no viewer, and knows only sales of their own', async () => {
    const { id } = await bought();
    expect(await refund(id, { amount: 1 })).toMatchObject({ status: 400, body: { message: /Please give a reason/ as never } });
    expect((await refund('nothing.0', { reason: 'x' })).status).toBe(404);
    expect((await larder.call('POST', `/api/admin/sales/${id}/refund`, { token: await larder.signIn('viewer'), body: { reason: 'x' } })).status).toBe(403);
    expect((await larder.call('POST', `/api/admin/sales/${id}/refund`, { token: await larder.signIn('owner', 'rival'), body: { reason: 'x' } })).status).toBe(404);
  });

  it('late in the evening gives back on that day, though it is tomorrow in UTC', async () => {
    const { id } = await bought();
    clock.pass(Date.parse('2026-03-03T03:30:00.000Z') - clock.now().getTime());
    owner = await larder.signIn('owner');
    await refund(id, { reason: 'It was warm' });
    await until('the provider has done it', async () => (await salesOf())[0]?.refunded);
    const rows = csvOf(await fetchFile(larder, `/api/admin/sales/export?type=sales&format=csv&machineId=${machine.machineId}`, owner));
    expect(rows.map(({ Type, Date: day, Time }) => [Type, day, Time])).toEqual([['Sale', '2026-03-01', '12:00:00'], ['Refund', '2026-03-02', '22:30:00']]);
  });
});
