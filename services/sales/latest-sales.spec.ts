import { dayIn } from '@larder/contracts/day.js';
import { openMemoryReadStore } from '@larder/kit/rows/memory-read-store.js';
import type { Query, Shape } from '@larder/kit/rows/read-store.js';
import { latestSales } from './latest-sales.js';
import { saleView, type SaleRow } from './sale-views.js';

const soldAt = (machineId: string, timeZone: string, at: string): SaleRow => ({
  id: `${machineId} ${at}`, when: `${dayIn(timeZone, at)} ${at}`, day: dayIn(timeZone, at), soldAt: at, timeZone, timeKnown: true, saleId: machineId, reference: machineId, machineId, machineName: machineId, method: 'card', currency: 'USD',
  productId: 'cola', name: 'Cola', sku: 'COLA', category: 'Drinks', quantity: 1, unitPriceCents: 200, costCents: null, totalCents: 200, refundedCents: 0, refunds: [],
});
const rows = [
  soldAt('Kiritimati', 'Pacific/Kiritimati', '2026-03-09T10:30:00.000Z'), soldAt('Honolulu', 'Pacific/Honolulu', '2026-03-10T09:00:00.000Z'),
  soldAt('Kiritimati', 'Pacific/Kiritimati', '2026-03-10T08:00:00.000Z'), soldAt('Honolulu', 'Pacific/Honolulu', '2026-03-11T09:59:00.000Z'), soldAt('Honolulu', 'Pacific/Honolulu', '2026-03-11T10:01:00.000Z'),
];

async function latest(asks: Partial<Parameters<typeof latestSales>[2]>): Promise<[string[], number]> {
  const store = openMemoryReadStore();
  await store.prepare(saleView);
  await store.save(saleView.collection, rows.map((view) => ({ account: 'acme', id: view.id, view, position: '1' })), '1');
  const found = await latestSales({ find: <V>({ collection }: Shape, account: string, query: Query = {}) => store.find<V>(collection, account, query) }, 'acme', { skip: 0, limit: 10, ...asks });
  return [found.rows.map(({ id }) => id), found.total];
}
const honolulu = ['Honolulu 2026-03-11T10:01:00.000Z', 'Honolulu 2026-03-11T09:59:00.000Z', 'Honolulu 2026-03-10T09:00:00.000Z'] as const;

describe('Sales of machines a day apart', () => {
  it('come by the moment, not by the day that the walls show', async () => {
    expect(await latest({})).toEqual([[...honolulu, 'Kiritimati 2026-03-10T08:00:00.000Z', 'Kiritimati 2026-03-09T10:30:00.000Z'], 5]);
    expect(await latest({ skip: 2, limit: 2, paymentMethod: 'card' })).toEqual([[honolulu[2], 'Kiritimati 2026-03-10T08:00:00.000Z'], 5]);
  });

  it('are those of the days asked for, by the wall of each', async () => {
    expect(await latest({ period: { startDate: '2026-03-10', endDate: '2026-03-10' } })).toEqual([[honolulu[1], 'Kiritimati 2026-03-10T08:00:00.000Z', 'Kiritimati 2026-03-09T10:30:00.000Z'], 3]);
    expect(await latest({ period: { startDate: '2026-03-10', endDate: '2026-03-10' }, machineId: 'Kiritimati', limit: 1 })).toEqual([['Kiritimati 2026-03-10T08:00:00.000Z'], 2]);
    expect(await latest({ period: { startDate: '0000-01-01', endDate: '2026-03-09' } })).toEqual([[honolulu[2]], 1]);
  });
});
