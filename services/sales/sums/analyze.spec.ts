import type { Figures, MachineDay, ProductDay } from '../sale-views.js';
import { bestMachines, bestProducts, byMachine, totalsOf, trendsOf } from './analyze.js';

const cola = (change: Partial<ProductDay>): ProductDay => ({ ...figures(change), day: '2026-03-01', machineId: 'VM-1', productId: 'cola', name: 'Cola', sku: 'COLA', category: 'Drinks', ...change });
const figures = (change: Partial<Figures>): Figures => ({ revenueCents: 0, refundedCents: 0, taxCents: 0, costCents: 0, uncostedCents: 0, transactions: 1, quantity: 1, ...change });

it('The average of a purchase is rounded to the cent', () => expect(totalsOf([figures({ revenueCents: 200, transactions: 3 })]).averageTransactionValue).toBe(0.67));

describe('The trend of a day', () => {
  const day = '2026-03-02';
  const trendOf = (before: Partial<Figures>, now: Partial<Figures>, products: readonly Partial<ProductDay>[] = []) =>
    trendsOf({ startDate: day, endDate: day }, 'day', [{ day: '2026-03-01', method: 'card', ...figures(before) }, { day, method: 'card', ...figures(now) }], products.map((change) => cola({ day, ...change })))[0];

  it('grows in revenue and in profit, each by itself', () => expect(trendOf({ revenueCents: 200, costCents: 100 }, { revenueCents: 300, costCents: 150 })).toMatchObject({ revenueGrowth: 50, profitGrowth: 50, profitMargin: 50 }));
  it('whose costs grew more than its revenue earns less', () => expect(trendOf({ revenueCents: 200, costCents: 100 }, { revenueCents: 300, costCents: 250 })).toMatchObject({ revenueGrowth: 50, profitGrowth: -50 }));
  it('has nothing to grow from where more was given back than sold', () => expect(trendOf({ revenueCents: -100 }, { revenueCents: 300 })).toMatchObject({ revenueGrowth: null, profitGrowth: null }));
  it('counts the products that were sold, not those that were only given back', () => expect(trendOf({}, {}, [{}, { productId: 'chips', quantity: 0, transactions: 0, revenueCents: -100 }])?.uniqueProductCount).toBe(1));
});

it('Machines and products are called as they were when they sold last, whatever was given back since', async () => {
  const machineDay = (day: string, machineName: string, transactions = 1): MachineDay => ({ day, machineId: 'VM-1', machineName, address: `${machineName} street`, method: 'card', lastAt: transactions > 0 ? `${day}T12:00:00.000Z` : '', ...figures({ transactions }) });
  const best = async (rows: readonly MachineDay[]) => bestMachines(await byMachine(rows, new Map()));
  expect(await best([machineDay('2026-03-01', 'Lobby'), machineDay('2026-03-02', 'Entrance'), machineDay('2026-03-03', 'Lobby', 0)])).toMatchObject([{ name: 'Entrance', address: 'Entrance street' }]);
  expect(bestProducts([cola({ name: 'Cola' }), cola({ day: '2026-03-02', name: 'Cola 0.33 l', sku: 'COLA-033', category: 'Soda' }), cola({ day: '2026-03-03', transactions: 0 })])).toMatchObject([{ name: 'Cola 0.33 l', sku: 'COLA-033', category: 'Soda' }]);
  expect(await best([machineDay('2026-03-03', 'Lobby', 0)])).toMatchObject([{ name: 'Lobby' }]);
});

describe('The profit margin', () => {
  const marginOf = (change: Partial<Figures>): number | null => totalsOf([figures(change)]).profitMargin;

  it('is the share of the revenue that its cost leaves', () => expect(marginOf({ revenueCents: 300, costCents: 100 })).toBe(66.7));
  it('is that of the goods whose cost is known: the others would raise it to what nobody earns', () => expect(marginOf({ revenueCents: 1000, costCents: 150, uncostedCents: 700 })).toBe(50));
  it('is of what is left after tax, as the profit is', () => expect(totalsOf([figures({ revenueCents: 1190, taxCents: 190, costCents: 400 })])).toMatchObject({ totalTax: 1.9, totalProfit: 6, profitMargin: 60 }));
  it('is not known where no cost is', () => expect(marginOf({ revenueCents: 1000, uncostedCents: 1000 })).toBeNull());
  it('is none of nothing, nor of less', () => expect([marginOf({}), marginOf({ revenueCents: -100, costCents: 50 })]).toEqual([null, null]));
});

describe('The average price of a product', () => {
  const averageOf = (...days: Partial<ProductDay>[]): number | undefined => bestProducts(days.map(cola))[0]?.avgPrice;

  it('is what units were sold for, whatever was given back of them', () => expect(averageOf({ revenueCents: 200, refundedCents: 200, quantity: 2 })).toBe(2));
  it('is not below zero when more was given back of an earlier day than was sold', () => expect(averageOf({ revenueCents: 200 }, { revenueCents: -500, refundedCents: 500, transactions: 0, quantity: 0 })).toBe(2));
  it('is none where nothing was sold', () => expect(averageOf({ revenueCents: -500, refundedCents: 500, transactions: 0, quantity: 0 })).toBe(0));
});
