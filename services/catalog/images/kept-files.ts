/** How pictures get from their files to MongoDB. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { imageName } from '@larder/contracts/product-files.js';
import type { KeptFiles } from '@larder/kit/moving/keep.js';

/** Of at most 1 MB each. */
const AT_ONCE = 16;
const namesIn = (folder: string): string[] => readdirSync(folder).filter((name) => imageName.safeParse(name).success);

export const imageFiles: KeptFiles = {
  service: 'catalog', what: 'pictures', path: 'images', beside: [], collection: 'images',
  holdsAnything: (folder) => namesIn(folder).length > 0,
  async copy(folder, keep, told) {
    const { keptIn, putMissing } = await import('@larder/kit/moving/move-keep.js');
    return [await putMissing(keptIn(keep, 'images'), { what: 'pictures', ids: namesIn(folder), document: (name) => ({ _id: name, bytes: readFileSync(join(folder, name)) }), atOnce: AT_ONCE }, told)];
  },
};
