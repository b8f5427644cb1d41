import type { SoldLately } from '@larder/contracts/fleet/pace.js';
import { stored, viewOf } from '@larder/kit/testing.js';
import type { SaleFact } from '../sale.js';
import { latelyView, soldWithin, type Lately } from './lately.js';

const line = (productId: string, quantity: number) => ({ productId, name: productId, sku: productId, category: 'Drinks', quantity, unitPriceCents: 250, costCents: 80, totalCents: 250 * quantity, slot: 'A1' });
const sold = (day: string, ...lines: [productId: string, quantity: number][]): SaleFact => ({
  type: 'SaleRecorded', data: {
    saleId: `visit.${day}`, machineId: 'VM-001', machineName: 'Lobby', address: '1 Main Street', soldAt: `${day}T12:00:00.000Z`, day, timeKnown: true, method: 'card', currency: 'USD',
    lines: lines.map(([productId, quantity]) => line(productId, quantity)), totalCents: 0, source: 'visit', reference: 'r',
  },
});

/** Sales, each with the day on which it was entered. */
function rowAfter(...sales: [entered: string, fact: SaleFact][]): Lately | undefined {
  const facts = stored(sales.map(([, fact]) => fact)).map((fact, n) => ({ ...fact, meta: { ...fact.meta, at: `${sales[n]?.[0]}T12:00:00.000Z` } }));
  return viewOf(latelyView, 'VM-001', facts.filter((fact) => latelyView.rows(fact).length > 0));
}
const march = { startDate: '2026-03-04', endDate: '2026-03-31' };
const within = (row: Lately | undefined, since?: string): SoldLately => soldWithin(row ? [row] : [], march, new Map(since ? [['VM-001', since]] : []));
const cola = { machineId: 'VM-001', productId: 'cola' };

describe('What a machine sold lately', () => {
  it('is added up over days and purchases, with the first day on which any was sold', () => {
    const row = rowAfter(['2026-03-10', sold('2026-03-10', ['cola', 2], ['chips', 1])], ['2026-03-10', sold('2026-03-10', ['cola', 1])], ['2026-03-20', sold('2026-03-20', ['cola', 4])]);
    expect(within(row)).toEqual([{ ...cola, units: 7, firstDay: '2026-03-10' }, { machineId: 'VM-001', productId: 'chips', units: 1, firstDay: '2026-03-10' }]);
  });
  it('is what was sold within the days that are asked about, the first and the last of them too', () => {
    const row = rowAfter(['2026-03-03', sold('2026-03-03', ['cola', 1])], ['2026-03-04', sold('2026-03-04', ['cola', 2])], ['2026-03-31', sold('2026-03-31', ['cola', 4])], ['2026-03-31', sold('2026-04-01', ['cola', 8])]);
    expect(within(row)).toEqual([{ ...cola, units: 6, firstDay: '2026-03-04' }]);
    expect(soldWithin([row as Lately], { ...march, endDate: '2026-04-01' })).toEqual([{ ...cola, units: 14, firstDay: '2026-03-04' }]);
  });
  it('is nothing of before a machine came to where it stands', () => {
    const row = rowAfter(['2026-03-10', sold('2026-03-10', ['cola', 2])], ['2026-03-20', sold('2026-03-20', ['cola', 4])]);
    expect(within(row, '2026-03-20')).toEqual([{ ...cola, units: 4, firstDay: '2026-03-20' }]);
    expect(within(row, '2026-03-21')).toEqual([]);
  });
  it('counts on its own day what was paid or imported later', () => {
    const row = rowAfter(['2026-03-20', sold('2026-03-20', ['cola', 1])], ['2026-03-21', sold('2026-03-08', ['cola', 3])]);
    expect(within(row)).toEqual([{ ...cola, units: 4, firstDay: '2026-03-08' }]);
  });
  it('forgets what was sold longer ago than anybody asks, and writes no row for what is imported of years', () => {
    const row = rowAfter(['2026-01-01', sold('2026-01-01', ['cola', 1], ['tea', 1])], ['2026-03-20', sold('2026-03-20', ['cola', 2])]);
    expect(row?.products).toEqual([{ productId: 'cola', units: [0, 2] }]);
    expect(rowAfter(['2026-03-20', sold('2019-07-04', ['cola', 1])])).toBeUndefined();
  });
  it('is not hidden by a sale that is dated wrongly, nor for long by one that was entered while the clock was ahead', () => {
    expect(within(rowAfter(['2026-03-19', sold('2062-03-19', ['cola', 9])], ['2026-03-20', sold('2026-03-20', ['cola', 2])]))).toEqual([{ ...cola, units: 2, firstDay: '2026-03-20' }]);
    expect(within(rowAfter(['2027-03-19', sold('2027-03-19', ['cola', 9])], ['2026-03-20', sold('2026-03-20', ['cola', 2])]))).toEqual([{ ...cola, units: 2, firstDay: '2026-03-20' }]);
  });
});
