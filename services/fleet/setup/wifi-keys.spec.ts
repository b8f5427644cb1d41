import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openWifiKeys } from './wifi-keys.js';

const wifi = { ssid: 'Seaside', password: 'correct horse' };
const ID = '0b0c0d0e-0000-4000-8000-000000000001';
let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'larder-wifi-'))));
afterEach(() => rmSync(folder, { recursive: true }));

it('a Wi-Fi is sealed so that only its profile opens it, also after a restart', () => {
  const sealed = openWifiKeys(folder).seal(ID, wifi);
  expect(sealed).not.toMatch(/Seaside|horse/);
  expect(openWifiKeys(folder).open(ID, sealed)).toEqual(wifi);
  const keys = openWifiKeys(folder);
  keys.seal('another', wifi);
  expect(() => keys.open('another', sealed)).toThrow();
  expect(statSync(join(folder, `${ID}.key`)).mode & 0o777).toBe(0o600);
});

it.each(['in files', 'in memory'])('once the key is destroyed nobody reads it again (%s)', (where) => {
  const keys = openWifiKeys(where === 'in files' ? folder : undefined);
  const sealed = keys.seal(ID, wifi);
  keys.destroy(ID);
  keys.destroy(ID);
  expect(keys.open(ID, sealed)).toBeUndefined();
  expect(readdirSync(folder)).toEqual([]);
});
