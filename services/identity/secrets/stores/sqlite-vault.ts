/** The vault in a SQLite file, for one process. */
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'libsql';
import { makeFolder } from '@larder/kit/private-file.js';
import { decrypt, encrypt, fingerprintBy, isSealedWith, KEY_BYTES, keyIn, newKey } from './ciphers.js';
import type { Vault } from '../vault.js';

/**
 * Opens the vault in `file` (':memory:' keeps nothing). The master key lies beside it, readable by its owner only.
 * Throws an error that names the file when one of the two is lost or damaged, or belongs to another vault: with a new one everything known of persons would be unreadable.
 */
export function openSqliteVault(file: string): Vault {
  const db = openFile(file);
  const master = file === ':memory:' ? randomBytes(KEY_BYTES) : masterKey(`${file}.key`, db);
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
    knowsOthersThan: async (person) => db.prepare('SELECT 1 FROM persons WHERE person <> ? LIMIT 1').get(person) !== undefined,
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

function openFile(file: string): Database.Database {
  const isKept = file !== ':memory:';
  if (isKept) makeFolder(dirname(file));
  // The key is made last, and what a crash leaves to be written is never there first, so only a loss leaves them alone.
  const left = isKept && !existsSync(file) ? [`${file}.key`, `${file}-wal`].find(existsSync) : undefined;
  if (left) throw new Error(`${file} is lost, ${left} is there. Put both back from the same backup`);
  try {
    const db = new Database(file);
    if (isKept) chmodSync(file, 0o600);
    db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;
      CREATE TABLE IF NOT EXISTS persons (person TEXT PRIMARY KEY, key TEXT NOT NULL);
      CREATE TABLE IF NOT EXISTS signing_keys (kid TEXT PRIMARY KEY, private TEXT NOT NULL, created_at TEXT NOT NULL);`);
    return db;
  } catch (error) {
    throw new Error(`The vault ${file} cannot be opened. If it is damaged, put it back from a backup, with its key`, { cause: error });
  }
}

function masterKey(file: string, db: Database.Database): Buffer {
  if (!existsSync(file)) {
    const { kept } = db.prepare('SELECT (SELECT count(*) FROM persons) + (SELECT count(*) FROM signing_keys) AS kept').get() as { kept: number };
    if (kept > 0) throw new Error(`${file} is lost, and without it nobody reads what is in the vault. Put it back from a backup`);
    writeFileSync(file, randomBytes(KEY_BYTES).toString('hex'), { mode: 0o600, flag: 'wx', flush: true });
  }
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'hex');
  if (key.length !== KEY_BYTES) throw new Error(`${file} is not a key of 32 bytes in hexadecimal`);
  const { sealed } = (db.prepare('SELECT private AS sealed FROM signing_keys UNION ALL SELECT key FROM persons LIMIT 1').get() ?? {}) as { sealed?: string };
  if (sealed !== undefined && !isSealedWith(key, sealed)) throw new Error(`${file} is not the key that the vault beside it was sealed with. Put both back from the same backup`);
  return key;
}
