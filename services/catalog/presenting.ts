/** Puts a product together for a screen: its own row, what it earns, and what sales say of it. */
import { Injectable } from '@nestjs/common';
import type { ChangedProductForm, ProductDescription, ProductForm, ProductView } from '@larder/contracts/catalog.js';
import { toAmount, toCents } from '@larder/contracts/money.js';
import { productTotals } from '@larder/contracts/sales/product-sales.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { Out } from '@larder/contracts/request.js';
import { taxWithin } from '@larder/contracts/tax.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { Kit } from '@larder/kit/kit.js';
import { productView, type ProductRow } from './product-view.js';

type Totals = Out<typeof productTotals>;

@Injectable()
export class Presenting {
  constructor(private readonly kit: Kit) {}

  /** Without sales the products are shown all the same, and their figures as not known. */
  async all(rows: readonly ProductRow[], account: string, asked: Asked): Promise<ProductView[]> {
    if (rows.length === 0) return [];
    const totals = await this.kit.ask(productTotals, { account }, { ...asked, caller: { kind: 'service', name: 'catalog' } });
    return rows.map((row) => present(row, isRefusal(totals) ? undefined : totals));
  }

  /** As it is once the view has reached `position`. */
  async one(account: string, id: string, asked: Asked, position = ''): Promise<ProductView | Refusal> {
    await this.kit.views.reached(productView, position);
    const row = await this.kit.viewsFor(asked).get<ProductRow>(productView, account, id);
    const [shown] = row && !row.deleted ? await this.all([row], account, asked) : [];
    return shown ?? refuse('NOT_FOUND', 'Product not found');
  }
}

/** @param totals of the last 30 days; undefined when nobody can say */
export function present(row: ProductRow, totals: Totals | undefined): ProductView {
  const { productId, sku, name, category, priceCents, costCents, weightGrams, isActive, imageUrl, allergens, taxBasisPoints, createdAt, version, deleted } = row;
  const netCents = priceCents - taxWithin(priceCents, taxBasisPoints ?? 0);
  const profitCents = costCents === null ? null : netCents - costCents;
  const sold = totals && (totals[productId] ?? { quantity: 0, revenueCents: 0 });
  return {
    id: productId, _id: productId, sku, name, category, price: toAmount(priceCents), cost: costCents === null ? null : toAmount(costCents), weight: weightGrams,
    isActive, imageUrl, allergens, taxRate: percentOf(taxBasisPoints), createdAt, version,
    profitPerUnit: profitCents === null ? null : toAmount(profitCents),
    profitMargin: profitCents === null || netCents === 0 ? null : Math.round((profitCents / netCents) * 1000) / 10,
    totalSales30d: sold ? sold.quantity : null, totalRevenue30d: sold ? toAmount(sold.revenueCents) : null,
    ...(deleted && { deleted }),
  };
}

/** What a person entered, as it is stored. */
export const describe = (productId: string, { sku, name, category, price, cost, weight, isActive, allergens, imageUrl, taxRate }: ProductForm): ProductDescription =>
  ({ productId, sku, name, category, priceCents: toCents(price), costCents: toCents(cost), weightGrams: weight, isActive, allergens, ...(imageUrl && { imageUrl }), ...ownTax(taxRate) });

export const percentOf = (basisPoints: number | undefined): number | null => (basisPoints === undefined ? null : basisPoints / 100);
export const ownTax = (percent: number | null): Pick<ProductDescription, 'taxBasisPoints'> => (percent === null ? {} : { taxBasisPoints: Math.round(percent * 100) });

/** What a person entered of a product that is there already, with what they left alone. */
export const completed = ({ imageUrl, taxRate, ...form }: ChangedProductForm, before: ProductDescription): ProductForm =>
  ({ ...form, isActive: form.isActive ?? before.isActive, allergens: form.allergens ?? before.allergens, imageUrl: imageUrl === undefined ? before.imageUrl : (imageUrl ?? undefined), taxRate: taxRate === undefined ? percentOf(before.taxBasisPoints) : taxRate });
