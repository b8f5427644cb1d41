/** Passes in MongoDB, which several copies share. Nothing is remembered here: every call asks for its sign-in, and one that a copy has ended is over in all of them. */
import { connectMongodb, type MongodbOptions } from '@larder/kit/rows/mongodb.js';
import { upserting, isDuplicate } from './duplicates.js';
import { lastTry, type Pass, type Passes } from '../passes.js';

/** The content is text: what is a name in it may be no name to MongoDB. */
interface KeptPass extends Omit<Pass, 'content'> {
  _id: string;
  content: string;
}
/** The latest tries under one key, oldest first; never more than are counted. */
interface KeptTries {
  _id: string;
  tries: { id: string; at: string }[];
  lastAt: string;
}

const HOUR_MS = 3_600_000;
const keyOf = (kind: string, id: string): string => `${kind}\n${id}`;
const passOf = ({ kind, id, owner, group, content, expiresAt, usedAt }: KeptPass): Pass => ({ kind, id, owner, group, content: JSON.parse(content) as unknown, expiresAt, ...(usedAt && { usedAt }) });
const keptOf = ({ kind, id, owner, group, content, expiresAt }: Pass) => ({ kind, id, owner, group, content: JSON.stringify(content), expiresAt });

/** Rejects when no server has answered in time. */
export async function openMongodbPasses(url: string, options: MongodbOptions = {}): Promise<Passes> {
  const { client, db } = await connectMongodb(url, options);
  const passes = db.collection<KeptPass>('passes', { readPreference: 'primary' });
  const tried = db.collection<KeptTries>('tries', { readPreference: 'primary' });
  await passes.createIndexes([{ key: { owner: 1, kind: 1 } }, { key: { group: 1 } }, { key: { kind: 1, expiresAt: -1, id: 1 } }, { key: { expiresAt: 1 } }]);
  await tried.createIndexes([{ key: { 'tries.id': 1 } }, { key: { lastAt: 1 } }]);

  return {
    put: async (pass) => void (await upserting(() => passes.updateOne({ _id: keyOf(pass.kind, pass.id) }, { $set: keptOf(pass) }, { upsert: true }))),
    replace: async (pass) => (await passes.updateOne({ _id: keyOf(pass.kind, pass.id) }, { $set: keptOf(pass) })).matchedCount === 1,
    async get(kind, id, now) {
      const kept = await passes.findOne({ _id: keyOf(kind, id), expiresAt: { $gt: now } });
      return kept ? passOf(kept) : undefined;
    },
    async use(kind, id, now) {
      const isThere = { _id: keyOf(kind, id), expiresAt: { $gt: now } };
      const { matchedCount } = await passes.updateOne({ ...isThere, usedAt: { $exists: false } }, { $set: { usedAt: now } });
      return matchedCount === 1 ? now : (await passes.findOne(isThere))?.usedAt;
    },
    remove: async (kind, id) => void (await passes.deleteOne({ _id: keyOf(kind, id) })),
    removeGroup: async (group) => void (group && (await passes.deleteMany({ group }))),
    ofOwner: async (kind, owner, now) => (await passes.find({ kind, owner, expiresAt: { $gt: now } }).toArray()).map(passOf),
    removeOwner: async (owner) => void (owner && (await passes.deleteMany({ owner }))),
    newest: async (kind, now, limit) => (await passes.find({ kind, expiresAt: { $gt: now } }).sort({ expiresAt: -1, id: 1 }).limit(limit).toArray()).map(passOf),
    async try(key, id, at, since, most) {
      // There is room when fewer than `most` are kept, or the oldest of so many is no longer counted.
      const room = { _id: key, $or: [{ [`tries.${most - 1}`]: { $exists: false } }, { 'tries.0.at': { $lte: since } }] };
      const note = { $push: { tries: { $each: [{ id, at }], $sort: { at: 1 as const }, $slice: -most } }, $max: { lastAt: at } };
      const isNoted = async (): Promise<boolean> => (await tried.updateOne(room, note)).matchedCount === 1;
      try {
        const { matchedCount, upsertedCount } = await tried.updateOne(room, note, { upsert: true });
        return matchedCount + upsertedCount === 1;
      } catch (error) {
        if (!isDuplicate(error)) throw error;
        // The key is there: another copy has begun it just now, or there is no room, unless a clock that was put back since has taken it.
        if (await isNoted()) return true;
        const { modifiedCount } = await tried.updateOne({ _id: key }, { $pull: { tries: { at: { $gt: lastTry(at, since) } } } });
        return modifiedCount === 1 && (await isNoted());
      }
    },
    forgive: async (id) => void (await tried.updateOne({ 'tries.id': id }, { $pull: { tries: { id } } })),
    async sweep(now) {
      await passes.deleteMany({ expiresAt: { $lte: now } });
      await tried.deleteMany({ lastAt: { $lte: new Date(Date.parse(now) - HOUR_MS).toISOString() } });
    },
    close: () => client.close(),
  };
}
