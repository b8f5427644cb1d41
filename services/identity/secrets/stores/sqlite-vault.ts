/** The vault in a SQLite file, for one process. */
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'libsql';
import { makeFolder } from '@larder/kit/private-file.js';
import { decrypt, encrypt, fingerprintBy, KEY_BYTES } from './ciphers.js';
import { masterKeys, newKey, type MasterKeys } from './master-keys.js';
import type { Vault } from '../vault.js';

/** Beside the key's name: the one before, for as long as it is there. */
const PREVIOUS = '.previous';

/**
 * Opens the vault in `file` (':memory:' keeps nothing). The master key lies beside it, readable by its owner only. Where that has been renamed to `.previous`
 * another one is made, and everything is sealed with it before this answers.
 * Throws an error that names the file when one of the two is lost or damaged, or belongs to another vault: with a new one everything known of persons would be unreadable.
 */
export function openSqliteVault(file: string): Vault {
  const db = openFile(file);
  const keys = file === ':memory:' ? masterKeys(randomBytes(KEY_BYTES)) : keysBeside(`${file}.key`, db);
  const finder = finderIn(db, keys);
  const isRotating = existsSync(`${file}.key${PREVIOUS}`);
  if (isRotating) sealAllAnew(db, keys);
  const keyOf = (person: string): Buffer | undefined => {
    const row = db.prepare('SELECT key FROM persons WHERE person = ?').get(person) as { key: string } | undefined;
    return row && Buffer.from(keys.open(row.key), 'hex');
  };
  const makeKey = (person: string): Buffer => {
    const key = newKey();
    db.prepare('INSERT INTO persons (person, key) VALUES (?, ?)').run(person, keys.seal(key));
    return Buffer.from(key, 'hex');
  };
  return {
    seal: async (person, text) => encrypt(keyOf(person) ?? makeKey(person), text),
    async open(person, sealed) {
      const key = keyOf(person);
      return key && decrypt(key, sealed);
    },
    forget: async (person) => void db.prepare('DELETE FROM persons WHERE person = ?').run(person),
    knowsOthersThan: async (person) => db.prepare('SELECT 1 FROM persons WHERE person <> ? LIMIT 1').get(person) !== undefined,
    fingerprint: fingerprintBy(finder),
    marks: keys.marks,
    sealAnew: async () => (isRotating ? 0 : undefined),
    signingKeys: async () => (db.prepare('SELECT kid, private, created_at FROM signing_keys ORDER BY created_at').all() as { kid: string; private: string; created_at: string }[])
      .map((row) => ({ kid: row.kid, privatePem: keys.open(row.private), createdAt: row.created_at })),
    addSigningKey: async ({ kid, privatePem, createdAt }, newest) =>
      db.prepare('INSERT INTO signing_keys (kid, private, created_at) SELECT ?, ?, ? WHERE (SELECT kid FROM signing_keys ORDER BY created_at DESC LIMIT 1) IS ?')
        .run(kid, keys.seal(privatePem), createdAt, newest ?? null).changes === 1,
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
      CREATE TABLE IF NOT EXISTS signing_keys (kid TEXT PRIMARY KEY, private TEXT NOT NULL, created_at TEXT NOT NULL);
      CREATE TABLE IF NOT EXISTS finder (key TEXT NOT NULL);`);
    return db;
  } catch (error) {
    throw new Error(`The vault ${file} cannot be opened. If it is damaged, put it back from a backup, with its key`, { cause: error });
  }
}

function keysBeside(file: string, db: Database.Database): MasterKeys {
  const previous = existsSync(file + PREVIOUS) ? keyIn(file + PREVIOUS) : undefined;
  if (!existsSync(file)) {
    if (!previous && sealedIn(db).length > 0) throw new Error(`${file} is lost, and without it nobody reads what is in the vault. Put it back from a backup`);
    writeFileSync(file, randomBytes(KEY_BYTES).toString('hex'), { mode: 0o600, flag: 'wx', flush: true });
  }
  const keys = masterKeys(keyIn(file), ...(previous ? [previous] : []));
  if (sealedIn(db).some((sealed) => !keys.canOpen(sealed))) throw new Error(`${file} is not the key that the vault beside it was sealed with${previous ? `, nor is ${file}${PREVIOUS}` : ''}. Put both back from the same backup`);
  return keys;
}

function keyIn(file: string): Buffer {
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'hex');
  if (key.length !== KEY_BYTES) throw new Error(`${file} is not a key of 32 bytes in hexadecimal`);
  return key;
}

/** One of each kind: what was sealed anew was so as a whole. */
const sealedIn = (db: Database.Database): string[] => (db.prepare('SELECT * FROM (SELECT private AS sealed FROM signing_keys LIMIT 1) UNION ALL SELECT * FROM (SELECT key FROM persons LIMIT 1) UNION ALL SELECT key FROM finder').all() as { sealed: string }[]).map(({ sealed }) => sealed);

/** What people are found by: the first master key, kept like any other from then on. */
function finderIn(db: Database.Database, keys: MasterKeys): Buffer {
  const kept = db.prepare('SELECT key FROM finder').get() as { key: string } | undefined;
  if (kept) return Buffer.from(keys.open(kept.key), 'hex');
  const finder = keys.finderOf(sealedIn(db)[0]);
  db.prepare('INSERT INTO finder (key) VALUES (?)').run(keys.seal(finder.toString('hex')));
  return finder;
}

function sealAllAnew(db: Database.Database, keys: MasterKeys): void {
  const anew = (table: string, id: string, column: string): void => {
    const put = db.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${id} = ?`);
    for (const row of db.prepare(`SELECT ${id} AS id, ${column} AS sealed FROM ${table}`).all() as { id: string; sealed: string }[]) put.run(keys.seal(keys.open(row.sealed)), row.id);
  };
  db.transaction(() => {
    anew('persons', 'person', 'key');
    anew('signing_keys', 'kid', 'private');
    anew('finder', 'rowid', 'key');
  })();
  // What is overwritten is not kept in the file of what was to be written.
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
}
