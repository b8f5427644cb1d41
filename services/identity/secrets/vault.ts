/** The vault keeps what must not lie in the log: a key per person, and the keys that tokens are signed with. */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'libsql';

export interface Vault {
  /** Encrypts text for a person with that person's own key. */
  seal(person: string, text: string): string;
  /** Undefined once the person was forgotten. */
  open(person: string, sealed: string): string | undefined;
  /** Drops the key: everything sealed for the person is unreadable from now on. */
  forget(person: string): void;
  /** A keyed hash of something that must be found again but not read, such as an e-mail address. */
  fingerprint(text: string): string;
  signingKeys(): { kid: string; privatePem: string; createdAt: string }[];
  addSigningKey(kid: string, privatePem: string, createdAt: string): void;
  /** Public half stays known to whoever fetched it; the private half is gone. */
  dropSigningKey(kid: string): void;
  close(): void;
}

/** Opens the vault in `file` (':memory:' keeps nothing). The master key lies beside it, readable by its owner only. */
export function openVault(file: string): Vault {
  const isKept = file !== ':memory:';
  if (isKept) mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const master = isKept ? masterKey(`${file}.key`) : randomBytes(32);
  const db = new Database(file);
  if (isKept) chmodSync(file, 0o600);
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;
    CREATE TABLE IF NOT EXISTS persons (person TEXT PRIMARY KEY, key TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS signing_keys (kid TEXT PRIMARY KEY, private TEXT NOT NULL, created_at TEXT NOT NULL);`);
  const keyOf = (person: string): Buffer | undefined => {
    const row = db.prepare('SELECT key FROM persons WHERE person = ?').get(person) as { key: string } | undefined;
    return row && Buffer.from(decrypt(master, row.key), 'hex');
  };
  const makeKey = (person: string): Buffer => {
    const key = randomBytes(32);
    db.prepare('INSERT INTO persons (person, key) VALUES (?, ?)').run(person, encrypt(master, key.toString('hex')));
    return key;
  };
  return {
    seal: (person, text) => encrypt(keyOf(person) ?? makeKey(person), text),
    open(person, sealed) {
      const key = keyOf(person);
      return key && decrypt(key, sealed);
    },
    forget: (person) => void db.prepare('DELETE FROM persons WHERE person = ?').run(person),
    fingerprint: (text) => createHmac('sha256', master).update(text).digest('hex'),
    signingKeys: () => (db.prepare('SELECT kid, private, created_at FROM signing_keys ORDER BY created_at').all() as { kid: string; private: string; created_at: string }[])
      .map((row) => ({ kid: row.kid, privatePem: decrypt(master, row.private), createdAt: row.created_at })),
    addSigningKey: (kid, privatePem, createdAt) => void db.prepare('INSERT INTO signing_keys (kid, private, created_at) VALUES (?, ?, ?)').run(kid, encrypt(master, privatePem), createdAt),
    dropSigningKey: (kid) => void db.prepare('DELETE FROM signing_keys WHERE kid = ?').run(kid),
    close: () => void db.close(),
  };
}

function masterKey(file: string): Buffer {
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' });
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'hex');
  if (key.length !== 32) throw new Error(`${file} is not a key of 32 bytes in hexadecimal`);
  return key;
}

/** AES-256-GCM: nonce, tag and text in base64url, joined by dots. */
function encrypt(key: Buffer, text: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return [nonce, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url')).join('.');
}

function decrypt(key: Buffer, sealed: string): string {
  const [nonce, tag, text] = sealed.split('.').map((part) => Buffer.from(part, 'base64url'));
  if (!nonce || !tag || !text) throw new Error('This is nothing the vault has sealed');
  const decipher = createDecipheriv('aes-256-gcm', key, nonce);
  decipher.setAuthTag(tag);
  return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
}

/** Injection token. */
export const VAULT = Symbol('vault');
