/** One thread serves everybody: what takes the read store on disk long is no reason for others to wait. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteReadStore } from './sqlite-read-store.js';
import type { ReadStore, Row } from './read-store.js';

const folder = mkdtempSync(join(tmpdir(), 'larder-views-'));
const shape = { collection: 'sales@1.0', orders: ['at'] };
const inOrder = { by: 'at', order: 'asc' } as const;
const pos = (n: number): string => String(n).padStart(6, '0');
const sales = (count: number): Row[] => Array.from({ length: count }, (_, n) => ({ account: 'acme', id: `s${n}`, view: { at: pos(n), note: 'x'.repeat(200) }, position: pos(n) }));

let store: ReadStore;
afterEach(() => store.close());
afterAll(() => rmSync(folder, { recursive: true }));

async function filledWith(count: number): Promise<void> {
  store = await openSqliteReadStore(join(folder, `${count}`, 'views.db'));
  await store.prepare(shape);
  await store.save(shape.collection, sales(count), pos(count));
  await store.settle(shape.collection);
}

/** Whether somebody else had their turn while this was going on. */
async function meanwhile(work: (hadTheirs: () => boolean) => Promise<unknown>): Promise<boolean> {
  let had = false;
  setImmediate(() => (had = true));
  await work(() => had);
  return had;
}

it('lets others have their turn: a question about very many rows', async () => {
  await filledWith(3_000);
  expect(await meanwhile(() => store.find(shape.collection, 'acme', { sort: inOrder }))).toBe(true);
});

it('lets others have their turn: very many questions, each after the last', async () => {
  await filledWith(300);
  expect(await meanwhile(async (hadTheirs) => {
    for (let asked = 0; asked < 2_000 && !hadTheirs(); asked += 1) await store.find(shape.collection, 'acme', { sort: inOrder, limit: 300 });
  })).toBe(true);
});
