/** After an update or a restore views are made from the whole log. Guests need not wait for what operators look at, and nobody is shown half of it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMemoryReadStore } from '@larder/kit/rows/memory-read-store.js';
import type { ReadStore } from '@larder/kit/rows/read-store.js';
import { until } from '@larder/kit/testing.js';
import { buy } from '../buying.testing.js';
import { streamed } from '../shapes/people.testing.js';
import { startLarder, type TestLarder } from '../testing.js';

jest.setTimeout(60_000);

const folder = mkdtempSync(join(tmpdir(), 'larder-made-anew-'));
afterAll(() => rmSync(folder, { recursive: true }));

let larder: TestLarder;
/** Lets the rows of sales be written. */
let release: () => void;

/** As long as it takes for a log of millions. */
function slow(store: ReadStore): ReadStore {
  const held = new Promise<void>((resolve) => (release = resolve));
  return {
    prepare: (shape) => store.prepare(shape),
    find: (collection, account, query) => store.find(collection, account, query),
    load: (collection, keys) => store.load(collection, keys),
    save: (collection, rows, checkpoint) => (collection.startsWith('sales@') ? held.then(() => store.save(collection, rows, checkpoint)) : store.save(collection, rows, checkpoint)),
    checkpoint: (collection) => store.checkpoint(collection),
    settle: (collection) => store.settle(collection),
    drop: (collection) => store.drop(collection),
    close: () => store.close(),
  };
}

const begin = async (rows: ReadStore): Promise<TestLarder> => (larder = await startLarder({ settings: { DATA_DIR: folder, EVENT_STORE_URL: `sqlite:${folder}/larder.db`, VIEWS_PATIENCE_SECONDS: '0.1' }, rows }));

const listed = (token: string) => larder.call<{ sales: unknown[] }>('GET', '/api/admin/sales?limit=100', { token });
const readiness = async (): Promise<number> => (await fetch(`${larder.url}/readyz`)).status;
const letters = async (): Promise<number> => (await Promise.all(larder.kit.deadLetters().map((one) => one.list()))).flat().length;

it('While a view is made from a long log guests shop on, who asks for it is told to come back, and then it is complete', async () => {
  await begin(openMemoryReadStore());
  const token = await larder.signIn('owner');
  await buy(larder, await larder.addMachine({ machineId: 'VM-1' }));
  await until('it is listed', async () => (await listed(token)).body.data?.sales.length === 1);
  await larder.stop();

  await begin(slow(openMemoryReadStore()));
  expect(await readiness()).toBe(503);
  expect((await fetch(`${larder.url}/healthz`)).status).toBe(200);
  await buy(larder, await larder.addMachine({ machineId: 'VM-2' }));
  const again = await larder.signIn('owner');
  const { status, body } = await listed(again);
  expect({ status, body }).toMatchObject({ status: 503, body: { success: false, message: expect.stringMatching(/^This is being put together anew .* Please look again in a few minutes\.$/) } });
  expect(await readiness()).toBe(503);

  // A screen that was told to come back is told when.
  const told = '{"view":"sales","id":""}';
  expect(await streamed(`${larder.url}/api/live`, { authorization: `Bearer ${again}` }, async () => release(), (text) => text.includes(told))).toContain(told);
  await until('it is ready', async () => (await readiness()) === 200);
  await until('both are listed', async () => (await listed(again)).body.data?.sales.length === 2);
  expect(await letters()).toBe(0);
  await larder.stop();
});

it('A start that is ended while views are still being made ends, and the next one makes them', async () => {
  await begin(slow(openMemoryReadStore()));
  const stopped = larder.stop();
  release(); // a store that answers nothing any more would hold up every end
  await stopped;

  await begin(openMemoryReadStore());
  const token = await larder.signIn('owner');
  await until('both are listed', async () => (await listed(token)).body.data?.sales.length === 2);
  await larder.stop();
});
