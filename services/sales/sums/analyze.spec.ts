import type { Figures, ProductDay } from '../sale-views.js';
import { bestProducts, totalsOf } from './analyze.js';

const figures = (change: Partial<Figures>): Figures => ({ revenueCents: 0, costCents: 0, uncostedCents: 0, transactions: 1, quantity: 1, ...change });

describe('The profit margin', () => {
  const marginOf = (change: Partial<Figures>): number | null => totalsOf([figures(change)]).profitMargin;

  it('is the share of the revenue that its cost leaves', () => expect(marginOf({ revenueCents: 300, costCents: 100 })).toBe(66.7));
  it('is that of the goods whose cost is known: the others would raise it to what nobody earns', () => expect(marginOf({ revenueCents: 1000, costCents: 150, uncostedCents: 700 })).toBe(50));
  it('is not known where no cost is', () => expect(marginOf({ revenueCents: 1000, uncostedCents: 1000 })).toBeNull());
  it('is none of nothing, nor of less', () => expect([marginOf({}), marginOf({ revenueCents: -100, costCents: 50 })]).toEqual([null, null]));
});

describe('The average price of a product', () => {
  const cola = (change: Partial<ProductDay>): ProductDay => ({ ...figures(change), day: '2026-03-01', machineId: 'VM-1', productId: 'cola', name: 'Cola', sku: 'COLA', category: 'Drinks', refundedCents: 0, ...change });
  const averageOf = (...days: Partial<ProductDay>[]): number | undefined => bestProducts(days.map(cola))[0]?.avgPrice;

  it('is what units were sold for, whatever was given back of them', () => expect(averageOf({ revenueCents: 200, refundedCents: 200, quantity: 2 })).toBe(2));
  it('is not below zero when more was given back of an earlier day than was sold', () => expect(averageOf({ revenueCents: 200 }, { revenueCents: -500, refundedCents: 500, transactions: 0, quantity: 0 })).toBe(2));
  it('is none where nothing was sold', () => expect(averageOf({ revenueCents: -500, refundedCents: 500, transactions: 0, quantity: 0 })).toBe(0));
});
