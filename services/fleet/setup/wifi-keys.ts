/** Seals the Wi-Fi of setup profiles, each with a key of its own. The sealed text lies in the log, the key does not; without it the text says nothing. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

export interface Wifi {
  ssid: string;
  password: string;
}

export interface WifiKeys {
  /** Makes the profile's key, and resolves when it is kept. Rejects when the profile has one. */
  seal(setupId: string, wifi: Wifi): Promise<string>;
  /** Undefined once the key is destroyed, whichever copy did it. Rejects on what was not sealed for this profile. */
  open(setupId: string, sealed: string): Promise<Wifi | undefined>;
  /** A secret for the machine, 32 characters: the same for the same code until the key is destroyed, then undefined. Neither key nor code alone tells it. */
  secretOf(setupId: string, code: string): Promise<string | undefined>;
  /** What was sealed cannot be read any more, by anybody who asks here. Harmless when repeated. */
  destroy(setupId: string): Promise<void>;
  close(): Promise<void>;
}

/** Injection token. */
export const WIFI_KEYS = Symbol('wifi-keys');

/** Where keys are. Nothing of it is remembered in between, so that what is dropped is gone for every copy. */
export interface KeyPlace {
  /** Rejects when there is one of that id. */
  put(id: string, key: Buffer): Promise<void>;
  get(id: string): Promise<Buffer | undefined>;
  /** Harmless when there is none. */
  drop(id: string): Promise<void>;
  close(): Promise<void>;
}

const SECRET_BYTES = 24;

export const wifiKeysIn = (place: KeyPlace): WifiKeys => ({
  async seal(setupId, wifi) {
    const key = randomBytes(32);
    await place.put(setupId, key);
    return encrypt(key, setupId, JSON.stringify(wifi));
  },
  async open(setupId, sealed) {
    const key = await place.get(setupId);
    return key && (JSON.parse(decrypt(key, setupId, sealed)) as Wifi);
  },
  async secretOf(setupId, code) {
    const key = await place.get(setupId);
    return key && Buffer.from(hkdfSync('sha256', key, code, `credential ${setupId}`, SECRET_BYTES)).toString('base64url');
  },
  destroy: (setupId) => place.drop(setupId),
  close: () => place.close(),
});

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
