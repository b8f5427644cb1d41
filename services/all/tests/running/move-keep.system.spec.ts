/** What files kept goes to MongoDB with everything in it, and nobody starts between the two. */
import { spawnSync } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { imageFiles } from '@larder/catalog/images/kept-files.js';
import type { ClaimedSetup } from '@larder/contracts/fleet/setup.js';
import { refuseLeftBehind } from '@larder/kit/moving/keep.js';
import { moveKeep } from '@larder/kit/moving/move-keep.js';
import { connectMongodb } from '@larder/kit/rows/mongodb.js';
import { serverSuite } from '@larder/kit/servers.js';
import { runCommand } from '../../commands/command-line.js';
import { ACCOUNT, emailOf, PASSWORD, startLarder, type TestLarder } from '../testing.js';

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64');
const wifi = { ssid: 'Seaside Guests', password: 'sand-in-the-shoes' };
const container = { image: 'mongo:8', port: 27017, url: (host: string, port: number) => `mongodb://${host}:${port}` };

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'larder-move-keep-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const signIn = async (larder: TestLarder): Promise<string> =>
  (await larder.ask<{ idToken: string }>('POST', '/api/cognito-auth/auth', { body: { email: emailOf('admin', ACCOUNT), password: PASSWORD } })).idToken;

serverSuite('What files kept, moved to MongoDB', 'MONGODB_URL', container, (url) => {
  const databaseUrl = (name: string): string => `${url().replace(/\/$/, '')}/larder-${name}-${randomUUID().slice(0, 8)}`;
  let [KEEP_URL, VAULT_KEY, token, imageUrl, claimCode]: string[] = [];
  let data: string;
  const files = () => ({ DATA_DIR: data, EVENT_STORE_URL: `sqlite:${data}/larder.db` });
  const moving = () => ({ ...files(), KEEP_URL: KEEP_URL ?? '', VAULT_KEY: VAULT_KEY ?? '' });
  let said: string[];
  let whileItRan: (number | string)[];
  const run = (more: Record<string, string> = {}): Promise<number> => {
    said = [];
    return runCommand(['move-keep'], { say: (line) => void said.push(line), complain: (line) => void said.push(line), progress: () => undefined, ask: async () => '', askSecret: async () => '' }, { ...moving(), ...more });
  };
  const documentsIn = async (): Promise<Record<string, number>> => {
    const { client, db } = await connectMongodb(KEEP_URL ?? '');
    const names = (await db.listCollections().toArray()).map(({ name }) => name).sort();
    const counts = await Promise.all(names.map(async (name) => [name, await db.collection(name).countDocuments()] as const));
    await client.close();
    return Object.fromEntries(counts.filter(([, count]) => count > 0));
  };

  beforeAll(async () => {
    data = join(folder, 'data');
    KEEP_URL = databaseUrl('keep');
    const larder = await startLarder({ settings: files() });
    token = await larder.signIn('admin');
    ({ imageUrl } = await larder.ask<{ imageUrl: string }>('POST', '/api/cognito-auth/products/images', { token, body: { data: PNG.toString('base64') } }));
    ({ claimCode } = await larder.ask<{ claimCode: string }>('POST', '/api/cognito-auth/setup-profiles', { token, body: { machineId: 'VM-NEW', name: 'Harbor Loft', location: { address: '88 River Street' }, wifiSSID: wifi.ssid, wifiPassword: wifi.password } }));
    VAULT_KEY = readFileSync(join(data, 'vault.db.key'), 'utf8');
    whileItRan = [await run(), ...said];
    await larder.stop();
  });

  it('nothing is copied while Larder runs', () => expect(whileItRan).toEqual([1, 'Larder runs: please stop it first, or what it keeps meanwhile would be left behind']));

  it.each([['identity', ['vault.db', 'vault.db-wal', 'vault.db.key'], 'keys of persons'], ['fleet', ['setup-keys'], 'keys of setup profiles'], ['catalog', ['images'], 'pictures']])('%s does not start on an empty MongoDB beside its files, and says what to do', (service, names, what) => {
    const alone = join(folder, service);
    mkdirSync(alone);
    for (const name of names) if (existsSync(join(data, name))) cpSync(join(data, name), join(alone, name), { recursive: true });
    const { status, stderr } = spawnSync(process.execPath, ['dist/all.js'], {
      encoding: 'utf8', timeout: 60_000, env: { PATH: process.env.PATH, ...moving(), DATA_DIR: alone, EVENT_STORE_URL: `sqlite:${alone}/larder.db`, PORT: '0', MQTT_PORT: '0', DEMO: 'false', LOG_LEVEL: 'silent' },
    });
    expect([status, stderr]).toEqual([1, expect.stringContaining(`${service}: ${join(alone, names[0] ?? '')} holds ${what}, and the MongoDB of KEEP_URL does not hold any. Run \`larder move-keep\` with the settings of ${service}`)]);
  });

  it.each([['none', ''], ['another', randomBytes(32).toString('hex')]])('nothing is copied with %s as the key of the vault', async (_, key) => {
    expect(await run({ VAULT_KEY: key })).toBe(1);
    expect(said).toEqual([expect.stringContaining(`VAULT_KEY: has to be the content of ${join(data, 'vault.db.key')}`)]);
    expect(await documentsIn()).toEqual({});
  });

  it('everything is copied and counted, the files are put aside, and a second time there is nothing to do', async () => {
    await run();
    const counts = await documentsIn();
    expect(counts).toMatchObject({ vault_signing_keys: 1, vault_finder: 1, wifi_keys: 1, images: 1, passes: expect.any(Number), vault_persons: expect.any(Number) });
    expect(said).toEqual(expect.arrayContaining([
      `keys of persons: ${counts.vault_persons} in files, ${counts.vault_persons} in MongoDB (0 were before)`, 'pictures: 1 in files, 1 in MongoDB (0 were before)', 'keys of setup profiles: 1 in files, 1 in MongoDB (0 were before)',
      `In ${data} there are now vault.db.moved, vault.db.key.moved, passes.db.moved, setup-keys.moved, images.moved`,
    ]));
    expect(readdirSync(data).filter((name) => /^(vault|passes|setup-keys|images)/.test(name) && !/-(wal|shm)$/.test(name)).sort()).toEqual(['images.moved', 'passes.db.moved', 'setup-keys.moved', 'vault.db.key.moved', 'vault.db.moved']);
    expect(await run()).toBe(0);
    expect(said).toEqual([`Nothing is left to move in ${data}`]);
    expect(await documentsIn()).toEqual(counts);
  });

  it('then Larder starts: who was signed in still is, people sign in, the picture is shown, and the code of the setup profile brings its Wi-Fi', async () => {
    const larder = await startLarder({ settings: moving() });
    try {
      expect((await larder.call('GET', '/api/cognito-auth/profile', { token })).body).toMatchObject({ success: true, data: { email: emailOf('admin', ACCOUNT) } });
      expect((await larder.call('GET', '/api/cognito-auth/profile', { token: await signIn(larder) })).status).toBe(200);
      expect(Buffer.from(await (await fetch(larder.url + imageUrl)).arrayBuffer()).equals(PNG)).toBe(true);
      expect(await larder.ask<ClaimedSetup>('POST', '/api/hardware/claim', { body: { claimCode } })).toMatchObject({ machineId: 'VM-NEW', wifi });
    } finally {
      await larder.stop();
    }
  });

  it('a vault of somebody else in that database is left as it is', async () => {
    const other = join(folder, 'other');
    const larder = await startLarder({ settings: { DATA_DIR: other, EVENT_STORE_URL: `sqlite:${other}/larder.db` } });
    await larder.signIn('owner', 'elsewhere');
    await larder.stop();
    const before = await documentsIn();
    expect(await run({ DATA_DIR: other, EVENT_STORE_URL: `sqlite:${other}/larder.db`, VAULT_KEY: readFileSync(join(other, 'vault.db.key'), 'utf8') })).toBe(1);
    expect(said).toEqual([expect.stringContaining('holds a vault of its own')]);
    expect(await documentsIn()).toEqual(before);
  });

  it('a move that was broken off keeps the service from starting until it is repeated, and says how far it is', async () => {
    const where = { DATA_DIR: join(folder, 'many'), EVENT_STORE_URL: `sqlite:${folder}/many/larder.db`, KEEP_URL: databaseUrl('many'), VAULT_KEY: undefined };
    mkdirSync(join(where.DATA_DIR, 'images'), { recursive: true });
    for (let n = 0; n < 40; n++) writeFileSync(join(where.DATA_DIR, 'images', `${createHash('sha256').update(String(n)).digest('hex')}.png`), PNG);
    await expect(moveKeep(where, [imageFiles], () => { throw new Error('the plug was pulled'); })).rejects.toThrow('the plug was pulled');
    await expect(refuseLeftBehind(where, imageFiles)).rejects.toThrow('does not hold all of them: their move was broken off');
    const told: string[] = [];
    expect(await moveKeep(where, [imageFiles], (line) => void told.push(line))).toEqual({ copied: [{ what: 'pictures', count: 40, added: 24 }], aside: ['images.moved'] });
    expect(told).toEqual(['16 of 40 pictures', '32 of 40 pictures', '40 of 40 pictures']);
    await refuseLeftBehind(where, imageFiles);
  });
});
