/** Passes: small rows with an end, such as sign-ins, refresh tokens, used challenges and counted tries. Protocol state, not facts: losing them signs people out and harms nothing else. */
import { chmodSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'libsql';
import { Remembered } from '@larder/kit/remembered.js';

export interface Pass {
  kind: string;
  id: string;
  /** The person it belongs to; '' for nobody. */
  owner: string;
  /** What ends together: the sign-in. '' for nothing. */
  group: string;
  /** JSON. */
  content: unknown;
  /** ISO; it is as good as gone from then on. */
  expiresAt: string;
  /** ISO; when it was used first. Only read. */
  usedAt?: string;
}

/** `now` is ISO everywhere: the caller has the clock. */
export interface Passes {
  /** Adds or replaces. */
  put(pass: Pass): Promise<void>;
  get(kind: string, id: string, now: string): Promise<Pass | undefined>;
  /** The first use counts: answers when that was, `now` for the first. Undefined when there is no such pass. */
  use(kind: string, id: string, now: string): Promise<string | undefined>;
  remove(kind: string, id: string): Promise<void>;
  removeGroup(group: string): Promise<void>;
  ofOwner(kind: string, owner: string, now: string): Promise<Pass[]>;
  /** Everything of a person, such as when they are forgotten. */
  removeOwner(owner: string): Promise<void>;
  /** Newest first, for screens. */
  newest(kind: string, now: string, limit: number): Promise<Pass[]>;
  /** Notes a try at `now` unless `most` were noted since `since`; answers whether it was noted. One step: tries side by side are all counted. */
  try(key: string, id: string, now: string, since: string, most: number): Promise<boolean>;
  /** Takes a noted try back. */
  forgive(id: string): Promise<void>;
  /** Forgets what has ended. */
  sweep(now: string): Promise<void>;
  close(): void;
}

interface Row {
  kind: string;
  id: string;
  owner: string;
  grp: string;
  content: string;
  expires_at: string;
  used_at: string | null;
}
const passOf = (row: Row): Pass => ({ kind: row.kind, id: row.id, owner: row.owner, group: row.grp, content: JSON.parse(row.content), expiresAt: row.expires_at, ...(row.used_at && { usedAt: row.used_at }) });

const REMEMBERED_PASSES = 5_000;
const keyOf = (kind: string, id: string): string => `${kind}\n${id}`;

/** Opens the passes in `file` (':memory:' keeps nothing). Nobody else may write to it meanwhile. */
export function openSqlitePasses(file: string): Passes {
  const isKept = file !== ':memory:';
  if (isKept) mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const db = new Database(file);
  if (isKept) chmodSync(file, 0o600);
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON;
    CREATE TABLE IF NOT EXISTS passes (kind TEXT, id TEXT, owner TEXT NOT NULL, grp TEXT NOT NULL, content TEXT NOT NULL, expires_at TEXT NOT NULL, used_at TEXT, PRIMARY KEY (kind, id));
    CREATE INDEX IF NOT EXISTS passes_owner ON passes (owner, kind);
    CREATE INDEX IF NOT EXISTS passes_group ON passes (grp);
    CREATE INDEX IF NOT EXISTS passes_end ON passes (expires_at);
    CREATE TABLE IF NOT EXISTS tries (id TEXT PRIMARY KEY, key TEXT NOT NULL, at TEXT NOT NULL);
    CREATE INDEX IF NOT EXISTS tries_key ON tries (key, at);`);
  const put = db.prepare('INSERT INTO passes (kind, id, owner, grp, content, expires_at) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (kind, id) DO UPDATE SET owner = excluded.owner, grp = excluded.grp, content = excluded.content, expires_at = excluded.expires_at');
  const get = db.prepare('SELECT * FROM passes WHERE kind = ? AND id = ? AND expires_at > ?');
  const use = db.prepare('UPDATE passes SET used_at = COALESCE(used_at, ?) WHERE kind = ? AND id = ? AND expires_at > ? RETURNING used_at');
  const note = db.prepare('INSERT INTO tries (id, key, at) SELECT ?, ?, ? WHERE (SELECT COUNT(*) FROM tries WHERE key = ? AND at > ?) < ?');
  // Every call asks for its sign-in. What is written is forgotten here before it is written, so nothing that has ended is found.
  let read = new Remembered<Row>(REMEMBERED_PASSES);
  const forgetAll = (): void => void (read = new Remembered(REMEMBERED_PASSES));
  return {
    async put({ kind, id, owner, group, content, expiresAt }) {
      read.delete(keyOf(kind, id));
      put.run(kind, id, owner, group, JSON.stringify(content), expiresAt);
    },
    async get(kind, id, now) {
      const row = read.get(keyOf(kind, id)) ?? (get.get(kind, id, now) as Row | undefined);
      if (!row || row.expires_at <= now) return undefined;
      read.set(keyOf(kind, id), row);
      return passOf(row);
    },
    async use(kind, id, now) {
      read.delete(keyOf(kind, id));
      return (use.get(now, kind, id, now) as { used_at: string } | undefined)?.used_at;
    },
    async remove(kind, id) {
      read.delete(keyOf(kind, id));
      db.prepare('DELETE FROM passes WHERE kind = ? AND id = ?').run(kind, id);
    },
    async removeGroup(group) {
      forgetAll();
      if (group) db.prepare('DELETE FROM passes WHERE grp = ?').run(group);
    },
    ofOwner: async (kind, owner, now) => (db.prepare('SELECT * FROM passes WHERE kind = ? AND owner = ? AND expires_at > ?').all(kind, owner, now) as Row[]).map(passOf),
    async removeOwner(owner) {
      forgetAll();
      if (owner) db.prepare('DELETE FROM passes WHERE owner = ?').run(owner);
    },
    newest: async (kind, now, limit) => (db.prepare('SELECT * FROM passes WHERE kind = ? AND expires_at > ? ORDER BY expires_at DESC, id LIMIT ?').all(kind, now, limit) as Row[]).map(passOf),
    try: async (key, id, now, since, most) => note.run(id, key, now, key, since, most).changes === 1,
    forgive: async (id) => void db.prepare('DELETE FROM tries WHERE id = ?').run(id),
    async sweep(now) {
      forgetAll();
      db.prepare('DELETE FROM passes WHERE expires_at <= ?').run(now);
      db.prepare('DELETE FROM tries WHERE at <= ?').run(new Date(Date.parse(now) - 3_600_000).toISOString());
    },
    close: () => void db.close(),
  };
}

/** Injection token. */
export const PASSES = Symbol('passes');
