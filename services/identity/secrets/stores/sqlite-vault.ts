/** The vault in a SQLite file, for one process. */
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'libsql';
import { decrypt, encrypt, fingerprintBy, KEY_BYTES, keyIn, newKey } from './ciphers.js';
import type { Vault } from '../vault.js';

/** Opens the vault in `file` (':memory:' keeps nothing). The master key lies beside it, readable by its owner only. */
export function openSqliteVault(file: string): Vault {
  const isKept = file !== ':memory:';
  if (isKept) mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const master = isKept ? masterKey(`${file}.key`) : randomBytes(KEY_BYTES);
  const db = new Database(file);
  if (isKept) chmodSync(file, 0o600);
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;
    CREATE TABLE IF NOT EXISTS persons (person TEXT PRIMARY KEY, key TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS signing_keys (kid TEXT PRIMARY KEY, private TEXT NOT NULL, created_at TEXT NOT NULL);`);
  const keyOf = (person: string): Buffer | undefined => {
    const row = db.prepare('SELECT key FROM persons WHERE person = ?').get(person) as { key: string } | undefined;
    return row && keyIn(master, row.key);
  };
  const makeKey = (person: string): Buffer => {
    const key = newKey(master);
    db.prepare('INSERT INTO persons (person, key) VALUES (?, ?)').run(person, key);
    return keyIn(master, key);
  };
  return {
    seal: async (person, text) => encrypt(keyOf(person) ?? makeKey(person), text),
    async open(person, sealed) {
      const key = keyOf(person);
      return key && decrypt(key, sealed);
    },
    forget: async (person) => void db.prepare('DELETE FROM persons WHERE person = ?').run(person),
    fingerprint: fingerprintBy(master),
    signingKeys: async () => (db.prepare('SELECT kid, private, created_at FROM signing_keys ORDER BY created_at').all() as { kid: string; private: string; created_at: string }[])
      .map((row) => ({ kid: row.kid, privatePem: decrypt(master, row.private), createdAt: row.created_at })),
    addSigningKey: async ({ kid, privatePem, createdAt }, newest) =>
      db.prepare('INSERT INTO signing_keys (kid, private, created_at) SELECT ?, ?, ? WHERE (SELECT kid FROM signing_keys ORDER BY created_at DESC LIMIT 1) IS ?')
        .run(kid, encrypt(master, privatePem), createdAt, newest ?? null).changes === 1,
    dropSigningKey: async (kid) => void db.prepare('DELETE FROM signing_keys WHERE kid = ?').run(kid),
    close: async () => void db.close(),
  };
}

function masterKey(file: string): Buffer {
  if (!existsSync(file)) writeFileSync(file, randomBytes(KEY_BYTES).toString('hex'), { mode: 0o600, flag: 'wx' });
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'hex');
  if (key.length !== KEY_BYTES) throw new Error(`${file} is not a key of 32 bytes in hexadecimal`);
  return key;
}
