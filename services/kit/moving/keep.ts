/** What a service keeps in files of its data folder until a MongoDB keeps it, and why it does not start between the two. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Db } from 'mongodb';
import type { Settings } from '../settings.js';

/** The database of KEEP_URL. */
export type Keep = Db;

export interface Copied {
  /** For people: 'keys of persons'. */
  what: string;
  /** How many there are in files, and as many in MongoDB: that was compared. */
  count: number;
  /** How many of them were not in MongoDB before. */
  added: number;
}

export interface KeptFiles {
  service: string;
  /** For people: 'pictures'. */
  what: string;
  /** The file or folder in DATA_DIR. */
  path: string;
  /** Other files there that are of no use without it. */
  beside: readonly string[];
  /** As long as nothing is in it, MongoDB has never kept this. */
  collection: string;
  holdsAnything(at: string): boolean;
  /** Rejects when it must not be copied; called before anything is. */
  check?(at: string, keep: Keep, settings: Pick<Settings, 'KEEP_URL' | 'VAULT_KEY'>): Promise<void>;
  /** Adds what is not there yet and replaces nothing, so it may be repeated; rejects when not everything is there afterwards. */
  copy(at: string, keep: Keep, told: (line: string) => void): Promise<Copied[]>;
}

/** One document a path whose move has begun and is not done. */
export const MOVES = 'moves';
type Moves = { _id: string };

type Where = Pick<Settings, 'KEEP_URL' | 'DATA_DIR' | 'EVENT_STORE_URL'>;

/** Called before a service opens its keep in MongoDB. Rejects, with what to do, when what it needs is still in files: it would take for lost what only lies elsewhere. */
export async function refuseLeftBehind({ KEEP_URL, DATA_DIR, EVENT_STORE_URL }: Where, { service, what, path, collection, holdsAnything }: KeptFiles): Promise<void> {
  const at = join(DATA_DIR, path);
  // Files beside a log in memory are those of another one.
  if (EVENT_STORE_URL === 'sqlite::memory:' || !existsSync(at) || !holdsAnything(at)) return;
  // Its client is large, so only those who use it load it.
  const { client, db } = await (await import('../rows/mongodb.js')).connectMongodb(KEEP_URL);
  try {
    const [kept, begun] = await Promise.all([db.collection(collection).findOne({}, { readPreference: 'primary' }), db.collection<Moves>(MOVES).findOne({ _id: path }, { readPreference: 'primary' })]);
    if (kept && !begun) return;
    throw new Error(`${service}: ${at} holds ${what}, and the MongoDB of KEEP_URL does not hold ${begun ? 'all of them: their move was broken off' : 'any'}. `
      + `Run \`larder move-keep\` with the settings of ${service} while it is stopped, or set KEEP_URL to files:`);
  } finally {
    await client.close();
  }
}
