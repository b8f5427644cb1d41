/** How the vault and the passes get from their SQLite files to MongoDB: row by row, as they are. */
import { existsSync, readFileSync } from 'node:fs';
import Database from 'libsql';
import type { Copied, Keep, KeptFiles } from '@larder/kit/moving/keep.js';
import type { Kept } from '@larder/kit/moving/move-keep.js';
import type { PassRow } from './sqlite-passes.js';

interface SigningRow {
  kid: string;
  private: string;
  created_at: string;
}

function rowsOf<Row>(file: string, table: string, query: string): Row[] {
  const db = new Database(file);
  try {
    // So that the file is whole without the log beside it when it is put aside.
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    const isThere = db.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(table) !== undefined;
    return isThere ? (db.prepare(query).all() as Row[]) : [];
  } finally {
    db.close();
  }
}

const holdsRows = (table: string) => (file: string): boolean => rowsOf(file, table, `SELECT 1 FROM ${table} LIMIT 1`).length > 0;

async function put(keep: Keep, collection: string, what: string, documents: readonly Kept[], told: (line: string) => void): Promise<Copied> {
  const { keptIn, putMissing } = await import('@larder/kit/moving/move-keep.js');
  const byId = new Map(documents.map((document) => [document._id, document]));
  return putMissing(keptIn(keep, collection), { what, ids: [...byId.keys()], document: (id) => byId.get(id) as Kept }, told);
}

const personsIn = (file: string): Kept[] => rowsOf<{ person: string; key: string }>(file, 'persons', 'SELECT person, key FROM persons').map(({ person, key }) => ({ _id: person, key }));

/** Each under the kid of the one before it, as MongoDB keeps them. */
const signingKeysIn = (file: string): Kept[] => rowsOf<SigningRow>(file, 'signing_keys', 'SELECT kid, private, created_at FROM signing_keys ORDER BY created_at')
  .map((row, n, rows) => ({ _id: rows[n - 1]?.kid ?? '', kid: row.kid, private: row.private, createdAt: row.created_at }));

const VAULT = { persons: 'vault_persons', signing: 'vault_signing_keys', finder: 'vault_finder' };

const finderIn = (file: string): Kept[] => rowsOf<{ key: string }>(file, 'finder', 'SELECT key FROM finder').map(({ key }) => ({ _id: 'finder', key }));

export const vaultFiles: KeptFiles = {
  service: 'identity', what: 'keys of persons', path: 'vault.db', beside: ['vault.db.key', 'vault.db.key.previous'], collection: VAULT.persons,
  holdsAnything: holdsRows('persons'),
  async check(file, keep, { VAULT_KEY }) {
    const keyFile = `${file}.key`;
    if (!existsSync(keyFile)) throw new Error(`${keyFile} is not there: without it nothing in ${file} can be read`);
    if (VAULT_KEY?.toLowerCase() !== readFileSync(keyFile, 'utf8').trim().toLowerCase()) throw new Error(`Settings: VAULT_KEY: has to be the content of ${keyFile}, or nothing that was sealed could be read`);
    const { countOthers, keptIn } = await import('@larder/kit/moving/move-keep.js');
    const others = await countOthers(keptIn(keep, VAULT.persons), personsIn(file), (one, other) => one.key === other.key)
      + await countOthers(keptIn(keep, VAULT.signing), signingKeysIn(file), (one, other) => one.kid === other.kid && one.private === other.private)
      + await countOthers(keptIn(keep, VAULT.finder), finderIn(file), (one, other) => one.key === other.key);
    if (others > 0) throw new Error(`The MongoDB of KEEP_URL holds a vault of its own (${others} other keys): please name an empty database`);
  },
  copy: async (file, keep, told) => [
    await put(keep, VAULT.persons, 'keys of persons', personsIn(file), told),
    await put(keep, VAULT.signing, 'signing keys', signingKeysIn(file), told),
    await put(keep, VAULT.finder, 'key that people are found by', finderIn(file), told),
  ],
};

function triesIn(file: string): Kept[] {
  const byKey = new Map<string, { id: string; at: string }[]>();
  for (const { key, id, at } of rowsOf<{ key: string; id: string; at: string }>(file, 'tries', 'SELECT key, id, at FROM tries ORDER BY at')) byKey.set(key, [...(byKey.get(key) ?? []), { id, at }]);
  return [...byKey].map(([key, tries]) => ({ _id: key, tries, lastAt: tries.at(-1)?.at }));
}

const passesIn = (file: string): Kept[] => rowsOf<PassRow>(file, 'passes', 'SELECT * FROM passes')
  .map((row) => ({ _id: `${row.kind}\n${row.id}`, kind: row.kind, id: row.id, owner: row.owner, group: row.grp, content: row.content, expiresAt: row.expires_at, ...(row.used_at && { usedAt: row.used_at }) }));

export const passFiles: KeptFiles = {
  service: 'identity', what: 'passes', path: 'passes.db', beside: [], collection: 'passes',
  holdsAnything: (file) => holdsRows('passes')(file) || holdsRows('tries')(file),
  copy: async (file, keep, told) => [await put(keep, 'passes', 'passes', passesIn(file), told), await put(keep, 'tries', 'counted tries', triesIn(file), told)],
};
