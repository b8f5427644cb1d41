import { stored, viewOf } from '@larder/kit/testing.js';
import { daysOfProduct, productSumView, totalsByProduct } from './product-sums.js';
import type { ProductSum } from '../sale-views.js';
import type { SaleFact } from '../sale.js';

const cola = { productId: 'cola', name: 'Cola', sku: 'COLA', category: 'Drinks', quantity: 2, unitPriceCents: 150, costCents: 40, totalCents: 300 };
const chips = { ...cola, productId: 'chips', quantity: 1, costCents: null, totalCents: 175 };
const sold = (saleId: string, machineId: string, lines: (typeof cola | typeof chips)[]): SaleFact => ({
  type: 'SaleRecorded',
  data: { saleId, machineId, machineName: 'Lobby', address: '1 Main Street', soldAt: '2026-03-01T17:00:00.000Z', day: '2026-03-01', timeKnown: true, method: 'card', currency: 'USD', totalCents: 0, source: 'visit', reference: saleId, lines },
});
const refunded: SaleFact = {
  type: 'SaleRefunded',
  data: { saleId: 's1', refundId: 'r1', line: 0, amountCents: 100, currency: 'USD', reason: 'stale', refundedAt: '2026-03-02T09:00:00.000Z', day: '2026-03-02', machineId: 'VM-1', machineName: 'Lobby', address: '1 Main Street', method: 'card', productId: 'cola', name: 'Cola', sku: 'COLA', category: 'Drinks' },
};
const facts = stored([sold('s1', 'VM-1', [cola, chips]), sold('s2', 'VM-2', [cola, cola]), refunded]);
const row = (id: string): ProductSum => viewOf(productSumView, id, facts) as ProductSum;

it('A day of a product adds up all machines, counts a purchase once, and a refund on its own day', () => {
  expect(row('2026-03-01 cola')).toEqual({ day: '2026-03-01', productId: 'cola', name: 'Cola', sku: 'COLA', category: 'Drinks', revenueCents: 900, refundedCents: 0, taxCents: 0, costCents: 240, uncostedCents: 0, transactions: 2, quantity: 6 });
  expect(row('2026-03-02 cola')).toMatchObject({ name: 'Cola', revenueCents: -100, quantity: 0 });
  expect(totalsByProduct([row('2026-03-01 cola'), row('2026-03-01 chips'), row('2026-03-02 cola')])).toEqual({ cola: { quantity: 6, revenueCents: 800 }, chips: { quantity: 1, revenueCents: 175 } });
});

it('A day of a product calls it what it was when it was sold last, in whichever machine', () => {
  const renamed = stored([sold('s1', 'VM-2', [cola]), sold('s2', 'VM-1', [{ ...cola, name: 'Cola 0.33 l' }]), sold('s3', 'VM-2', [chips])]);
  expect(viewOf(productSumView, '2026-03-01 cola', renamed)).toMatchObject({ name: 'Cola 0.33 l', quantity: 4, transactions: 2 });
});

it('The days of a product have no holes, and no profit where a cost is not known', () => {
  const period = { startDate: '2026-02-28', endDate: '2026-03-02' };
  expect(daysOfProduct(period, [row('2026-03-01 cola'), row('2026-03-02 cola')])).toEqual({
    revenue: 8, quantity: 6, transactions: 2, profit: 5.6,
    days: [
      { day: '2026-02-28', revenue: 0, quantity: 0, transactions: 0, profit: 0 },
      { day: '2026-03-01', revenue: 9, quantity: 6, transactions: 2, profit: 6.6 },
      { day: '2026-03-02', revenue: -1, quantity: 0, transactions: 0, profit: -1 },
    ],
  });
  expect(daysOfProduct(period, [row('2026-03-01 chips')])).toMatchObject({ profit: null, revenue: 1.75 });
  expect(daysOfProduct(period, [{ ...row('2026-03-02 cola'), uncostedCents: -100 }])).toMatchObject({ profit: null, revenue: -1 });
});
