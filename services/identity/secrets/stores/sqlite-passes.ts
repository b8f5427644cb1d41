/** Passes in a SQLite file, for one process. */
import { chmodSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'libsql';
import { makeFolder } from '@larder/kit/private-file.js';
import { Remembered } from '@larder/kit/commands/remembered.js';
import { lastTry, type Pass, type Passes } from '../passes.js';

/** As it lies in the file. */
export interface PassRow {
  kind: string;
  id: string;
  owner: string;
  grp: string;
  content: string;
  expires_at: string;
  used_at: string | null;
}
const passOf = (row: PassRow): Pass => ({ kind: row.kind, id: row.id, owner: row.owner, group: row.grp, content: JSON.parse(row.content), expiresAt: row.expires_at, ...(row.used_at && { usedAt: row.used_at }) });

const REMEMBERED_PASSES = 5_000;
const keyOf = (kind: string, id: string): string => `${kind}\n${id}`;

const SCHEMA = `PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON;
  CREATE TABLE IF NOT EXISTS passes (kind TEXT, id TEXT, owner TEXT NOT NULL, grp TEXT NOT NULL, content TEXT NOT NULL, expires_at TEXT NOT NULL, used_at TEXT, PRIMARY KEY (kind, id));
  CREATE INDEX IF NOT EXISTS passes_owner ON passes (owner, kind);
  CREATE INDEX IF NOT EXISTS passes_group ON passes (grp);
  CREATE INDEX IF NOT EXISTS passes_end ON passes (expires_at);
  CREATE TABLE IF NOT EXISTS tries (id TEXT PRIMARY KEY, key TEXT NOT NULL, at TEXT NOT NULL);
  CREATE INDEX IF NOT EXISTS tries_key ON tries (key, at);`;

function openFile(file: string): Database.Database {
  const isKept = file !== ':memory:';
  if (isKept) makeFolder(dirname(file));
  try {
    const db = new Database(file);
    if (isKept) chmodSync(file, 0o600);
    db.exec(SCHEMA);
    return db;
  } catch (error) {
    throw new Error(`The sign-ins in ${file} cannot be opened. If the file is damaged, remove it: everybody signs in anew, and e-mails that wait are lost`, { cause: error });
  }
}

/** Opens the passes in `file` (':memory:' keeps nothing). Nobody else may write to it meanwhile. Throws an error that names a file it cannot open. */
export function openSqlitePasses(file: string): Passes {
  const db = openFile(file);
  const put = db.prepare('INSERT INTO passes (kind, id, owner, grp, content, expires_at) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (kind, id) DO UPDATE SET owner = excluded.owner, grp = excluded.grp, content = excluded.content, expires_at = excluded.expires_at');
  const replace = db.prepare('UPDATE passes SET owner = ?, grp = ?, content = ?, expires_at = ? WHERE kind = ? AND id = ?');
  const get = db.prepare('SELECT * FROM passes WHERE kind = ? AND id = ? AND expires_at > ?');
  const use = db.prepare('UPDATE passes SET used_at = COALESCE(used_at, ?) WHERE kind = ? AND id = ? AND expires_at > ? RETURNING used_at');
  const note = db.prepare('INSERT INTO tries (id, key, at) SELECT ?, ?, ? WHERE (SELECT COUNT(*) FROM tries WHERE key = ? AND at > ? AND at <= ?) < ?');
  // Every call asks for its sign-in. What is written is forgotten here before it is written, so nothing that has ended is found.
  let read = new Remembered<PassRow>(REMEMBERED_PASSES);
  const forgetAll = (): void => void (read = new Remembered(REMEMBERED_PASSES));
  /** What has ended stays so after a power cut as well; for all else nobody waits for the disk. */
  const forGood = <T>(write: () => T): T => {
    db.exec('PRAGMA synchronous = FULL');
    try {
      return write();
    } finally {
      db.exec('PRAGMA synchronous = NORMAL');
    }
  };
  return {
    async put({ kind, id, owner, group, content, expiresAt }) {
      read.delete(keyOf(kind, id));
      put.run(kind, id, owner, group, JSON.stringify(content), expiresAt);
    },
    async replace({ kind, id, owner, group, content, expiresAt }) {
      read.delete(keyOf(kind, id));
      return replace.run(owner, group, JSON.stringify(content), expiresAt, kind, id).changes === 1;
    },
    async get(kind, id, now) {
      const row = read.get(keyOf(kind, id)) ?? (get.get(kind, id, now) as PassRow | undefined);
      if (!row || row.expires_at <= now) return undefined;
      read.set(keyOf(kind, id), row);
      return passOf(row);
    },
    async use(kind, id, now) {
      read.delete(keyOf(kind, id));
      return forGood(() => (use.get(now, kind, id, now) as { used_at: string } | undefined)?.used_at);
    },
    async remove(kind, id) {
      read.delete(keyOf(kind, id));
      forGood(() => db.prepare('DELETE FROM passes WHERE kind = ? AND id = ?').run(kind, id));
    },
    async removeGroup(group) {
      forgetAll();
      if (group) forGood(() => db.prepare('DELETE FROM passes WHERE grp = ?').run(group));
    },
    ofOwner: async (kind, owner, now) => (db.prepare('SELECT * FROM passes WHERE kind = ? AND owner = ? AND expires_at > ?').all(kind, owner, now) as PassRow[]).map(passOf),
    async removeOwner(owner) {
      forgetAll();
      if (owner) forGood(() => db.prepare('DELETE FROM passes WHERE owner = ?').run(owner));
    },
    newest: async (kind, now, limit) => (db.prepare('SELECT * FROM passes WHERE kind = ? AND expires_at > ? ORDER BY expires_at DESC, id LIMIT ?').all(kind, now, limit) as PassRow[]).map(passOf),
    try: async (key, id, now, since, most) => note.run(id, key, now, key, since, lastTry(now, since), most).changes === 1,
    forgive: async (id) => void db.prepare('DELETE FROM tries WHERE id = ?').run(id),
    async sweep(now) {
      forgetAll();
      db.prepare('DELETE FROM passes WHERE expires_at <= ?').run(now);
      db.prepare('DELETE FROM tries WHERE at <= ?').run(new Date(Date.parse(now) - 3_600_000).toISOString());
    },
    close: async () => void db.close(),
  };
}
