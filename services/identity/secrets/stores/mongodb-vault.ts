/** The vault in MongoDB, which several copies share. The master key is a setting of theirs and never lies there. */
import { connectMongodb, type MongodbOptions } from '@larder/kit/rows/mongodb.js';
import { decrypt, encrypt, fingerprintBy, isSealedWith, KEY_BYTES, keyIn, newKey } from './ciphers.js';
import { isDuplicate, upserting } from './duplicates.js';
import type { Vault } from '../vault.js';

interface KeptKey {
  /** The person. */
  _id: string;
  key: string;
}
interface KeptSigningKey {
  /** The kid of the key before it, '' for the first: so no two come after the same one. */
  _id: string;
  kid: string;
  private: string;
  createdAt: string;
}

/** A key that was lost would take with it what was sealed meanwhile. */
const KEPT = { readPreference: 'primary', writeConcern: { w: 'majority', journal: true } } as const;

/**
 * No key is remembered here, so that one copy's forgetting counts for every copy at once. The server's journal and its backups may hold a
 * forgotten key for a while, sealed with the master key.
 * @param masterKey 64 hexadecimal digits. Rejects when the vault was sealed with another one, or no server has answered in time.
 */
export async function openMongodbVault(url: string, masterKey: string, options: MongodbOptions = {}): Promise<Vault> {
  const master = Buffer.from(masterKey, 'hex');
  if (master.length !== KEY_BYTES) throw new Error('The master key of the vault is not 64 hexadecimal digits');
  const { client, db } = await connectMongodb(url, options);
  // A key that only the primary has yet could be undone by an election, with what it has sealed.
  const persons = db.collection<KeptKey>('vault_persons', { ...KEPT, readConcern: { level: 'majority' } });
  const signing = db.collection<KeptSigningKey>('vault_signing_keys', KEPT);

  const keyOf = async (person: string): Promise<Buffer | undefined> => {
    const kept = await persons.findOne({ _id: person });
    return kept ? keyIn(master, kept.key) : undefined;
  };
  /** Or takes the one that another copy has made meanwhile; either is there for good when this resolves. */
  const makeKey = async (person: string): Promise<Buffer> => {
    const kept = await upserting(() => persons.findOneAndUpdate({ _id: person }, { $setOnInsert: { key: newKey(master) } }, { upsert: true, returnDocument: 'after' }));
    if (!kept) throw new Error('MongoDB has kept no key');
    return keyIn(master, kept.key);
  };
  const known = await signing.findOne();
  if (known && !isSealedWith(master, known.private)) {
    await client.close();
    throw new Error('VAULT_KEY is not the master key that the vault was sealed with');
  }
  return {
    seal: async (person, text) => encrypt((await keyOf(person)) ?? (await makeKey(person)), text),
    async open(person, sealed) {
      const key = await keyOf(person);
      return key && decrypt(key, sealed);
    },
    forget: async (person) => void (await persons.deleteOne({ _id: person })),
    knowsOthersThan: async (person) => (await persons.findOne({ _id: { $ne: person } }, { projection: { _id: 1 } })) !== null,
    fingerprint: fingerprintBy(master),
    signingKeys: async () => (await signing.find().sort({ createdAt: 1 }).toArray()).map((kept) => ({ kid: kept.kid, privatePem: decrypt(master, kept.private), createdAt: kept.createdAt })),
    async addSigningKey({ kid, privatePem, createdAt }, newest = '') {
      try {
        await signing.insertOne({ _id: newest, kid, private: encrypt(master, privatePem), createdAt });
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
