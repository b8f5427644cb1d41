/** The keys of setup profiles in MongoDB, for several copies of fleet. */
import { connectMongodb, type MongodbOptions } from '@larder/kit/rows/mongodb.js';
import { wifiKeysIn, type WifiKeys } from './wifi-keys.js';

interface Stored {
  _id: string;
  key: Buffer;
}

/**
 * Rejects when no server has answered in time.
 *
 * Destroyed means deleted by a majority: no copy is given the key again. It does not mean written over, as a file's is: the server's journal and
 * oplog and the free pages of its files hold it until they are used again, and a backup made while the profile was open holds it for as long as
 * that backup is kept. Whoever has one of these and the log as well can read that Wi-Fi.
 */
export async function openMongodbWifiKeys(url: string, options: MongodbOptions = {}): Promise<WifiKeys> {
  const { client, db } = await connectMongodb(url, options);
  // The member that takes writes is asked, whatever the address prefers: another one may still have what was deleted.
  const keys = db.collection<Stored>('wifi_keys', { readPreference: 'primary', promoteBuffers: true });
  return wifiKeysIn({
    put: async (id, key) => void (await keys.insertOne({ _id: id, key })),
    get: async (id) => (await keys.findOne({ _id: id }))?.key,
    drop: async (id) => void (await keys.deleteOne({ _id: id })),
    close: () => client.close(),
  });
}
