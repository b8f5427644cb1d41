import { dayIn } from '@larder/contracts/day.js';
import { openMemoryReadStore } from '@larder/kit/rows/memory-read-store.js';
import type { Query, Shape } from '@larder/kit/rows/read-store.js';
import { countedOf, latestSales, salesNamed } from './latest-sales.js';
import { saleView, type SaleRow } from './sale-views.js';

const soldAt = (machineId: string, timeZone: string, at: string): SaleRow => ({
  id: `${machineId} ${at}`, when: `${dayIn(timeZone, at)} ${at}`, day: dayIn(timeZone, at), soldAt: at, timeZone, timeKnown: true, saleId: machineId, reference: machineId, ending: machineId.slice(-8).toLowerCase(), machineId, machineName: machineId, address: '', method: 'card', currency: 'USD',
  productId: 'cola', name: 'Cola', sku: 'COLA', category: 'Drinks', quantity: 1, unitPriceCents: 200, costCents: null, totalCents: 200, refundedCents: 0, refunds: [],
});
const rows = [
  soldAt('Kiritimati', 'Pacific/Kiritimati', '2026-03-09T10:30:00.000Z'), soldAt('Honolulu', 'Pacific/Honolulu', '2026-03-10T09:00:00.000Z'),
  soldAt('Kiritimati', 'Pacific/Kiritimati', '2026-03-10T08:00:00.000Z'), soldAt('Honolulu', 'Pacific/Honolulu', '2026-03-11T09:59:00.000Z'), soldAt('Honolulu', 'Pacific/Honolulu', '2026-03-11T10:01:00.000Z'),
];

async function viewsOf(kept: readonly SaleRow[]) {
  const store = openMemoryReadStore();
  await store.prepare(saleView);
  await store.save(saleView.collection, kept.map((view) => ({ account: 'acme', id: view.id, view, position: '1' })), '1');
  return { find: <V>({ collection }: Shape, account: string, query: Query = {}) => store.find<V>(collection, account, query) };
}
async function latest(asks: Partial<Parameters<typeof latestSales>[2]>): Promise<[string[], number]> {
  const found = await latestSales(await viewsOf(rows), 'acme', { skip: 0, limit: 10, ...asks });
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

describe('Sales of a transaction', () => {
  const at = '2022-03-10T08:00:00.000Z';
  const line = (id: string, reference: string): SaleRow => ({ ...soldAt('Honolulu', 'Pacific/Honolulu', at), id, saleId: id.replace(/\.\d+$/, ''), reference, ending: reference.slice(-8).toLowerCase() });
  const kept = [line('one.0', 'vAbc-Z_12345678'), { ...line('one.1', 'vAbc-Z_12345678'), refundedCents: 50 }, line('two.0', 'vOther12345678'), line('three.0', '77'), line('four.0', 'vAbCdEfGh')];
  const named = async (transaction: string) => (await salesNamed(await viewsOf(kept), 'acme', transaction)).map(({ id }) => id);

  it('are found by what a receipt shows of it, in whatever case it is typed, and by all of it', async () => {
    expect(await named('12345678')).toEqual(['two.0', 'one.1', 'one.0']);
    expect(await named('vabc-z_12345678')).toEqual(['one.1', 'one.0']);
    expect(await named('BCDEFGH')).toEqual([]);
    expect(await named('ABCDEFGH')).toEqual(['four.0']);
    expect(await named('77')).toEqual(['three.0']);
    expect(await named('177')).toEqual([]);
  });

  it('count a purchase once, and what is left of its money', () => {
    expect(countedOf(kept.slice(0, 2))).toMatchObject([{ transactions: 1, revenueCents: 200 }, { transactions: 0, revenueCents: 150, refundedCents: 50 }]);
  });
});
