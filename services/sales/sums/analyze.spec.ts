import type { Figures } from '../sale-views.js';
import { totalsOf } from './analyze.js';

const figures = (change: Partial<Figures>): Figures => ({ revenueCents: 0, costCents: 0, uncostedCents: 0, transactions: 1, quantity: 1, ...change });

describe('The profit margin', () => {
  const marginOf = (change: Partial<Figures>): number | null => totalsOf([figures(change)]).profitMargin;

  it('is the share of the revenue that its cost leaves', () => expect(marginOf({ revenueCents: 300, costCents: 100 })).toBe(66.7));
  it('is that of the goods whose cost is known: the others would raise it to what nobody earns', () => expect(marginOf({ revenueCents: 1000, costCents: 150, uncostedCents: 700 })).toBe(50));
  it('is not known where no cost is', () => expect(marginOf({ revenueCents: 1000, uncostedCents: 1000 })).toBeNull());
  it('is none of nothing, nor of less', () => expect([marginOf({}), marginOf({ revenueCents: -100, costCents: 50 })]).toEqual([null, null]));
});
