/** What every vault seals and hashes with. */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

export const KEY_BYTES = 32;

/** AES-256-GCM: nonce, tag and text in base64url, joined by dots. */
export function encrypt(key: Buffer, text: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return [nonce, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url')).join('.');
}

/** Throws for what was sealed with another key or was changed. */
export function decrypt(key: Buffer, sealed: string): string {
  const [nonce, tag, text] = sealed.split('.').map((part) => Buffer.from(part, 'base64url'));
  if (!nonce || !tag || !text) throw new Error('This is nothing the vault has sealed');
  const decipher = createDecipheriv('aes-256-gcm', key, nonce);
  decipher.setAuthTag(tag);
  return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
}

export function isSealedWith(master: Buffer, sealed: string): boolean {
  try {
    decrypt(master, sealed);
    return true;
  } catch {
    return false;
  }
}

export const fingerprintBy = (master: Buffer) => (text: string): string => createHmac('sha256', master).update(text).digest('hex');
