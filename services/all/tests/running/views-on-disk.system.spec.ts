/** Views lie in a file beside the log: a start goes on from there, and whatever becomes of the file, screens show what the log says. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { openSqliteReadStore } from '@larder/kit/rows/sqlite-read-store.js';
import type { ReadStore } from '@larder/kit/rows/read-store.js';
import { until } from '@larder/kit/testing.js';
import { buy } from '../buying.testing.js';
import { startLarder, type TestLarder } from '../testing.js';

jest.setTimeout(60_000);

let folder: string;
let larder: TestLarder;
/** Rows written since the last start. */
let written: number;
const views = (): string => join(folder, 'views.db');

const counting = (store: ReadStore): ReadStore => ({
  prepare: (shape) => store.prepare(shape),
  find: (collection, account, query) => store.find(collection, account, query),
  load: (collection, keys) => store.load(collection, keys),
  save(collection, rows, checkpoint) {
    written += rows.length;
    return store.save(collection, rows, checkpoint);
  },
  checkpoint: (collection) => store.checkpoint(collection),
  settle: (collection) => store.settle(collection),
  drop: (collection) => store.drop(collection),
  close: () => store.close(),
});

async function begin(): Promise<void> {
  written = 0;
  larder = await startLarder({ settings: { DATA_DIR: folder, EVENT_STORE_URL: `sqlite:${folder}/larder.db` }, rows: counting(await openSqliteReadStore(views())) });
}

/** Every row of everybody, as it is shown. */
async function everyRow(): Promise<Record<string, string>> {
  const file = new Database(views());
  const accounts = (file.prepare('SELECT account FROM accounts').all() as { account: string }[]).map(({ account }) => account).sort();
  file.close();
  const { views: running } = larder.kit;
  const all: Record<string, string> = {};
  for (const collection of running.collections().sort()) {
    for (const account of accounts) {
      const rows = await running.all({ collection, orders: [] }, account);
      if (rows.length > 0) all[`${collection} of ${account}`] = JSON.stringify(rows);
    }
  }
  return all;
}

const sales = async (): Promise<number> => (await larder.ask<{ total: number }>('GET', '/api/admin/sales', { token: await larder.signIn('owner') })).total;
const caughtUp = () => until('nothing is behind', async () => (await larder.kit.views.behind()).every(({ facts }) => facts === 0));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'larder-views-'));
});
afterEach(async () => {
  await larder.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('shows after a restart what it showed before, without a row made anew; and the same when the file is lost', async () => {
  await begin();
  const machine = await larder.addMachine();
  for (let n = 0; n < 2; n += 1) await buy(larder, machine);
  await until('the sales are entered', async () => (await sales()) === 2);
  await machine.device.disconnect();
  await caughtUp();
  const before = await everyRow();
  expect(Object.keys(before).length).toBeGreaterThan(10);

  await larder.stop();
  await begin();
  expect(written).toBe(0);
  expect(await everyRow()).toEqual(before);

  await larder.stop();
  for (const end of ['', '-wal', '-shm']) rmSync(views() + end, { force: true });
  await begin();
  expect(written).toBeGreaterThan(0);
  expect(await everyRow()).toEqual(before);
});

it('is right after the process was killed', async () => {
  const settings = { DATA_DIR: folder, PORT: '0', MQTT_PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'warn', WEB_DIR: './no-pages', DEMO: 'true' };
  const killed = spawn(process.execPath, ['dist/all.js'], { env: { PATH: process.env.PATH, ...settings }, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => killed.once('exit', resolve));
  let said = '';
  await new Promise<void>((resolve) => killed.stdout.on('data', (some: Buffer) => (said += some.toString()).includes('API:') && resolve()));
  killed.kill('SIGKILL');
  await ended;
  expect(existsSync(views())).toBe(true);

  await begin();
  await caughtUp();
  // What the killed process left to do is done first; what is made anew afterwards would hide a row that was wrong.
  await until('the price lists follow the slots', async () => {
    const { 'machines of demo': machines = '[]', 'device-prices of demo': lists = '[]' } = await everyRow();
    const priced = new Map((JSON.parse(lists) as { machineId: string; prices: unknown[] }[]).map(({ machineId, prices }) => [machineId, prices.length]));
    return (JSON.parse(machines) as { machineId: string; slots: unknown[] }[]).every(({ machineId, slots }) => slots.length === 0 || priced.get(machineId) === slots.length);
  });
  const before = await everyRow();
  expect(Object.keys(before)).toEqual(expect.arrayContaining(['machines of demo', 'memberships of people', 'products of demo']));
  await larder.kit.rebuildAll();
  expect(await everyRow()).toEqual(before);
});
