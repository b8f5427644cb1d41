/** The keys of setup profiles as files of one folder, for one process; or in memory, where the log is too. */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '@larder/kit/private-file.js';
import { wifiKeysIn, type WifiKeys } from './wifi-keys.js';

/** One file a key in `folder`, readable by its owner only. A dropped one is written over before it goes. */
export function openFileWifiKeys(folder: string): WifiKeys {
  makeFolder(folder);
  const fileOf = (id: string): string => join(folder, `${id}.key`);
  const write = (file: string, flags: 'wx' | 'r+', content: Buffer): void => {
    const opened = openSync(file, flags, 0o600);
    writeSync(opened, content, 0, content.length, 0);
    fsyncSync(opened);
    closeSync(opened);
  };
  return wifiKeysIn({
    put: async (id, key) => write(fileOf(id), 'wx', key),
    get: async (id) => (existsSync(fileOf(id)) ? readFileSync(fileOf(id)) : undefined),
    async drop(id) {
      if (!existsSync(fileOf(id))) return;
      write(fileOf(id), 'r+', Buffer.alloc(32));
      unlinkSync(fileOf(id));
    },
    close: async () => undefined,
  });
}

export function openMemoryWifiKeys(): WifiKeys {
  const keys = new Map<string, Buffer>();
  return wifiKeysIn({
    async put(id, key) {
      if (keys.has(id)) throw new Error(`${id} has a key already`);
      keys.set(id, key);
    },
    get: async (id) => keys.get(id),
    drop: async (id) => void keys.delete(id),
    close: async () => undefined,
  });
}
