/** One thread serves everybody: what the read store in memory has to look at one by one is no reason for others to wait, and nobody sees what changes meanwhile. */
import { openMemoryReadStore } from './memory-read-store.js';
import { turnsOfOthers } from '../testing.js';
import type { Query, ReadStore, Row } from './read-store.js';

const shape = { collection: 'sales@1.0', orders: ['at'] };
const pos = (n: number): string => String(n).padStart(6, '0');
const sale = (n: number, view: object = {}): Row => ({ account: 'acme', id: `s${pos(n)}`, view: { at: pos(n), note: n % 1_000 === 999 ? 'rare' : 'often', n, ...view }, position: pos(n) });
const COUNT = 10_000;

let store: ReadStore;
beforeEach(async () => {
  store = openMemoryReadStore();
  await store.prepare(shape);
  await store.save(shape.collection, Array.from({ length: COUNT }, (_, n) => sale(n)), pos(COUNT));
  await store.settle(shape.collection);
});
afterEach(() => store.close());

const ask = async (query: Query) => (await store.find<{ n: number }>(shape.collection, 'acme', query)).rows.map(({ n }) => n);
const rare = [999, 1_999, 2_999, 3_999, 4_999, 5_999, 6_999, 7_999, 8_999, 9_999];

it.each<[string, Query, readonly number[]]>([
  ['that no order bounds', { filter: { note: 'rare' } }, rare],
  ['in an order of its own', { filter: { note: 'rare' }, sort: { by: 'n', order: 'desc' } }, rare.toReversed()],
  ['for the first few, uncounted', { filter: { note: 'rare' }, sort: { by: 'at', order: 'desc' }, limit: 3, skip: 6, counted: false }, [3_999, 2_999, 1_999]],
])('lets others have their turn: a question %s', async (_, query, expected) => {
  let found: readonly number[] = [];
  expect(await turnsOfOthers(async () => void (found = await ask(query)))).toBeGreaterThan(5);
  expect(found).toEqual(expected);
});

it('looks no further than the first few reach', async () => expect(await turnsOfOthers(() => ask({ filter: { note: 'rare' }, sort: { by: 'at', order: 'asc' }, limit: 1, counted: false }))).toBe(0));

it.each<[string, Query]>([
  ['counted', { filter: { note: 'rare' } }],
  ['uncounted', { filter: { note: 'rare' }, sort: { by: 'at', order: 'asc' }, limit: 100, counted: false }],
])('shows all rows as they were when it was asked, %s', async (_, query) => {
  const asked = ask(query);
  // Some change where they stand, one goes elsewhere, one comes, one is gone.
  const changed = new Promise((done) => setImmediate(() => done(store.save(shape.collection, [{ ...sale(7_999, { n: -1 }), position: pos(COUNT + 1) }, { ...sale(8_999, { at: pos(0), n: -2 }), position: pos(COUNT + 1) }, sale(COUNT + 1, { note: 'rare' }), { ...sale(9_999), view: undefined, position: pos(COUNT + 1) }], pos(COUNT + 1)))));
  expect(await asked).toEqual(rare);
  await changed;
  expect(await ask({ filter: { note: 'rare' } })).toEqual([...rare.slice(0, 7), -1, -2, COUNT + 1]);
});
