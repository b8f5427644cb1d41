/** Pictures as files of one folder, for one process. */
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { imageName } from '@larder/contracts/product-files.js';
import { makeFolder } from '@larder/kit/private-file.js';
import type { Images } from './images.js';

/** @param folder made when the first picture comes */
export function openFileImages(folder: string, unique: () => string): Images {
  // A name that is none would lead out of the folder.
  const fileOf = (name: string): string => join(folder, imageName.parse(name));
  return {
    async keep(name, bytes) {
      makeFolder(folder);
      const unfinished = join(folder, `${unique()}.part`);
      const file = await open(unfinished, 'wx', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(unfinished, fileOf(name));
    },
    async find(name) {
      try {
        return await readFile(fileOf(name));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    close: async () => undefined,
  };
}
