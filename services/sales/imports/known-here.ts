/** What of an export is known here already, under a name or a SKU that somebody has changed since. */
import { describeProducts, MOST_DESCRIBED, type ProductDescription } from '@larder/contracts/catalog.js';
import { isRefusal } from '@larder/contracts/reply.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import type { Kit } from '@larder/kit/kit.js';
import type { ProductSum } from '../sale-views.js';
import { productSumView } from '../sums/product-sums.js';

/** Whatever the case and the blanks around a name. */
export function idsByName(known: readonly { id: string; name: string }[]): (name: string) => readonly string[] {
  const keyOf = (name: string): string => name.trim().toLowerCase();
  const ids = new Map<string, string[]>();
  for (const { id, name } of known) ids.set(keyOf(name), [...(ids.get(keyOf(name)) ?? []), id]);
  return (name) => ids.get(keyOf(name)) ?? [];
}

/** Products that have sold under one of these SKUs, which no product has now, and are still there: the export goes on calling them so. Rejects when nobody can say. */
export async function soldUnder(kit: Kit, account: string, skus: readonly string[], asked: Asked): Promise<ReadonlyMap<string, ProductDescription>> {
  const known = new Map<string, ProductDescription>();
  for (let from = 0; from < skus.length; from += MOST_DESCRIBED) {
    const some = skus.slice(from, from + MOST_DESCRIBED);
    const sums = await kit.views.all<ProductSum>(productSumView, account, { sku: { $in: some } }, { by: 'day', order: 'asc' });
    const ids = new Map(sums.map(({ sku, productId }) => [sku, productId])); // who was called so last
    const found = await kit.ask(describeProducts, { account, ids: [...ids.values()], now: true }, asked);
    if (isRefusal(found)) throw new Error(found.message);
    const there = new Map(found.flatMap(({ deleted, ...product }) => (deleted ? [] : [[product.productId, product]])));
    for (const [sku, productId] of ids) {
      const product = there.get(productId);
      if (product) known.set(sku, product);
    }
  }
  return known;
}
