/** Catalog: what an organization sells. */
import { join } from 'node:path';
import { Inject, Module } from '@nestjs/common';
import { Kit } from '@larder/kit/kit.js';
import { useFiles } from '@larder/kit/moving/in-use.js';
import { refuseLeftBehind } from '@larder/kit/moving/keep.js';
import { FilesController } from './files.controller.js';
import { openFileImages } from './images/file-images.js';
import { IMAGES, type Images } from './images/images.js';
import { ImagesController } from './images/images.controller.js';
import { imageFiles } from './images/kept-files.js';
import { Importing } from './importing.js';
import { Presenting } from './presenting.js';
import { productView } from './product-view.js';
import { ProductsController } from './products.controller.js';
import { Writing } from './writing.js';

async function chooseImages({ settings, chance }: Kit): Promise<Images> {
  const { KEEP_URL, DATA_DIR } = settings;
  if (KEEP_URL === 'files:') {
    const release = useFiles(settings);
    return { ...openFileImages(join(DATA_DIR, 'images'), () => chance.uuid()), close: async () => release() };
  }
  await refuseLeftBehind(settings, imageFiles);
  // Its client is large, so only those who use it load it.
  const { openMongodbImages } = await import('./images/mongodb-images.js');
  return openMongodbImages(KEEP_URL);
}

@Module({
  controllers: [ProductsController, FilesController, ImagesController],
  providers: [Presenting, Writing, Importing, { provide: IMAGES, inject: [Kit], useFactory: chooseImages }],
})
export class CatalogModule {
  constructor(kit: Kit, @Inject(IMAGES) images: Images) {
    kit.add({ name: 'catalog', categories: ['product', 'sku'], projections: [productView], close: () => images.close() });
  }
}
