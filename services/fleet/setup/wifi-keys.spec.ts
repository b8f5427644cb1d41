import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverSuite } from '@larder/kit/servers.js';
import { openFileWifiKeys, openMemoryWifiKeys } from './file-wifi-keys.js';
import { openMongodbWifiKeys } from './mongodb-wifi-keys.js';
import { wifiKeysSuite } from './wifi-keys.suite.js';

const folder = mkdtempSync(join(tmpdir(), 'larder-wifi-'));
afterAll(() => rmSync(folder, { recursive: true }));

wifiKeysSuite('Keys in files', async () => openFileWifiKeys(join(folder, 'shared')));

it('a file of a key is its owner\'s only, and gone when the key is destroyed', async () => {
  const id = randomUUID();
  const keys = openFileWifiKeys(join(folder, 'alone'));
  await keys.seal(id, { ssid: 'Seaside', password: 'correct horse' });
  expect(statSync(join(folder, 'alone', `${id}.key`)).mode & 0o777).toBe(0o600);
  await keys.destroy(id);
  expect(readdirSync(join(folder, 'alone'))).toEqual([]);
});

const inMemory = openMemoryWifiKeys();
wifiKeysSuite('Keys in memory', async () => inMemory);

const container = { image: 'mongo:8', port: 27017, url: (host: string, port: number) => `mongodb://${host}:${port}` };
const database = `larder-${randomUUID().slice(0, 8)}`;
serverSuite('Keys of setup profiles in MongoDB', 'MONGODB_URL', container, (url) => wifiKeysSuite('keep the promises of every place for keys', () => openMongodbWifiKeys(url(), { database })));
