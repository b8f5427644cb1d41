/** Catalog: what an organization sells. */
import { join } from 'node:path';
import { Module } from '@nestjs/common';
import { Kit } from '@larder/kit/kit.js';
import { openFileImages } from './file-images.js';
import { FilesController } from './files.controller.js';
import { IMAGES } from './images.js';
import { ImagesController } from './images.controller.js';
import { Importing } from './importing.js';
import { Presenting } from './presenting.js';
import { productView } from './product-view.js';
import { ProductsController } from './products.controller.js';
import { Writing } from './writing.js';

@Module({
  controllers: [ProductsController, FilesController, ImagesController],
  providers: [Presenting, Writing, Importing, { provide: IMAGES, inject: [Kit], useFactory: ({ settings, chance }: Kit) => openFileImages(join(settings.DATA_DIR, 'images'), () => chance.uuid()) }],
})
export class CatalogModule {
  constructor(kit: Kit) {
    kit.add({ name: 'catalog', categories: ['product', 'sku'], projections: [productView] });
  }
}
