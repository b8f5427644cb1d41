/** What only the read store on disk promises: what it still knows after a restart or a kill, and what it does with a broken file or a full disk. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import Database from 'libsql';
import { openSqliteReadStore, type SqliteReadStoreOptions } from './sqlite-read-store.js';
import type { ReadStore, Row } from './read-store.js';
import { until } from '../testing.js';

const folder = mkdtempSync(join(tmpdir(), 'larder-views-'));
const built = pathToFileURL(join(__dirname, '..', 'dist', 'rows', 'sqlite-read-store.js')).href;
const shape = { collection: 'sales@1.0', orders: ['at', ['machine', 'at']] as const };
const pos = (n: number): string => String(n).padStart(6, '0');
const sale = (n: number): Row => ({ account: 'acme', id: `s${n}`, view: { at: pos(n), machine: `m${n % 3}`, note: 'x'.repeat(200) }, position: pos(n) });
const sales = (count: number): Row[] => Array.from({ length: count }, (_, n) => sale(n + 1));

let file: string;
let files = 0;
const opened: ReadStore[] = [];
let child: ChildProcess | undefined;
beforeEach(() => (file = join(folder, `${(files += 1)}`, 'views.db')));
afterEach(() => Promise.all(opened.splice(0).map((store) => store.close())));
// A test that fails would leave it writing for good.
afterEach(() => void child?.kill('SIGKILL'));
afterAll(() => rmSync(folder, { recursive: true }));

async function open(options?: SqliteReadStoreOptions): Promise<ReadStore> {
  const store = await openSqliteReadStore(file, options);
  opened.push(store);
  await store.prepare(shape);
  return store;
}
const close = async (): Promise<void> => void (await Promise.all(opened.splice(0).map((store) => store.close())));
const filled = async (count = 300): Promise<void> => {
  const store = await open();
  await store.save(shape.collection, sales(count), pos(count));
  await close();
};
const newest = (store: ReadStore) => store.find<{ at: string }>(shape.collection, 'acme', { filter: { machine: 'm1' }, sort: { by: 'at', order: 'desc' }, limit: 2 });

it('belongs to one process, as two would write older rows over each other\'s newer ones; another is told which file it is', async () => {
  await open();
  await expect(openSqliteReadStore(file)).rejects.toThrow(`${file} is in use: another process has these views open`);
  await close();
  await open();
});

it('keeps a row removed when what came before is said again, however many others were changed since', async () => {
  const store = await open();
  const removed: Row = { ...sale(1), view: undefined, position: pos(2) };
  for (const rows of [[sale(1)], [removed], sales(2_000).slice(2)]) await store.save(shape.collection, rows, '');
  await store.settle(shape.collection);
  await store.save(shape.collection, [sale(1)], '');
  expect(await store.load(shape.collection, [{ account: 'acme', id: 's1' }])).toEqual([removed]);
});

describe('after a restart', () => {
  it('has its rows, their order, their number and how far it was', async () => {
    await filled();
    const store = await open();
    expect(await store.checkpoint(shape.collection)).toBe(pos(300));
    expect(await newest(store)).toMatchObject({ rows: [{ at: pos(298) }, { at: pos(295) }], total: 100 });
    expect(await store.find(shape.collection, 'acme', { limit: 1 })).toMatchObject({ total: 300 });
    expect(await store.load(shape.collection, [{ account: 'acme', id: 's7' }, { account: 'acme', id: 's999' }])).toEqual([sale(7), { account: 'acme', id: 's999', view: undefined, position: '' }]);
  });

  it('finds a row in the place it has moved to, though it was changed again since, and counts what has come', async () => {
    await filled();
    const store = await open();
    const moved = (note: string, position: number): Row => ({ ...sale(1), view: { at: pos(999), machine: 'm1', note }, position: pos(position) });
    for (const row of [moved('moved', 301), moved('and changed', 302)]) await store.save(shape.collection, [row], row.position);
    expect(await newest(store)).toMatchObject({ rows: [{ at: pos(999), note: 'and changed' }, { at: pos(298) }], total: 100 });
    await store.save(shape.collection, [{ ...sale(304), position: pos(304) }], pos(304));
    expect(await newest(store)).toMatchObject({ rows: [{ at: pos(999) }, { at: pos(304) }], total: 101 });
  });

  it('begins a collection anew whose orders have changed', async () => {
    await filled();
    const store = await openSqliteReadStore(file);
    opened.push(store);
    await store.prepare({ ...shape, orders: ['at'] });
    expect(await store.checkpoint(shape.collection)).toBeUndefined();
    expect(await store.find(shape.collection, 'acme', {})).toEqual({ rows: [], total: 0 });
  });

  it('lets go of a collection that nobody asked for in three starts', async () => {
    await filled(3_000);
    const large = statSync(file).size;
    for (let start = 0; start < 4; start += 1) await (await openSqliteReadStore(file)).close();
    const store = await open();
    expect(await store.checkpoint(shape.collection)).toBeUndefined();
    await store.save(shape.collection, sales(3_000), pos(3_000));
    await close();
    expect(statSync(file).size).toBeLessThan(large * 1.2);
  });

  it('tells ids and texts apart, whatever characters they have', async () => {
    const ids = ["it's", '"', '\\', 'a\0b', 'a', '🧪', 'line\nbreak', '%', ''];
    const store = await open();
    await store.save(shape.collection, ids.map((id, n) => ({ account: "o'brien", id, view: { at: id, machine: 0.1 + n / 10 }, position: pos(n + 1) })), pos(ids.length));
    await close();
    const again = await open();
    for (const [n, id] of ids.entries()) {
      expect(await again.find(shape.collection, "o'brien", { filter: { at: id, machine: 0.1 + n / 10 } })).toEqual({ rows: [{ at: id, machine: 0.1 + n / 10 }], total: 1 });
    }
    expect((await again.load(shape.collection, ids.map((id) => ({ account: "o'brien", id })))).map(({ view }) => (view as { at: string }).at)).toEqual(ids);
  });
});

it('keeps rows and checkpoint together when it is killed at any moment', async () => {
  const script = `
    import { openSqliteReadStore } from ${JSON.stringify(built)};
    const store = await openSqliteReadStore(process.argv[1]);
    await store.prepare({ collection: 'sales@1.0', orders: ['at', ['machine', 'at']] });
    await store.find('sales@1.0', 'acme', {});
    let n = Number((await store.checkpoint('sales@1.0')) ?? 0);
    for (;;) {
      n += 1;
      const position = String(n).padStart(6, '0');
      const [row] = await store.load('sales@1.0', [{ account: 'acme', id: 'all' }]);
      const sales = (row.view?.sales ?? 0) + 1;
      await store.save('sales@1.0', [{ account: 'acme', id: 'all', view: { sales }, position }, { account: 'acme', id: 's' + n, view: { at: position, machine: 'm' }, position }], position);
      if (n % 5 === 0) await new Promise(setImmediate);
    }`;
  let reached = 0;
  for (let kill = 0; kill < 3; kill += 1) {
    const writer = (child = spawn(process.execPath, ['--input-type=module', '-e', script, file], { stdio: 'inherit' }));
    await until('some of it lies on the disk', () => existsSync(`${file}-wal`) && statSync(`${file}-wal`).size > 200_000 * (kill + 1));
    await new Promise((resolve) => {
      writer.once('exit', resolve);
      writer.kill('SIGKILL');
    });
    const store = await open();
    reached = Number(await store.checkpoint(shape.collection) ?? 0);
    expect((await store.load(shape.collection, [{ account: 'acme', id: 'all' }]))[0]?.view).toEqual(reached === 0 ? undefined : { sales: reached });
    expect(await store.find(shape.collection, 'acme', { limit: 1 })).toMatchObject({ total: reached === 0 ? 0 : reached + 1 });
    await close();
  }
  expect(reached).toBeGreaterThan(0);
}, 60_000);

it('stays whole when another process looks into the file and leaves, also after a restart', async () => {
  const look = `import Database from 'libsql'; const db = new Database(process.argv[1]); db.exec('SELECT count(*) FROM collections'); db.close();`;
  for (const count of [300, 600]) {
    const store = await open();
    await store.save(shape.collection, sales(count), pos(count));
    await store.settle(shape.collection);
    const log = statSync(`${file}-wal`).ino;
    expect(spawnSync(process.execPath, ['--input-type=module', '-e', look, file], { cwd: __dirname, encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
    // Whoever believes to be the last one tidies the write-ahead log away, and what is written to it afterwards is lost.
    expect(existsSync(`${file}-wal`) && statSync(`${file}-wal`).ino).toBe(log);
    await close();
  }
});

it('is a file for its owner alone, with what SQLite puts beside it', async () => {
  await open();
  expect([file, `${file}-wal`].map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o600]);
});

describe('a file that is no good', () => {
  // By a process that has ended: this one would still have the file in its cache.
  const script = `
    import { openSqliteReadStore } from ${JSON.stringify(built)};
    const store = await openSqliteReadStore(process.argv[1]);
    await store.prepare({ collection: 'sales@1.0', orders: ['at', ['machine', 'at']] });
    const rows = Array.from({ length: 2000 }, (_, n) => ({ account: 'acme', id: 's' + n, view: { at: String(n), machine: 'm', note: 'x'.repeat(200) }, position: '000001' }));
    await store.save('sales@1.0', rows, '002000');
    await store.close();`;
  const whole = join(folder, 'whole.db');
  beforeAll(() => expect(spawnSync(process.execPath, ['--input-type=module', '-e', script, whole], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' }));
  beforeEach(() => {
    mkdirSync(dirname(file));
    copyFileSync(whole, file);
  });

  it.each<[string, () => void]>([
    ['garbage', () => writeFileSync(file, Buffer.alloc(20_000, 'no views '))],
    ['half of it', () => truncateSync(file, Math.floor(statSync(file).size / 2))],
    ['another layout', () => withFile('PRAGMA user_version = 99')],
  ])('begins empty: %s', async (_, spoil) => {
    spoil();
    const store = await open();
    expect(await store.checkpoint(shape.collection)).toBeUndefined();
    await store.save(shape.collection, sales(30), pos(30));
    expect(await newest(store)).toMatchObject({ total: 10 });
  });

  it('begins empty beside what is no database, which may be somebody\'s', async () => {
    for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });
    writeFileSync(file, 'the only key');
    const onOther = jest.fn();
    const store = await openSqliteReadStore(file, { onOther });
    await store.prepare(shape);
    expect(await store.checkpoint(shape.collection)).toBeUndefined();
    await store.close();
    expect(onOther.mock.calls).toEqual([[`${file}.other`]]);
    expect(readFileSync(`${file}.other`, 'utf8')).toBe('the only key');
  });

  it('is not taken for one when it holds something else', async () => {
    for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });
    withFile('CREATE TABLE facts (position INTEGER)');
    const before = readFileSync(file);
    await expect(openSqliteReadStore(file)).rejects.toThrow('cannot be opened');
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it.each<[string, (bytes: Buffer) => void]>([
    ['pages', (bytes) => void bytes.fill(0xa5, 8 * 4096)],
    ['letters', (bytes) => void bytes.fill(0xff, bytes.lastIndexOf('xxxxx'), bytes.lastIndexOf('xxxxx') + 5)],
    ['JSON', (bytes) => void bytes.fill('"', bytes.lastIndexOf('xxxxx'), bytes.lastIndexOf('xxxxx') + 5)],
  ])('is told and removed when damaged %s show later, so that the next start makes it anew', async (_, damage) => {
    const bytes = readFileSync(file);
    damage(bytes);
    writeFileSync(file, bytes);
    const broken: unknown[] = [];
    const store = await openSqliteReadStore(file, { onBroken: (error) => broken.push(error) });
    opened.push(store);
    await store.prepare(shape);
    await expect(store.find(shape.collection, 'acme', {})).rejects.toThrow();
    expect(broken.length).toBeGreaterThan(0);
    expect(existsSync(file)).toBe(false);
    await close();
    expect(await (await open()).checkpoint(shape.collection)).toBeUndefined();
  });
});

describe('a full disk', () => {
  // A limit on the size of files stands for it.
  const script = `
    import { openSqliteReadStore } from ${JSON.stringify(built)};
    const troubles = [];
    const store = await openSqliteReadStore(process.argv[1], { onTrouble: (error) => troubles.push(error.code) });
    await store.prepare({ collection: 'sales@1.0', orders: ['at'] });
    const save = (n, note) => store.save('sales@1.0', [{ account: 'acme', id: 'same', view: { at: n, note }, position: String(n) }], String(n));
    const found = async () => (await store.find('sales@1.0', 'acme', {})).rows.map(({ at }) => at).join();
    await save(1, 'small');
    console.log('before', await found(), troubles.length);
    await save(2, 'x'.repeat(12_000_000));
    console.log('too large', await found(), troubles[0]);
    await save(3, 'small');
    console.log('after', await found(), (await store.load('sales@1.0', [{ account: 'acme', id: 'same' }]))[0].view.at);
    await store.close();`;

  it('shows rows as they were, and takes them up again when there is room', async () => {
    const limited = spawnSync('sh', ['-c', 'ulimit -f 8192; exec "$0" --input-type=module -e "$1" "$2"', process.execPath, script, file], { encoding: 'utf8' });
    expect(limited.stderr).toBe('');
    expect(limited.stdout.split('\n').slice(0, 3)).toEqual(['before 1 0', expect.stringMatching(/^too large 1 SQLITE_(FULL|IOERR)\S*$/), 'after 3 3']);
    const store = await open();
    expect(await store.checkpoint(shape.collection)).toBeUndefined(); // other orders than in the script
  });
});

function withFile(sql: string): void {
  const db = new Database(file);
  db.exec(sql);
  db.close();
}
