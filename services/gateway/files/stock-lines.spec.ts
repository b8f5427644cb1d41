import type { SalesOverview } from '@larder/contracts/sales/analytics.js';
import { isRefusal } from '@larder/contracts/reply.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import type { Kit } from '@larder/kit/kit.js';
import { standingClock } from '@larder/kit/testing.js';
import { stockByProduct, stockLines, stockTotal, type StockLine } from './stock-lines.js';

const line = (sku: string, units: number, atCost: number | null): StockLine => ({
  machineId: 'VM-1', machine: 'Lobby', address: '1 Main Street', slot: 'A1', product: sku, sku, category: 'Snacks', units, parLevel: 10, missing: 10 - units, price: 1.1, cost: null, atCost, atPrice: (units * 110) / 100, bestBefore: '', currency: 'USD',
});

it('a product whose cost is not known somewhere has none, and is in no sum of costs', () => {
  const lines = [line('COLA', 3, 0.3), line('COLA', 1, 0.1), line('TEA', 2, 0.2), line('TEA', 4, null)];
  expect(stockByProduct(lines)).toEqual([
    { product: 'TEA', sku: 'TEA', category: 'Snacks', units: 6, missing: 14, atCost: null, atPrice: 6.6 },
    { product: 'COLA', sku: 'COLA', category: 'Snacks', units: 4, missing: 16, atCost: 0.4, atPrice: 4.4 },
  ]);
  expect(stockTotal(lines)).toEqual({ units: 10, atCost: 0.6, atPrice: 11, unitsWithoutCost: 4 });
});

it('nothing in stock is worth nothing', () => {
  expect([stockByProduct([]), stockTotal([])]).toEqual([[], { units: 0, atCost: 0, atPrice: 0, unitsWithoutCost: 0 }]);
});

it('is added up for a fleet of any size', () => {
  const lines = Array.from({ length: 300_000 }, () => line('COLA', 3, 0.3));
  expect(stockTotal(lines)).toEqual({ units: 900_000, atCost: 90_000, atPrice: 990_000, unitsWithoutCost: 0 });
});

it('is no file while the catalog is away: goods of which nobody knows the price would be worth nothing in the books', async () => {
  const shown = (product: object) => ({ machines: [{ machineId: 'VM-1', name: 'Lobby', location: { address: '1 Main Street' }, currency: 'USD', inventory: [{ slot: 'A1', quantity: 4, maxQuantity: 10, product }] }], pages: 1 });
  const linesOf = async (product: object) => {
    const kit = { ask: async () => shown(product), clock: standingClock() } as unknown as Kit;
    const lines = await stockLines(kit, { endDate: '2026-03-01', timeZone: 'UTC' } as SalesOverview, undefined, {} as Asked);
    return isRefusal(lines) ? lines.refused : lines.map(({ atPrice }) => atPrice);
  };
  expect(await linesOf({ name: 'Cola', sku: 'COLA', category: 'Drinks', price: 2.5, cost: 1 })).toEqual([10]);
  expect(await linesOf({ name: 'Name not known right now', sku: '', category: '', price: 0, cost: null, unknown: true })).toBe('UNAVAILABLE');
});
