/** The master keys a vault has at hand: one seals; those beside it open as well, while it is being rotated. */
import { randomBytes } from 'node:crypto';
import { decrypt, encrypt, fingerprintBy, isSealedWith, KEY_BYTES } from './ciphers.js';

export interface MasterKeys {
  /** What the one that seals is known by; nothing follows from it. */
  name: string;
  seal(text: string): string;
  /** By whichever of them it was sealed. Throws for what none has. */
  open(sealed: string): string;
  canOpen(sealed: string): boolean;
  /** The key that people are found by in a vault which does not hold that yet: the one that has sealed what is there. */
  finderOf(sealed: string | undefined): Buffer;
  /** As in {@link Vault}. */
  marks(text: string): [string, ...string[]];
}

/** Each of 32 bytes. */
export function masterKeys(inUse: Buffer, ...beside: Buffer[]): MasterKeys {
  const keyOf = (sealed: string): Buffer | undefined => [inUse, ...beside].find((key) => isSealedWith(key, sealed));
  return {
    name: nameOf(inUse),
    seal: (text) => encrypt(inUse, text),
    open: (sealed) => decrypt(keyOf(sealed) ?? inUse, sealed),
    canOpen: (sealed) => keyOf(sealed) !== undefined,
    finderOf: (sealed) => (sealed === undefined ? inUse : keyOf(sealed)) ?? inUse,
    marks: (text) => [fingerprintBy(inUse)(text), ...beside.map((key) => fingerprintBy(key)(text))],
  };
}

export const nameOf = (key: Buffer): string => fingerprintBy(key)('name of a master key').slice(0, 16);

/** A person's key, in hexadecimal. */
export const newKey = (): string => randomBytes(KEY_BYTES).toString('hex');
