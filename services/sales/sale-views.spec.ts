import { stored, viewOf } from '@larder/kit/testing.js';
import type { Sale, SaleFact } from './sale.js';
import { productSumView } from './sums/product-sums.js';
import { saleDayView } from './sums/sale-days.js';
import { saleTotalView } from './sums/sale-totals.js';
import { taxDayView } from './sums/tax-days.js';
import { machineDayView, productDayView, refundView, saleView, type Figures } from './sale-views.js';

const cola = { productId: 'cola', name: 'Cola', sku: 'COLA', category: 'Drinks', quantity: 2, unitPriceCents: 150, costCents: 40, totalCents: 300, slot: '110' };
const chips = { productId: 'chips', name: 'Chips', sku: 'CHIPS', category: 'Food', quantity: 1, unitPriceCents: 175, costCents: null, totalCents: 175 };
const sold = (saleId: string, change: Partial<Sale> = {}): SaleFact => {
  const { lines = [cola] } = change;
  return {
    type: 'SaleRecorded',
    data: {
      saleId, machineId: 'VM-1', machineName: 'Lobby', address: '1 Main Street', soldAt: '2022-01-01T17:00:00.000Z', day: '2022-01-01', timeKnown: true,
      method: 'cash', currency: 'USD', totalCents: lines.reduce((sum, l) => sum + l.totalCents, 0), source: 'visit', reference: saleId, ...change, lines,
    },
  };
};

describe('The list of sales', () => {
  it('has a row for each line of a purchase', () => {
    const facts = stored([sold('s1', { lines: [cola, chips] })]);
    expect(saleView.rows(facts[0] as (typeof facts)[number]).map(({ account, id }) => [account, id])).toEqual([['acme', 's1.0'], ['acme', 's1.1']]);
    expect(viewOf(saleView, 's1.1', facts)).toMatchObject({ id: 's1.1', saleId: 's1', reference: 's1', ending: 's1', name: 'Chips', quantity: 1, totalCents: 175, machineName: 'Lobby', method: 'cash' });
  });
  it('is ordered by the day on the machine\'s wall, then by time', () => {
    const late = viewOf(saleView, 'a.0', stored([sold('a', { day: '2022-01-01', soldAt: '2022-01-02T03:00:00.000Z' })]));
    const early = viewOf(saleView, 'b.0', stored([sold('b', { day: '2022-01-02', soldAt: '2022-01-02T05:00:00.000Z', timeKnown: false })]));
    expect((late?.when ?? '') < (early?.when ?? '')).toBe(true);
  });
});

describe('Daily sums', () => {
  const facts = stored([
    sold('s1', { lines: [cola, chips] }), sold('s2'), sold('s3', { method: 'card' }), sold('s4', { machineId: 'VM-2' }), sold('s5', { day: '2022-01-02' }), sold('s6', { lines: [cola, { ...cola, slot: '111' }] }),
  ]);
  it('by machine and method count purchases, units, money and the cost that is known', () => {
    expect(viewOf(machineDayView, '2022-01-01 VM-1 cash 1 Main Street', facts)).toEqual({
      day: '2022-01-01', machineId: 'VM-1', machineName: 'Lobby', address: '1 Main Street', method: 'cash', lastAt: '2022-01-01T17:00:00.000Z', revenueCents: 475 + 300 + 600, refundedCents: 0, taxCents: 0, costCents: 80 + 80 + 160, uncostedCents: 175, transactions: 3, quantity: 3 + 2 + 4,
    });
    expect(viewOf(machineDayView, '2022-01-01 VM-1 card 1 Main Street', facts)).toMatchObject({ revenueCents: 300, transactions: 1 });
    expect(viewOf(machineDayView, '2022-01-02 VM-1 cash 1 Main Street', facts)).toMatchObject({ revenueCents: 300, transactions: 1 });
    expect(viewOf(machineDayView, '2022-01-01 VM-2 cash 1 Main Street', facts)).toMatchObject({ revenueCents: 300, transactions: 1 });
  });
  it('of a machine that is moved are those of each address it sold at, however late a sale is told; what is given back is taken off where it was sold', () => {
    const hill = sold('s2', { soldAt: '2022-01-01T19:00:00.000Z', address: '2 Hill Road', machineName: 'Attic' });
    const late = sold('s3', { soldAt: '2022-01-01T16:00:00.000Z', machineName: 'Porch' });
    const back: SaleFact = { type: 'SaleRefunded', data: { saleId: 's1', refundId: 'r1', line: 0, amountCents: 100, currency: 'USD', reason: 'melted', refundedAt: '2022-01-01T20:00:00.000Z', day: '2022-01-01', machineId: 'VM-1', machineName: 'Lobby', address: '1 Main Street', method: 'cash', productId: 'cola', name: 'Cola', sku: 'COLA', category: 'Drinks' } };
    const told = stored([sold('s1'), hill, late, back]);
    expect(viewOf(machineDayView, '2022-01-01 VM-1 cash 1 Main Street', told)).toMatchObject({ machineName: 'Lobby', address: '1 Main Street', lastAt: '2022-01-01T17:00:00.000Z', revenueCents: 500, refundedCents: 100, transactions: 2 });
    expect(viewOf(machineDayView, '2022-01-01 VM-1 cash 2 Hill Road', told)).toMatchObject({ machineName: 'Attic', address: '2 Hill Road', revenueCents: 300, refundedCents: 0, transactions: 1 });
    expect(['1 Main Street', '2 Hill Road'].map((address) => viewOf(taxDayView, `2022-01-01 VM-1  ${address}`, told))).toMatchObject([{ address: '1 Main Street', soldCents: 600 }, { address: '2 Hill Road', soldCents: 300 }]);
  });
  it('know a cost of nothing from one that nobody knows', () => {
    expect(viewOf(saleDayView, '2022-01-01 cash', stored([sold('s1', { lines: [{ ...cola, costCents: 0 }, chips] })]))).toMatchObject({ costCents: 0, uncostedCents: 175 });
  });
  it('by product count a purchase once, however many of its lines are of that product', () => {
    expect(viewOf(productDayView, '2022-01-01 VM-1 cola', facts)).toEqual({
      day: '2022-01-01', machineId: 'VM-1', productId: 'cola', name: 'Cola', sku: 'COLA', category: 'Drinks', revenueCents: 300 + 300 + 300 + 600, taxCents: 0, costCents: 80 * 3 + 160, uncostedCents: 0, transactions: 4, quantity: 10, refundedCents: 0,
    });
    expect(viewOf(productDayView, '2022-01-01 VM-1 chips', facts)).toMatchObject({ revenueCents: 175, costCents: 0, transactions: 1, quantity: 1 });
  });
  it('of all machines count each method by itself', () => {
    expect(viewOf(saleDayView, '2022-01-01 cash', facts)).toEqual({ day: '2022-01-01', method: 'cash', revenueCents: 475 + 300 + 300 + 600, refundedCents: 0, taxCents: 0, costCents: 80 * 3 + 160, uncostedCents: 175, transactions: 4, quantity: 3 + 2 + 2 + 4, importedTransactions: 0 });
    expect(viewOf(saleDayView, '2022-01-01 card', facts)).toMatchObject({ revenueCents: 300, transactions: 1 });
  });
  it('tell what came from another system from what was sold here', () => {
    const mixed = stored([sold('s1'), sold('s2', { source: 'seed-live' }), sold('s3', { source: 'seed-live' })]);
    expect(viewOf(saleDayView, '2022-01-01 cash', mixed)).toMatchObject({ transactions: 3, importedTransactions: 2 });
  });
  it('of the same sales and refunds add up to the same money, tax and cost, whichever way they are cut', () => {
    const back = { saleId: 's1', refundId: 'r1', currency: 'USD', reason: 'x', refundedAt: '2022-01-03T15:00:00.000Z', day: '2022-01-03', machineId: 'VM-1', machineName: 'Lobby', address: '1 Main Street', method: 'cash' as const };
    const all = [
      ...facts, ...stored<SaleFact>([
        sold('s7', { lines: [{ ...cola, taxCents: 19 }, { ...chips, taxCents: 12 }], totalCents: 475, day: '2022-01-03' }), sold('s8', { lines: [{ ...cola, totalCents: 250, taxCents: 16 }], day: '2022-01-03' }), // of which a part was never paid
        { type: 'SaleRefunded', data: { ...back, line: 0, amountCents: 100, taxCents: 6, productId: 'cola', name: 'Cola', sku: 'COLA', category: 'Drinks' } },
        { type: 'SaleRefunded', data: { ...back, refundId: 'r2', line: 1, amountCents: 75, taxCents: 5, isUncosted: true, productId: 'chips', name: 'Chips', sku: 'CHIPS', category: 'Food' } },
      ]),
    ];
    const total = (view: typeof machineDayView | typeof productDayView | typeof saleDayView | typeof productSumView): number[] => {
      const ids = [...new Set(all.flatMap((fact) => view.rows(fact).map(({ id }) => id)))];
      const rows = ids.map((id) => viewOf<SaleFact, Figures>(view as never, id, all));
      return (['revenueCents', 'refundedCents', 'taxCents', 'costCents', 'uncostedCents', 'quantity'] as const).map((figure) => rows.reduce((sum, row) => sum + (row?.[figure] ?? 0), 0));
    };
    const expected = [475 + 300 * 4 + 600 + 475 + 250 - 175, 175, 31 + 16 - 11, 80 * 9, 175 + 163 - 70, 3 + 2 * 4 + 4 + 3 + 2];
    expect([machineDayView, productDayView, saleDayView, productSumView].map(total)).toEqual([expected, expected, expected, expected]);
  });
});

it('Sums over all time are those of each machine and of all together, with the days of the first and the last', () => {
  const facts = stored([sold('s1', { day: '2022-01-02' }), sold('s2', { method: 'card' }), sold('s3', { machineId: 'VM-2', lines: [cola, chips] }), sold('s4')]);
  expect(viewOf(saleTotalView, 'cash VM-1', facts)).toEqual({ machineId: 'VM-1', method: 'cash', firstDay: '2022-01-01', lastDay: '2022-01-02', revenueCents: 600, refundedCents: 0, taxCents: 0, costCents: 160, uncostedCents: 0, transactions: 2, quantity: 4 });
  expect(viewOf(saleTotalView, 'cash ', facts)).toMatchObject({ machineId: '', firstDay: '2022-01-01', lastDay: '2022-01-02', revenueCents: 1075, uncostedCents: 175, transactions: 3, quantity: 7 });
  expect(viewOf(saleTotalView, 'card ', facts)).toMatchObject({ revenueCents: 300, transactions: 1 });
});

it('Sums by tax rate are those of each machine and day at each rate, none known beside none at all', () => {
  const taxed = (saleId: string, taxBasisPoints: number, taxCents: number): SaleFact => sold(saleId, { taxBasisPoints, taxCents, lines: [{ ...cola, taxCents }] });
  const facts = stored([taxed('s1', 700, 20), taxed('s2', 700, 20), taxed('s3', 1_900, 48), taxed('s4', 0, 0), sold('s5')]);
  const at = (rate: string) => viewOf(taxDayView, `2022-01-01 VM-1 ${rate} 1 Main Street`, facts);
  expect(at('700')).toEqual({ day: '2022-01-01', machineId: 'VM-1', machineName: 'Lobby', address: '1 Main Street', taxBasisPoints: 700, soldCents: 600, refundedCents: 0, taxCents: 40, transactions: 2 });
  expect([at('1900'), at('0'), at('')]).toMatchObject([{ taxCents: 48, soldCents: 300 }, { taxBasisPoints: 0, taxCents: 0, transactions: 1 }, { taxBasisPoints: null, soldCents: 300, transactions: 1 }]);
});

it('Goods with a tax rate of their own are sold at that one, beside the rest of the purchase', () => {
  const nuts = { ...cola, productId: 'nuts', name: 'Nuts', sku: 'NUTS', taxBasisPoints: 1_900, taxCents: 48 };
  const facts = stored([sold('s1', { taxBasisPoints: 700, taxCents: 68, totalCents: 600, lines: [{ ...cola, taxCents: 20 }, nuts] })]);
  expect(['700', '1900'].map((rate) => viewOf(taxDayView, `2022-01-01 VM-1 ${rate} 1 Main Street`, facts))).toMatchObject([{ soldCents: 300, taxCents: 20, transactions: 1 }, { taxBasisPoints: 1_900, soldCents: 300, taxCents: 48, transactions: 1 }]);
  expect(['s1.0', 's1.1'].map((id) => viewOf(saleView, id, facts)?.taxBasisPoints)).toEqual([700, 1_900]);
});

describe('A refund', () => {
  const back = { saleId: 's1', refundId: 'r1', line: 0, amountCents: 100, currency: 'USD' };
  const requested: SaleFact = { type: 'RefundRequested', data: { ...back, reason: 'melted', by: 'u1', reference: 's1' } };
  const refunded: SaleFact = { type: 'SaleRefunded', data: { ...back, reason: 'melted', refundedAt: '2022-01-03T15:00:00.000Z', day: '2022-01-03', machineId: 'VM-1', machineName: 'Lobby', address: '1 Main Street', method: 'cash', productId: 'cola', name: 'Cola', sku: 'COLA', category: 'Drinks' } };
  const facts = stored([sold('s1'), requested, refunded]);

  it('stands beside the line it is of', () => {
    expect(viewOf(saleView, 's1.0', stored([sold('s1'), requested]))).toMatchObject({ totalCents: 300, refundedCents: 0, refunds: [{ refundId: 'r1', amountCents: 100, state: 'asked' }] });
    expect(viewOf(saleView, 's1.0', facts)).toMatchObject({ totalCents: 300, refundedCents: 100, refunds: [{ refundId: 'r1', state: 'done' }] });
    expect(viewOf(saleView, 's1.0', stored([sold('s1'), requested, { type: 'RefundRefused', data: { ...back, why: 'closed' } }]))).toMatchObject({ refundedCents: 0, refunds: [{ state: 'refused', why: 'closed' }] });
  });
  it('counts less on the day of the refund, and leaves the day of the sale as it was', () => {
    expect(viewOf(machineDayView, '2022-01-01 VM-1 cash 1 Main Street', facts)).toMatchObject({ revenueCents: 300, transactions: 1, quantity: 2 });
    expect(viewOf(machineDayView, '2022-01-03 VM-1 cash 1 Main Street', facts)).toMatchObject({ revenueCents: -100, refundedCents: 100, transactions: 0, quantity: 0 });
    expect(viewOf(productDayView, '2022-01-03 VM-1 cola', facts)).toMatchObject({ revenueCents: -100, refundedCents: 100, name: 'Cola' });
    expect(viewOf(saleTotalView, 'cash VM-1', facts)).toMatchObject({ machineId: 'VM-1', lastDay: '2022-01-03', revenueCents: 200, refundedCents: 100, transactions: 1 });
  });
  it('is told beside the sales of its day, whichever was first and however many there were', () => {
    const again = (refundId: string): SaleFact => ({ type: 'SaleRefunded', data: { ...refunded.data as Extract<SaleFact, { type: 'SaleRefunded' }>['data'], refundId, amountCents: 50 } });
    const busy = stored([sold('s1'), refunded, sold('s2', { day: '2022-01-03' }), again('r2')]);
    expect(viewOf(productDayView, '2022-01-03 VM-1 cola', busy)).toMatchObject({ revenueCents: 150, refundedCents: 150, transactions: 1, quantity: 2 });
  });
  it('of what nobody knows the cost of is money less that has no cost', () => {
    const uncosted: SaleFact = { type: 'SaleRefunded', data: { ...refunded.data as Extract<SaleFact, { type: 'SaleRefunded' }>['data'], day: '2022-01-01', isUncosted: true } };
    expect(viewOf(saleDayView, '2022-01-01 cash', stored([sold('s1', { lines: [cola, chips] }), uncosted]))).toMatchObject({ revenueCents: 375, uncostedCents: 75 });
  });
  it('takes its share of the tax along, also out of what has no known cost', () => {
    const taxed = sold('s1', { lines: [{ ...cola, taxCents: 19 }, { ...chips, taxCents: 12 }] });
    const less: SaleFact = { type: 'SaleRefunded', data: { ...refunded.data as Extract<SaleFact, { type: 'SaleRefunded' }>['data'], day: '2022-01-01', amountCents: 175, taxCents: 12, isUncosted: true } };
    expect(viewOf(saleDayView, '2022-01-01 cash', stored([taxed]))).toMatchObject({ revenueCents: 475, taxCents: 31, uncostedCents: 163 });
    expect(viewOf(saleDayView, '2022-01-01 cash', stored([taxed, less]))).toMatchObject({ revenueCents: 300, taxCents: 19, uncostedCents: 0 });
  });
  it('gives nothing the name that it had when it was sold', () => {
    const renamed = sold('s2', { day: '2022-01-03', machineName: 'Entrance', lines: [{ ...cola, name: 'Cola Zero' }] });
    expect(viewOf(machineDayView, '2022-01-03 VM-1 cash 1 Main Street', stored([sold('s1'), renamed, refunded]))).toMatchObject({ machineName: 'Entrance', revenueCents: 200 });
    expect(viewOf(productDayView, '2022-01-03 VM-1 cola', stored([sold('s1'), renamed, refunded]))).toMatchObject({ name: 'Cola Zero', refundedCents: 100 });
  });
  it('that is undone counts again from the day of that on, in every sum, and is a row less', () => {
    const { refundedAt: _, ...data } = refunded.data as Extract<SaleFact, { type: 'SaleRefunded' }>['data'];
    const undone: SaleFact = { type: 'RefundUndone', data: { ...data, reason: 'won', undoneAt: '2022-01-09T15:00:00.000Z', day: '2022-01-09', taxCents: 6 } };
    const all = [...facts, ...stored([undone]).map((fact) => ({ ...fact, position: `9${fact.position}` }))];
    expect(viewOf(saleView, 's1.0', all)).toMatchObject({ refundedCents: 0, refunds: [{ refundId: 'r1', amountCents: 100, state: 'refused', why: 'won' }] });
    expect(viewOf(refundView, 'r1', all)).toMatchObject({ amountCents: 100, day: '2022-01-03' });
    expect(viewOf(refundView, 'r1:undone', all)).toMatchObject({ amountCents: -100, taxCents: -6, day: '2022-01-09', when: '2022-01-09 2022-01-09T15:00:00.000Z' });
    const again = { revenueCents: 100, refundedCents: -100, taxCents: 6, transactions: 0 };
    expect(viewOf(machineDayView, '2022-01-09 VM-1 cash 1 Main Street', all)).toMatchObject(again);
    expect(viewOf(productDayView, '2022-01-09 VM-1 cola', all)).toMatchObject(again);
    expect(viewOf(saleDayView, '2022-01-09 cash', all)).toMatchObject(again);
    expect(viewOf(productSumView, '2022-01-09 cola', all)).toMatchObject(again);
    expect(viewOf(saleTotalView, 'cash VM-1', all)).toMatchObject({ revenueCents: 300, refundedCents: 0, lastDay: '2022-01-09' });
  });
  it('is a row of its own on its day, once the money is back', () => {
    expect(viewOf(refundView, 'r1', stored([sold('s1'), requested]))).toBeUndefined();
    expect(viewOf(refundView, 'r1', facts)).toMatchObject({ id: 'r1', when: '2022-01-03 2022-01-03T15:00:00.000Z', day: '2022-01-03', saleId: 's1', amountCents: 100, machineName: 'Lobby', name: 'Cola', reason: 'melted' });
  });
});
