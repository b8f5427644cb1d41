import type { ProductDescription } from '@larder/contracts/catalog.js';
import { given, stored, viewOf } from '@larder/kit/testing.js';
import { product, sku, skuStream } from './product.js';
import { historyOf, worthOf } from './history.js';
import { present } from './presenting.js';
import { productView, type ProductFact, type ProductRow } from './product-view.js';

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
  it('is not changed by somebody who saw an older one, unless they want just what is there', () => {
    const dearer = { type: 'ProductChanged' as const, data: { ...cola, priceCents: 300 } };
    given(product, added, dearer).when({ type: 'ChangeProduct', product: { ...cola, name: 'Coke' }, version: 1 }).thenRefused('CONFLICT', { version: 2 });
    given(product, added, dearer).when({ type: 'ChangeProduct', product: { ...dearer.data, name: 'Coke' }, version: 2 }).then({ type: 'ProductChanged', data: { ...dearer.data, name: 'Coke' } });
    given(product, added, dearer).when({ type: 'ChangeProduct', product: dearer.data, version: 1 }).thenNothing();
  });
  it('tells who changed what of it, newest first', () => {
    const facts = stored<ProductFact>([added, { type: 'ProductChanged', data: { ...cola, priceCents: 300, allergens: ['milk'] } }, { type: 'ProductDeleted', data: { productId: 'p1' } }]);
    expect(historyOf(facts, (actor) => actor.toUpperCase())).toEqual([
      { at: '2026-03-01T12:00:00.000Z', by: 'TEST', what: 'deleted', changes: [] },
      { at: '2026-03-01T12:00:00.000Z', by: 'TEST', what: 'changed', changes: [{ field: 'price', from: 2.75, to: 3 }, { field: 'allergens', from: [], to: ['milk'] }] },
      { at: '2026-03-01T12:00:00.000Z', by: 'TEST', what: 'added', changes: [] },
    ]);
  });
  it('says which change gave it the name it has', () => {
    const changed = (more: Partial<ProductDescription>) => ({ type: 'ProductChanged' as const, data: { ...cola, ...more } });
    expect(viewOf(productView, 'p1', stored<ProductFact>([added, changed({ priceCents: 300 })]))).toMatchObject({ version: 2, namedIn: 1 });
    expect(viewOf(productView, 'p1', stored<ProductFact>([added, changed({ name: 'Coke' }), changed({ name: 'Coke', priceCents: 300 })]))).toMatchObject({ version: 3, namedIn: 2 });
    expect(viewOf(productView, 'p1', stored<ProductFact>([added, changed({ sku: 'COKE' })]))).toMatchObject({ version: 2, namedIn: 2 });
  });
  it('is gone after it was deleted, but what was sold keeps its name', () => {
    const deleted = { type: 'ProductDeleted' as const, data: { productId: 'p1' } };
    given(product, added, deleted).when({ type: 'ChangeProduct', product: cola }).thenRefused('NOT_FOUND');
    expect(viewOf(productView, 'p1', stored<ProductFact>([added, deleted]))).toMatchObject({ deleted: true, name: 'Cola' });
  });
  it('is had back as it was, once for each deletion', () => {
    const deleted = { type: 'ProductDeleted' as const, data: { productId: 'p1' } };
    const restored = { type: 'ProductRestored' as const, data: { productId: 'p1' } };
    const back = { type: 'RestoreProduct' as const, productId: 'p1' };
    given(product).when(back).thenRefused('NOT_FOUND');
    given(product, added).when(back).thenNothing();
    given(product, added, deleted).when(back).then(restored);
    given(product, added, deleted, restored).when(back).thenNothing();
    given(product, added, deleted, restored).when({ type: 'ChangeProduct', product: { ...cola, priceCents: 300 }, version: 1 }).then({ type: 'ProductChanged', data: { ...cola, priceCents: 300 } });
    given(product, added, deleted, restored).when({ type: 'DeleteProduct', productId: 'p1' }).then(deleted);
    const facts = stored<ProductFact>([added, deleted, restored]);
    expect(viewOf(productView, 'p1', facts)).toEqual(viewOf(productView, 'p1', stored<ProductFact>([added])));
    expect(historyOf(facts, (actor) => actor).map(({ what }) => what)).toEqual(['restored', 'deleted', 'added']);
    expect(worthOf(facts)).toEqual(worthOf(stored<ProductFact>([added])));
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
    given(sku, claimed).when({ type: 'ReleaseSku', sku: 'COLA-033', productId: 'p2' }).thenNothing();
    given(sku, claimed, released).when({ type: 'ClaimSku', sku: 'COLA-033', productId: 'p2' }).then({ type: 'SkuClaimed', data: { sku: 'COLA-033', productId: 'p2' } });
  });
  it('that its product has claimed anew is not let go with the claim before', () => {
    const released = { type: 'SkuReleased' as const, data: { sku: 'COLA-033', productId: 'p1' } };
    const first = { type: 'ReleaseSku' as const, sku: 'COLA-033', productId: 'p1', claims: 1 };
    given(sku, claimed).when(first).then(released);
    given(sku, claimed, released, claimed).when(first).thenNothing();
  });
  it('is the same in upper and lower case, and another in another organization', () => {
    expect(skuStream('acme', 'cola')).toBe(skuStream('acme', 'COLA'));
    expect(skuStream('rival', 'cola')).not.toBe(skuStream('acme', 'cola'));
  });
});

describe('What a screen shows of a product', () => {
  const row: ProductRow = { ...cola, createdAt: '', deleted: false, version: 1, namedIn: 1, nameKey: '', search: '' };
  it('has a profit only where the cost is known', () => {
    expect(present(row, {})).toMatchObject({ price: 2.75, cost: 0.8, profitPerUnit: 1.95, profitMargin: 70.9 });
    expect(present({ ...row, taxBasisPoints: 1_900 }, {})).toMatchObject({ price: 2.75, cost: 0.8, profitPerUnit: 1.51, profitMargin: 65.4 });
    expect(present({ ...row, costCents: null }, {})).toMatchObject({ cost: null, profitPerUnit: null, profitMargin: null });
  });
  it('says what was sold, nothing where nothing was, and no figure where nobody can say', () => {
    expect(present(row, { p1: { quantity: 3, revenueCents: 825 } })).toMatchObject({ totalSales30d: 3, totalRevenue30d: 8.25 });
    expect(present(row, {})).toMatchObject({ totalSales30d: 0, totalRevenue30d: 0 });
    expect(present(row, undefined)).toMatchObject({ totalSales30d: null, totalRevenue30d: null });
  });
});
