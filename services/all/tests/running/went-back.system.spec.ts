/** An update that went wrong is taken back: the version before runs on a log with facts it does not know; and a log that is put back without what belongs to it. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteEventStore } from '@larder/kit/events/sqlite/sqlite-event-store.js';
import { until } from '@larder/kit/testing.js';
import { buy } from '../buying.testing.js';
import { ACCOUNT, startLarder, type TestLarder } from '../testing.js';

jest.setTimeout(60_000);

const folder = mkdtempSync(join(tmpdir(), 'larder-went-back-'));
afterAll(() => rmSync(folder, { recursive: true }));

const begin = (data = folder): Promise<TestLarder> => startLarder({ settings: { DATA_DIR: data, EVENT_STORE_URL: `sqlite:${data}/larder.db` } });

/** Why a process of its own cannot start with the log of this name: what it has begun by then ends with it, and would go on in the test's. */
function whyNoStart(data: string, log = 'larder'): string {
  const { status, stderr } = spawnSync(process.execPath, ['dist/all.js'], {
    encoding: 'utf8', timeout: 30_000, killSignal: 'SIGKILL',
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0', MQTT_PORT: '0', DEMO: 'false', LOG_LEVEL: 'silent', DATA_DIR: data, EVENT_STORE_URL: `sqlite:${data}/${log}.db` },
  });
  expect(status).toBe(1);
  return stderr;
}

/** Without what is set there, nobody of an organization could do anything. */
const OURS = [`organization-${ACCOUNT}`, `subscription-${ACCOUNT}`];

/** One more fact for the last stream of each category, and for the organization whose guests go on buying, of a type and content this version does not know. */
async function runNewer(): Promise<void> {
  const { store } = await openSqliteEventStore(join(folder, 'larder.db'));
  const last = new Map(OURS.map((stream) => [stream, { stream, revision: -1, account: ACCOUNT }]));
  const reading = store.follow('', undefined, async (facts) => {
    for (const { stream, revision, meta } of facts) last.set(OURS.includes(stream) ? stream : (stream.split('-')[0] as string), { stream, revision, account: meta.account });
  });
  await reading.live;
  await reading.stop();
  for (const { stream, revision, account } of last.values()) {
    await store.append(stream, revision, [{ id: crypto.randomUUID(), type: 'SomethingNewer', data: { of: ['a', 'kind'] }, meta: { commandId: `newer:${stream}`, account, actor: 'system:newer', at: new Date().toISOString(), correlationId: 'newer' } }]);
  }
  await store.close();
}

/** Who has heard what only the newer version can act upon. */
async function waitsFor({ kit }: TestLarder): Promise<Set<string>> {
  const lists = await Promise.all(kit.deadLetters().map(async (letters) => (await letters.list()).map(({ type, newer }) => (newer ? `${letters.name}: ${type}` : ''))));
  return new Set(lists.flat().filter((letter) => letter.endsWith(': SomethingNewer')));
}

it('Views pass over what a newer version wrote, guests buy, who would change what it has changed is told, and what only it could do because of them waits for it', async () => {
  const before = await begin();
  await buy(before, await before.addMachine({ machineId: 'VM-1' }));
  const sold = async (larder: TestLarder): Promise<number> => (await larder.ask<{ total: number }>('GET', '/api/admin/sales', { token: await larder.signIn('owner') })).total;
  await until('it is listed', async () => (await sold(before)) === 1);
  // What the newer version wrote to was theirs; ours goes on.
  await before.signIn('owner', 'else');
  await before.addMachine({ machineId: 'VM-else', account: 'else' });
  await before.stop();
  await runNewer();

  const after = await begin();
  expect((await fetch(`${after.url}/readyz`)).status).toBe(200);
  await buy(after, await after.addMachine({ machineId: 'VM-2' }));
  await until('both are listed', async () => (await sold(after)) === 2);
  expect(await after.call('PUT', '/api/cognito-auth/account', { token: await after.signIn('owner'), body: { name: 'Another name' } })).toMatchObject({ status: 503, body: { message: expect.stringContaining('A newer version of Larder has changed this') } });
  expect((await after.kit.views.behind()).filter(({ facts }) => facts > 0)).toEqual([]);
  await until('everybody who heard what they do not know has it lie aside', async () => (await waitsFor(after)).size === after.kit.deadLetters().length);
  const metrics = await (await fetch(`${after.url}/metrics`)).text();
  const counted = (name: string): number[] => [...metrics.matchAll(new RegExp(`^${name}\\{.*\\} (\\d+)$`, 'gm'))].map(([, count]) => Number(count));
  // It wakes nobody: there is nothing to be done about it before the newer version is back.
  expect(counted('larder_facts_for_newer').filter((count) => count > 0)).toHaveLength(after.kit.deadLetters().length);
  expect(new Set(counted('larder_dead_letters'))).toEqual(new Set([0]));
  await after.stop();
});

it('Without the vault that the log was written with nothing starts: a new one would make everybody unknown for good', async () => {
  const data = join(folder, 'lost');
  await (await startLarder({ settings: { DATA_DIR: data, EVENT_STORE_URL: `sqlite:${data}/empty.db` } })).stop(); // somebody looked at it: nobody is known yet
  const larder = await begin(data);
  await larder.signIn('owner');
  await larder.stop();
  // Nor without the log that the vault was filled with: under another name an empty one would begin, and nobody would be known.
  expect(whyNoStart(data, 'lader')).toContain('Settings: EVENT_STORE_URL: there is nothing in this log, and the vault knows persons');
  for (const name of readdirSync(data).filter((file) => file.startsWith('vault.db'))) rmSync(join(data, name));
  expect(whyNoStart(data)).toContain('The keys of persons are lost, and the log knows persons. Put them back from a backup');
});
