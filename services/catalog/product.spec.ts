import type { CatalogFact, ProductDescription } from '@larder/contracts/catalog.js';
import { given, stored, viewOf } from '@larder/kit/testing.js';
import { product, sku, skuStream } from './product.js';
import { present, productView, type ProductRow } from './product-view.js';

const cola: ProductDescription = { productId: 'p1', sku: 'COLA-033', name: 'Cola', category: 'Drinks', priceCents: 275, costCents: 80, weightGrams: 350, isActive: true, allergens: [] };
const added = { type: 'ProductAdded' as const, data: cola };

describe('A product', () => {
  it('is added once', () => {
    given(product).when({ type: 'AddProduct', product: cola }).then(added);
    given(product, added).when({ type: 'AddProduct', product: cola }).thenNothing();
  });
  it('changes when something is different, and only then', () => {
    given(product, added).when({ type: 'ChangeProduct', product: { ...cola, priceCents: 300 } }).then({ type: 'ProductChanged', data: { ...cola, priceCents: 300 } });
    given(product, added).when({ type: 'ChangeProduct', product: { ...cola } }).thenNothing();
  });
  it('is gone after it was deleted, but what was sold keeps its name', () => {
    const deleted = { type: 'ProductDeleted' as const, data: { productId: 'p1' } };
    given(product, added, deleted).when({ type: 'ChangeProduct', product: cola }).thenRefused('NOT_FOUND');
    expect(viewOf(productView, 'p1', stored<Extract<CatalogFact, { type: `Product${string}` }>>([added, deleted]))).toMatchObject({ deleted: true, name: 'Cola' });
  });
});

describe('A SKU', () => {
  const claimed = { type: 'SkuClaimed' as const, data: { sku: 'COLA-033', productId: 'p1' } };
  it('names one product of an organization', () => {
    given(sku).when({ type: 'ClaimSku', sku: 'COLA-033', productId: 'p1' }).then(claimed);
    given(sku, claimed).when({ type: 'ClaimSku', sku: 'COLA-033', productId: 'p1' }).thenNothing();
    given(sku, claimed).when({ type: 'ClaimSku', sku: 'COLA-033', productId: 'p2' }).thenRefused('CONFLICT', { productId: 'p1' });
  });
  it('is free again when its product lets it go', () => {
    const released = { type: 'SkuReleased' as const, data: { sku: 'COLA-033', productId: 'p1' } };
    given(sku, claimed).when({ type: 'ReleaseSku', sku: 'COLA-033', productId: 'p1' }).then(released);
    given(sku, claimed, released).when({ type: 'ClaimSku', sku: 'COLA-033', productId: 'p2' }).then({ type: 'SkuClaimed', data: { sku: 'COLA-033', productId: 'p2' } });
  });
  it('is the same in upper and lower case, and another in another organization', () => {
    expect(skuStream('acme', 'cola')).toBe(skuStream('acme', 'COLA'));
    expect(skuStream('rival', 'cola')).not.toBe(skuStream('acme', 'cola'));
  });
});

it('shows profit only where the cost is known', () => {
  const row: ProductRow = { ...cola, createdAt: '', deleted: false, nameKey: '', search: '' };
  expect(present(row)).toMatchObject({ price: 2.75, cost: 0.8, profitPerUnit: 1.95, profitMargin: 70.9 });
  expect(present({ ...row, costCents: null })).toMatchObject({ cost: null, profitPerUnit: null, profitMargin: null });
});
