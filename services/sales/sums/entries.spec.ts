import type { Kit } from '@larder/kit/kit.js';
import { openMemoryReadStore } from '@larder/kit/rows/memory-read-store.js';
import type { Filter, Query, ReadStore, Shape } from '@larder/kit/rows/read-store.js';
import { viewsOf } from '@larder/kit/views/reader.js';
import { refundView, saleView, type RefundRow, type SaleRow } from '../sale-views.js';
import { Entries } from './entries.js';

const about = (saleId: string) => ({ saleId, machineId: 'VM-1', machineName: 'Lobby', address: '1 Main Street', method: 'card' as const, currency: 'USD', name: 'Cola', sku: 'COLA', category: 'Drinks' });
/** Only the day of it is known, as of many that were imported. */
const sold = (id: string, day: string): SaleRow => ({
  ...about(id), id: `${id}.0`, when: `${day} ${day}T05:00:00.000Z`, day, reference: id, ending: id, soldAt: `${day}T05:00:00.000Z`, timeKnown: false, productId: 'cola', quantity: 1, unitPriceCents: 200, costCents: null, totalCents: 200, refundedCents: 0, refunds: [],
});
const givenBack = (id: string, at: string): RefundRow => ({ ...about('s1'), id, refundId: id, line: 0, when: `${at.slice(0, 10)} ${at}`, day: at.slice(0, 10), refundedAt: at, amountCents: 50, reason: id });

const save = (store: ReadStore, view: Shape, rows: readonly { id: string }[]): Promise<void> => store.save(view.collection, rows.map((row) => ({ account: 'acme', id: row.id, view: row, position: '1' })), '1');

/** @param asked how often rows are asked for by their ids */
async function entriesOver(sales: readonly SaleRow[], refunds: readonly RefundRow[], asked = { times: 0 }, store = openMemoryReadStore()): Promise<Entries> {
  await store.prepare(saleView);
  await store.prepare(refundView);
  await save(store, saleView, sales);
  await save(store, refundView, refunds);
  const load: ReadStore['load'] = (collection, keys) => {
    asked.times += 1;
    return store.load(collection, keys);
  };
  return new Entries({ views: {
    find: (view: Shape, account: string, query: Query) => store.find(view.collection, account, query),
    all: async (view: Shape, account: string, filter: Filter) => (await store.find(view.collection, account, { filter })).rows,
    some: (view: Shape, account: string, ids: readonly string[]) => viewsOf({ load }, view.collection, account, ids),
  } } as unknown as Kit);
}

/** Everything that an export of the days up to March 10 holds, read in pages. */
async function entriesFrom(startDate: string, limit: number): Promise<string[]> {
  const entries = await entriesOver(
    [sold('s1', '2026-03-08'), sold('s2', '2026-03-09'), sold('s3', '2026-03-09'), sold('s4', '2026-03-09')],
    [givenBack('r1', '2026-03-09T17:00:00.000Z'), givenBack('r2', '2026-03-10T17:00:00.000Z'), givenBack('r3', '2026-03-10T17:00:00.000Z'), givenBack('r4', '2026-03-10T18:00:00.000Z')],
  );
  const all: string[] = [];
  for (let cursor: string | undefined, isDone = false; !isDone; isDone = cursor === undefined) {
    const page = await entries.page('acme', { startDate, endDate: '2026-03-10' }, 'UTC', { limit, cursor });
    all.push(...page.entries.map(({ day, kind, saleId, reason }) => `${day} ${kind} ${kind === 'sale' ? saleId : reason}`));
    cursor = page.next;
  }
  return all;
}

describe.each([1, 2, 3, 4, 5, 6, 7, 8, 9])('In pages of %i', (limit) => {
  it('every sale and refund comes once and on its day, also many of one moment', async () => {
    expect(await entriesFrom('2026-03-01', limit)).toEqual(['2026-03-08 sale s1', '2026-03-09 sale s2', '2026-03-09 sale s3', '2026-03-09 sale s4', '2026-03-09 refund r1', '2026-03-10 refund r2', '2026-03-10 refund r3', '2026-03-10 refund r4']);
  });

  it('refunds come all, where nothing was sold', async () => expect(await entriesFrom('2026-03-10', limit)).toEqual(['2026-03-10 refund r2', '2026-03-10 refund r3', '2026-03-10 refund r4']));
});

it.each([1, 2, 3, 4, 5])('In pages of %i what an import adds meanwhile to a day that is being read brings nothing twice, and leaves nothing out that was there', async (limit) => {
  const store = openMemoryReadStore();
  const day = '2026-03-09';
  const there = [4, 5, 6, 7, 8, 9].map((n) => sold(`s${n}`, day));
  const entries = await entriesOver(there, [givenBack('r1', `${day}T05:00:00.000Z`)], undefined, store);
  const read: string[] = [];
  for (let cursor: string | undefined, isDone = false, page = 0; !isDone; isDone = cursor === undefined, page++) {
    const found = await entries.page('acme', { startDate: day, endDate: day }, 'UTC', { limit, cursor });
    read.push(...found.entries.map(({ kind, saleId, reason }) => (kind === 'sale' ? saleId : reason)));
    cursor = found.next;
    if (page < 3) await save(store, saleView, [sold(`s${page}`, day), sold(`s${page}a`, day)]);
  }
  expect(read.filter((id, n) => read.indexOf(id) !== n)).toEqual([]);
  expect(read).toEqual(expect.arrayContaining([...there.map(({ saleId }) => saleId), 'r1']));
});

it('What very many refunds were given back of is asked for hundreds at a time', async () => {
  const asked = { times: 0 };
  const entries = await entriesOver([{ ...sold('s1', '2026-03-08'), taxBasisPoints: 725 }], Array.from({ length: 1_200 }, (_, n) => givenBack(`r${n}`, '2026-03-09T17:00:00.000Z')), asked);
  const refunds = await entries.refunds('acme', { startDate: '2026-03-09', endDate: '2026-03-09' }, undefined);
  expect([refunds.length, new Set(refunds.map(({ taxBasisPoints }) => taxBasisPoints)), asked.times]).toEqual([1_200, new Set([725]), 3]);
});
