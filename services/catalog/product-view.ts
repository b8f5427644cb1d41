/** Products as lists show them; deleted ones stay behind for what was sold. */
import type { CatalogFact, ProductDescription } from '@larder/contracts/catalog.js';
import { orderKey, plain } from '@larder/contracts/names.js';
import type { Projection } from '@larder/kit/views/projection.js';

export interface ProductRow extends ProductDescription {
  createdAt: string;
  deleted: boolean;
  /** How many times it was added or changed. */
  version: number;
  /** Which of these times gave it the name and the SKU it has: screens that say only these ask again no sooner. */
  namedIn: number;
  nameKey: string;
  search: string;
}

export type ProductFact = Extract<CatalogFact, { type: `Product${string}` }>;

export const productView: Projection<ProductFact, ProductRow> = {
  collection: 'products',
  version: 5,
  orders: ['createdAt', 'nameKey', 'priceCents', 'category'],
  categories: ['product'],
  rows: (fact) => [{ account: fact.meta.account, id: fact.data.productId }],
  apply(row, fact) {
    if (fact.type === 'ProductDeleted' || fact.type === 'ProductRestored') return row && { ...row, deleted: fact.type === 'ProductDeleted' };
    const { name, sku } = fact.data;
    const version = (row?.version ?? 0) + 1;
    const namedIn = row?.name === name && row.sku === sku ? row.namedIn : version;
    return { ...fact.data, createdAt: row?.createdAt ?? fact.meta.at, deleted: false, version, namedIn, nameKey: orderKey(name), search: plain(`${name} ${sku}`) };
  },
};
