/** The vault in MongoDB, which several copies share. Master keys are settings of theirs and never lie there. */
import { connectMongodb, type MongodbOptions } from '@larder/kit/rows/mongodb.js';
import { decrypt, encrypt, fingerprintBy, KEY_BYTES } from './ciphers.js';
import { isDuplicate, upserting } from './duplicates.js';
import { masterKeys, nameOf, newKey } from './master-keys.js';
import type { Vault } from '../vault.js';

/** Sealed; `by` is the name of the master key, which those do not have that were sealed before there could be another one. */
interface KeptKey {
  /** The person. */
  _id: string;
  key: string;
  by?: string;
}
interface KeptSigningKey {
  /** The kid of the key before it, '' for the first: so no two come after the same one. */
  _id: string;
  kid: string;
  private: string;
  by?: string;
  createdAt: string;
}

/** Each is 64 hexadecimal digits. */
export interface GivenKeys {
  inUse: string;
  /** Opens, and seals nothing yet: so that every copy knows it before one seals with it. */
  next?: string;
  /** Opens what it has sealed, until that is sealed anew. */
  previous?: string;
}

/** A key that was lost would take with it what was sealed meanwhile. */
const KEPT = { readPreference: 'primary', writeConcern: { w: 'majority', journal: true } } as const;
const FINDER = 'finder';
const OTHER_KEY = 'VAULT_KEY is not the master key that the vault was sealed with, and none beside it is. What another one has sealed opens with that as VAULT_KEY_PREVIOUS, until it is sealed anew';

function bytesOf(digits: string): Buffer {
  const key = Buffer.from(digits, 'hex');
  if (key.length !== KEY_BYTES) throw new Error('A master key of the vault is not 64 hexadecimal digits');
  return key;
}

/**
 * No key is remembered here, so that one copy's forgetting counts for every copy at once. The server's journal and its backups may hold a
 * forgotten key for a while, sealed with the master key.
 * Rejects when something in it was sealed with a master key that is not given, or no server has answered in time.
 */
export async function openMongodbVault(url: string, given: GivenKeys, options: MongodbOptions = {}): Promise<Vault> {
  const [inUse, next, previous] = [bytesOf(given.inUse), ...[given.next, given.previous].map((digits) => (digits === undefined ? undefined : bytesOf(digits)))] as [Buffer, Buffer?, Buffer?];
  const beside = [next, previous].filter((key) => key !== undefined);
  const keys = masterKeys(inUse, ...beside);
  const { client, db } = await connectMongodb(url, options);
  // A key that only the primary has yet could be undone by an election, with what it has sealed.
  const persons = db.collection<KeptKey>('vault_persons', { ...KEPT, readConcern: { level: 'majority' } });
  const finders = db.collection<KeptKey>('vault_finder', { ...KEPT, readConcern: { level: 'majority' } });
  const signing = db.collection<KeptSigningKey>('vault_signing_keys', KEPT);

  const keyOf = async (person: string): Promise<Buffer | undefined> => {
    const kept = await persons.findOne({ _id: person });
    return kept ? Buffer.from(keys.open(kept.key), 'hex') : undefined;
  };
  /** Or takes the one that another copy has made meanwhile; either is there for good when this resolves. */
  const keyOrNew = async (collection: typeof persons, id: string, key: string): Promise<Buffer> => {
    const kept = await upserting(() => collection.findOneAndUpdate({ _id: id }, { $setOnInsert: { key: keys.seal(key), by: keys.name } }, { upsert: true, returnDocument: 'after' }));
    if (!kept) throw new Error('MongoDB has kept no key');
    return Buffer.from(keys.open(kept.key), 'hex');
  };
  const sample = async (): Promise<string[]> => {
    const unnamed = { by: { $exists: false } };
    const found = await Promise.all([signing.findOne(unnamed), persons.findOne(unnamed), signing.findOne(), persons.findOne(), finders.findOne()]);
    return found.flatMap((one) => (one ? ['private' in one ? one.private : one.key] : []));
  };
  const isForeign = async (): Promise<boolean> => {
    const foreign = { by: { $exists: true, $nin: [keys.name, ...beside.map(nameOf)] } };
    return (await sample()).some((sealed) => !keys.canOpen(sealed)) || (await persons.findOne(foreign)) !== null || (await signing.findOne(foreign)) !== null;
  };
  if (await isForeign()) {
    await client.close();
    throw new Error(OTHER_KEY);
  }
  // The first master key, kept like any other from then on.
  const finder = await keyOrNew(finders, FINDER, keys.finderOf((await sample())[0]).toString('hex'));
  const ofPrevious = { by: { $nin: [keys.name, ...(next ? [nameOf(next)] : [])] } };

  return {
    seal: async (person, text) => encrypt((await keyOf(person)) ?? (await keyOrNew(persons, person, newKey())), text),
    async open(person, sealed) {
      const key = await keyOf(person);
      return key && decrypt(key, sealed);
    },
    forget: async (person) => void (await persons.deleteOne({ _id: person })),
    knowsOthersThan: async (person) => (await persons.findOne({ _id: { $ne: person } }, { projection: { _id: 1 } })) !== null,
    fingerprint: fingerprintBy(finder),
    marks: keys.marks,
    async sealAnew(most) {
      if (!previous) return undefined;
      // Only what is still as it was read: somebody who is forgotten meanwhile stays so, and another copy may be doing the same.
      for (const one of await signing.find(ofPrevious).limit(most).toArray()) await signing.updateOne({ _id: one._id, private: one.private }, { $set: { private: keys.seal(keys.open(one.private)), by: keys.name } });
      for (const collection of [finders, persons]) {
        for (const one of await collection.find(ofPrevious).limit(most).toArray()) await collection.updateOne({ _id: one._id, key: one.key }, { $set: { key: keys.seal(keys.open(one.key)), by: keys.name } });
      }
      return (await signing.countDocuments(ofPrevious)) + (await finders.countDocuments(ofPrevious)) + (await persons.countDocuments(ofPrevious));
    },
    signingKeys: async () => (await signing.find().sort({ createdAt: 1 }).toArray()).map((kept) => ({ kid: kept.kid, privatePem: keys.open(kept.private), createdAt: kept.createdAt })),
    async addSigningKey({ kid, privatePem, createdAt }, newest = '') {
      try {
        await signing.insertOne({ _id: newest, kid, private: keys.seal(privatePem), by: keys.name, createdAt });
        return true;
      } catch (error) {
        if (isDuplicate(error)) return false;
        throw error;
      }
    },
    dropSigningKey: async (kid) => void (await signing.deleteOne({ kid })),
    close: () => client.close(),
  };
}
