/** After an update or a restore views are made from the whole log. Guests need not wait for what operators look at, and nobody is shown half of it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openInProcessBus } from '@larder/kit/bus/in-process-bus.js';
import { openMemoryReadStore } from '@larder/kit/rows/memory-read-store.js';
import type { ReadStore } from '@larder/kit/rows/read-store.js';
import { readSettings } from '@larder/kit/settings.js';
import { openLog, start } from '@larder/kit/start.js';
import { freePort, until } from '@larder/kit/testing.js';
import { SalesModule } from '@larder/sales/sales.module.js';
import { askAt } from '../../commands/operations/running.js';
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

it('A service by itself can be watched while its views are made, and answers nothing else until they are: taken for dead it would page somebody, and be killed', async () => {
  await begin(openMemoryReadStore());
  const token = await larder.signIn('owner');
  await buy(larder, await larder.addMachine({ machineId: 'VM-3' }));
  await until('it is listed', async () => (await listed(token)).body.data?.sales.length);
  await larder.stop();

  const socket = join(folder, 'sales.sock');
  const [log, port] = [openLog('silent'), await freePort()];
  const settings = readSettings({ PORT: String(port), HOST: '127.0.0.1', DATA_DIR: folder, EVENT_STORE_URL: `sqlite:${folder}/larder.db`, BUS_URL: 'nats://127.0.0.1:1', OPERATIONS_SOCKET: socket });
  const starting = start('sales', [SalesModule], settings, { log, rows: slow(openMemoryReadStore()), bus: openInProcessBus({ onTrouble: () => undefined }) });
  const ask = (path: string): Promise<Response | undefined> => fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined);

  await until('it lives', async () => (await ask('/healthz'))?.status === 200);
  await until('it says how far it is', async () => /^larder_view_lag_facts\{view="sales"\} [1-9]/m.test(await ((await ask('/metrics')) as Response).text()));
  expect((await askAt(socket)('lag')).views).toContainEqual({ view: 'sales', facts: expect.any(Number) });
  expect([(await ask('/readyz'))?.status, (await ask('/anything'))?.status, await ((await ask('/anything')) as Response).json()]).toEqual([503, 503, { success: false, error: 'UNAVAILABLE', message: 'Larder is starting here. Please try again in a moment.' }]);

  release();
  const running = await starting;
  await until('it is ready', async () => (await ask('/readyz'))?.status === 200);
  expect((await ask('/anything'))?.status).toBe(404);
  await running.stop();
});
