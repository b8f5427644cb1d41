/** Pictures in MongoDB, for several copies of the catalog. */
import { imageName } from '@larder/contracts/product-files.js';
import { connectMongodb, type MongodbOptions } from '@larder/kit/rows/mongodb.js';
import type { Images } from './images.js';

interface Stored {
  _id: string;
  bytes: Buffer;
}

/** Rejects when no server has answered in time. */
export async function openMongodbImages(url: string, options: MongodbOptions = {}): Promise<Images> {
  const { client, db } = await connectMongodb(url, options);
  // The member that takes writes is asked, whatever the address prefers: what one copy has kept every other finds.
  const images = db.collection<Stored>('images', { readPreference: 'primary', promoteBuffers: true });
  return {
    async keep(name, bytes) {
      // Replaced by the same, not inserted: that one is there already does not say that a majority has it.
      await images.replaceOne({ _id: imageName.parse(name) }, { bytes }, { upsert: true });
    },
    async find(name) {
      return (await images.findOne({ _id: imageName.parse(name) }))?.bytes;
    },
    close: () => client.close(),
  };
}
