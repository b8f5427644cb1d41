/** How the keys of setup profiles get from their files to MongoDB. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KeptFiles } from '@larder/kit/moving/keep.js';

const ENDING = '.key';
const idsIn = (folder: string): string[] => readdirSync(folder).filter((name) => name.endsWith(ENDING)).map((name) => name.slice(0, -ENDING.length));

export const wifiKeyFiles: KeptFiles = {
  service: 'fleet', what: 'keys of setup profiles', path: 'setup-keys', beside: [], collection: 'wifi_keys',
  holdsAnything: (folder) => idsIn(folder).length > 0,
  async copy(folder, keep, told) {
    const { keptIn, putMissing } = await import('@larder/kit/moving/move-keep.js');
    return [await putMissing(keptIn(keep, 'wifi_keys'), { what: 'keys of setup profiles', ids: idsIn(folder), document: (id) => ({ _id: id, key: readFileSync(join(folder, id + ENDING)) }) }, told)];
  },
};
