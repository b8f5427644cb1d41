/** Products as lists show them; deleted ones stay behind for what was sold. */
import type { CatalogFact, ProductDescription, ProductView } from '@larder/contracts/catalog.js';
import { toAmount } from '@larder/contracts/money.js';
import type { Projection } from '@larder/kit/project.js';

export interface ProductRow extends ProductDescription {
  createdAt: string;
  deleted: boolean;
  /** Lower-cased, for searching and for an order that people expect. */
  nameKey: string;
  search: string;
}

type ProductFact = Extract<CatalogFact, { type: `Product${string}` }>;

export const productView: Projection<ProductFact, ProductRow> = {
  collection: 'products',
  version: 1,
  orders: ['createdAt', 'nameKey', 'priceCents', 'category'],
  categories: ['product'],
  rows: (fact) => [{ account: fact.meta.account, id: fact.data.productId }],
  apply(row, fact) {
    if (fact.type === 'ProductDeleted') return row && { ...row, deleted: true };
    const { name, sku } = fact.data;
    return { ...fact.data, createdAt: row?.createdAt ?? fact.meta.at, deleted: false, nameKey: name.toLowerCase(), search: `${name} ${sku}`.toLowerCase() };
  },
};

export function present(row: ProductRow): ProductView {
  const { productId, sku, name, category, priceCents, costCents, weightGrams, isActive, imageUrl, allergens, createdAt } = row;
  const profitCents = costCents === null ? null : priceCents - costCents;
  return {
    id: productId, _id: productId, sku, name, category, price: toAmount(priceCents), cost: costCents === null ? null : toAmount(costCents), weight: weightGrams,
    isActive, imageUrl, allergens, createdAt,
    profitPerUnit: profitCents === null ? null : toAmount(profitCents),
    profitMargin: profitCents === null || priceCents === 0 ? null : Math.round((profitCents / priceCents) * 1000) / 10,
  };
}
