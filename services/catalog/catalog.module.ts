/** Catalog: what an organization sells. */
import { Module } from '@nestjs/common';
import { Kit } from '@larder/kit/kit.js';
import { productView } from './product-view.js';
import { ProductsController } from './products.controller.js';

@Module({ controllers: [ProductsController] })
export class CatalogModule {
  constructor(kit: Kit) {
    kit.add({ name: 'catalog', categories: ['product', 'sku'], projections: [productView] });
  }
}
