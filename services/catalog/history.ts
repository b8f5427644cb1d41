/** What happened to a product, fact by fact, in the words of its form. */
import { HISTORY_FIELDS, type ProductDescription, type ProductHistory, type Worth } from '@larder/contracts/catalog.js';
import type { Stored } from '@larder/contracts/fact.js';
import { toAmount } from '@larder/contracts/money.js';
import { percentOf } from './presenting.js';
import type { ProductFact } from './product-view.js';

type Change = ProductHistory[number]['changes'][number];
type Field = Change['field'];

/** Newest first. @param nameOf the name behind an actor such as `user:<id>` */
export function historyOf(facts: readonly Stored<ProductFact>[], nameOf: (actor: string) => string): ProductHistory {
  const entries: ProductHistory = [];
  let before: ProductDescription | undefined;
  for (const { type, data, meta } of facts) {
    const about = { at: meta.at, by: nameOf(meta.actor) };
    if (type === 'ProductDeleted' || type === 'ProductRestored') entries.push({ ...about, what: type === 'ProductDeleted' ? 'deleted' : 'restored', changes: [] });
    else {
      entries.push({ ...about, what: before ? 'changed' : 'added', changes: before ? changesOf(before, data) : [] });
      before = data;
    }
  }
  return entries.reverse();
}

/** What it was called last, and what it cost and sold for from when on; nothing for a product that was never there. */
export function worthOf(facts: readonly Stored<ProductFact>[]): Worth[] {
  const told = facts.flatMap(({ type, data, meta }) => (type === 'ProductDeleted' || type === 'ProductRestored' ? [] : [{ at: meta.at, data }]));
  const last = told[told.length - 1]?.data;
  return last ? [{ productId: last.productId, name: last.name, sku: last.sku, category: last.category, worth: told.map(({ at, data: { priceCents, costCents } }) => ({ from: at, priceCents, costCents })) }] : [];
}

export const changesOf = (before: ProductDescription, after: ProductDescription): Change[] =>
  HISTORY_FIELDS.map((field) => ({ field, from: valueOf(before, field), to: valueOf(after, field) })).filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to));

function valueOf(product: ProductDescription, field: Field): Change['from'] {
  switch (field) {
    case 'price': return toAmount(product.priceCents);
    case 'cost': return product.costCents === null ? null : toAmount(product.costCents);
    case 'weight': return product.weightGrams;
    case 'imageUrl': return product.imageUrl ?? null;
    case 'taxRate': return percentOf(product.taxBasisPoints);
    default: return product[field];
  }
}
