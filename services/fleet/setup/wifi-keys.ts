/** Seals the Wi-Fi of setup profiles, each with a key of its own. The sealed text lies in the log, the key does not; without it the text says nothing. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';

export interface Wifi {
  ssid: string;
  password: string;
}

export interface WifiKeys {
  /** Makes the profile's key. */
  seal(setupId: string, wifi: Wifi): string;
  /** Undefined once the key is destroyed. Throws on what was not sealed for this profile. */
  open(setupId: string, sealed: string): Wifi | undefined;
  /** What was sealed cannot be read any more, by anybody. Harmless when repeated. */
  destroy(setupId: string): void;
}

/** Injection token. */
export const WIFI_KEYS = Symbol('wifi-keys');

/** One file a key in `folder`, readable by its owner only; undefined keeps them in memory. */
export function openWifiKeys(folder: string | undefined): WifiKeys {
  const keys = folder === undefined ? keptInMemory() : keptInFiles(folder);
  return {
    seal(setupId, wifi) {
      const key = randomBytes(32);
      keys.put(setupId, key);
      return encrypt(key, setupId, JSON.stringify(wifi));
    },
    open(setupId, sealed) {
      const key = keys.get(setupId);
      return key && (JSON.parse(decrypt(key, setupId, sealed)) as Wifi);
    },
    destroy: (setupId) => keys.drop(setupId),
  };
}

interface Keys {
  put(id: string, key: Buffer): void;
  get(id: string): Buffer | undefined;
  drop(id: string): void;
}

function keptInMemory(): Keys {
  const keys = new Map<string, Buffer>();
  return { put: (id, key) => void keys.set(id, key), get: (id) => keys.get(id), drop: (id) => void keys.delete(id) };
}

function keptInFiles(folder: string): Keys {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const fileOf = (id: string): string => join(folder, `${id}.key`);
  const write = (file: string, flags: 'wx' | 'r+', content: Buffer): void => {
    const opened = openSync(file, flags, 0o600);
    writeSync(opened, content, 0, content.length, 0);
    fsyncSync(opened);
    closeSync(opened);
  };
  return {
    put: (id, key) => write(fileOf(id), 'wx', key),
    get: (id) => (existsSync(fileOf(id)) ? readFileSync(fileOf(id)) : undefined),
    drop(id) {
      if (!existsSync(fileOf(id))) return;
      write(fileOf(id), 'r+', Buffer.alloc(32));
      unlinkSync(fileOf(id));
    },
  };
}

/** AES-256-GCM, bound to the profile: nonce, tag and text in base64url, joined by dots. */
function encrypt(key: Buffer, setupId: string, text: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(setupId));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return [nonce, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url')).join('.');
}

function decrypt(key: Buffer, setupId: string, sealed: string): string {
  const [nonce, tag, text] = sealed.split('.').map((part) => Buffer.from(part, 'base64url'));
  if (!nonce || !tag || !text) throw new Error('This is no Wi-Fi that was sealed');
  const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(setupId)).setAuthTag(tag);
  return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
}
