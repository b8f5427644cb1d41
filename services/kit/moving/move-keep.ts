/** Moves what services keep in files of a data folder to MongoDB: copied, counted, and the files put aside under another name. */
import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { Collection } from 'mongodb';
import { connectMongodb } from '../rows/mongodb.js';
import type { Settings } from '../settings.js';
import { haveFilesAlone } from './in-use.js';
import { MOVES, type Copied, type Keep, type KeptFiles } from './keep.js';

export interface Kept {
  _id: string;
  [name: string]: unknown;
}

export interface MovedKeep {
  copied: Copied[];
  /** Names in the data folder that files have now. */
  aside: string[];
}

type Where = Pick<Settings, 'KEEP_URL' | 'DATA_DIR' | 'VAULT_KEY'>;

const ASIDE = '.moved';
/** What SQLite may leave beside a file, and finds there again under the file's name. */
const ENDINGS = ['', '-wal', '-shm'];

/** A collection of the keep. What is written there is on the disks of a majority; what is read, a majority has. */
export const keptIn = (keep: Keep, name: string): Collection<Kept> => keep.collection<Kept>(name, { readPreference: 'primary', writeConcern: { w: 'majority', journal: true } });

/**
 * Nobody may use either side meanwhile: of the files that is seen to. May be broken off and repeated: what was put aside is not looked at again. Rejects with a sentence before anything is
 * copied when one of them must not be.
 */
export async function moveKeep(settings: Where, all: readonly KeptFiles[], told: (line: string) => void): Promise<MovedKeep> {
  const release = haveFilesAlone(settings.DATA_DIR);
  return moveAll(settings, all, told).finally(release);
}

async function moveAll(settings: Where, all: readonly KeptFiles[], told: (line: string) => void): Promise<MovedKeep> {
  const at = (name: string): string => join(settings.DATA_DIR, name);
  const here = all.filter(({ path, holdsAnything }) => existsSync(at(path)) && holdsAnything(at(path)));
  const moved: MovedKeep = { copied: [], aside: [] };
  if (here.length === 0) return moved;
  const names = here.flatMap(({ path, beside }) => [path, ...beside]);
  const inTheWay = names.filter((name) => existsSync(at(name)) && existsSync(at(name + ASIDE)));
  if (inTheWay.length > 0) throw new Error(`Files of an earlier move are in the way, please take them elsewhere: ${inTheWay.map((name) => at(name + ASIDE)).join(', ')}`);
  const { client, db } = await connectMongodb(settings.KEEP_URL);
  try {
    for (const { check, path } of here) await check?.(at(path), db, settings);
    for (const { path, beside, copy } of here) {
      // As long as this is there, no service takes a part for the whole.
      await keptIn(db, MOVES).updateOne({ _id: path }, { $set: { isUnderWay: true } }, { upsert: true });
      moved.copied.push(...(await copy(at(path), db, told)));
      for (const name of [path, ...beside].filter((name) => existsSync(at(name)))) {
        for (const ending of ENDINGS) if (existsSync(at(name + ending))) renameSync(at(name + ending), at(name + ASIDE + ending));
        moved.aside.push(name + ASIDE);
      }
      await keptIn(db, MOVES).deleteOne({ _id: path });
    }
  } finally {
    await client.close();
  }
  return moved;
}

const LOOKED_UP_AT_ONCE = 500;

interface Putting {
  /** For people: 'pictures'. */
  what: string;
  ids: readonly string[];
  /** Asked for those that are missing only. */
  document(id: string): Kept;
  /** Documents in one message, which must not be larger than 48 MB. */
  atOnce?: number;
}

/** Adds documents that are not there; rejects when not all of them are there afterwards. */
export async function putMissing(collection: Collection<Kept>, { what, ids, document, atOnce = LOOKED_UP_AT_ONCE }: Putting, told: (line: string) => void): Promise<Copied> {
  let added = 0;
  for (let from = 0; from < ids.length; from += atOnce) {
    const group = ids.slice(from, from + atOnce);
    const known = new Set((await collection.find({ _id: { $in: group } }, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id));
    const missing = group.filter((id) => !known.has(id));
    if (missing.length > 0) await collection.insertMany(missing.map(document));
    added += missing.length;
    told(`${from + group.length} of ${ids.length} ${what}`);
  }
  let there = 0;
  for (let from = 0; from < ids.length; from += LOOKED_UP_AT_ONCE) there += await collection.countDocuments({ _id: { $in: ids.slice(from, from + LOOKED_UP_AT_ONCE) } });
  if (there !== ids.length) throw new Error(`Of ${ids.length} ${what} only ${there} are in MongoDB: nothing was put aside, please try again`);
  return { what, count: there, added };
}

/** How many documents are there under the same id and with another content. */
export async function countOthers(collection: Collection<Kept>, documents: readonly Kept[], isSame: (one: Kept, other: Kept) => boolean): Promise<number> {
  let others = 0;
  for (let from = 0; from < documents.length; from += LOOKED_UP_AT_ONCE) {
    const group = new Map(documents.slice(from, from + LOOKED_UP_AT_ONCE).map((document) => [document._id, document]));
    for (const there of await collection.find({ _id: { $in: [...group.keys()] } }).toArray()) if (!isSame(there, group.get(there._id) as Kept)) others += 1;
  }
  return others;
}
