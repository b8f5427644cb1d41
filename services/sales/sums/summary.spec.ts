import type { MachineDay, ProductDay } from '../sale-views.js';
import { before, objectionTo, periodOf, summarize } from './summary.js';

const machineDay = (day: string, change: Partial<MachineDay> = {}): MachineDay => ({ day, machineId: 'VM-1', machineName: 'Lobby', address: '1 Main Street', method: 'cash', lastAt: `${day}T12:00:00.000Z`, revenueCents: 100, refundedCents: 0, taxCents: 0, costCents: 40, uncostedCents: 0, transactions: 1, quantity: 2, ...change });
const productDay = (day: string, change: Partial<ProductDay> = {}): ProductDay => ({ day, machineId: 'VM-1', productId: 'cola', name: 'Cola', sku: 'COLA', category: 'Drinks', revenueCents: 100, taxCents: 0, costCents: 40, uncostedCents: 0, transactions: 1, quantity: 2, refundedCents: 0, ...change });
const january = { startDate: '2022-01-30', endDate: '2022-02-02' };

describe('A summary', () => {
  const machineDays = [machineDay('2022-01-30', { revenueCents: 1010 }), machineDay('2022-01-31', { method: 'card', revenueCents: 2020 }), machineDay('2022-02-02', { machineId: 'VM-2', machineName: 'Pool', revenueCents: 5050 }), machineDay('2022-02-02', { machineName: 'Entrance', revenueCents: 5 })];
  const productDays = [productDay('2022-01-30', { revenueCents: 10 }), productDay('2022-02-02', { name: 'Cola 0.33', revenueCents: 20 }), productDay('2022-02-02', { productId: 'chips', name: 'Chips', sku: 'CHIPS', category: 'Food', revenueCents: 50 })];
  const summary = summarize(january, machineDays, machineDays, productDays);

  it('adds up money, purchases and units, and the profit of what has a cost', () => expect(summary).toMatchObject({ revenue: 80.85, cost: 1.6, profit: 79.25, transactions: 4, quantity: 8 }));
  it('has a row for every day of the period, also for those without a sale', () =>
    expect(summary.days.map(({ day, revenue }) => [day, revenue])).toEqual([['2022-01-30', 10.1], ['2022-01-31', 20.2], ['2022-02-01', 0], ['2022-02-02', 50.55]]));
  it('has months in their order', () => expect(summary.months.map(({ month, revenue }) => [month, revenue])).toEqual([['2022-01', 30.3], ['2022-02', 50.55]]));
  it('has machines best first, by their latest name', () => expect(summary.machines.map(({ machineId, name, revenue }) => [machineId, name, revenue])).toEqual([['VM-2', 'Pool', 50.5], ['VM-1', 'Entrance', 30.35]]));
  it('has products best first, by their latest name', () => expect(summary.products.map(({ name, category, revenue }) => [name, category, revenue])).toEqual([['Chips', 'Food', 0.5], ['Cola 0.33', 'Drinks', 0.3]]));
  it('has methods with their share of the money', () => expect(summary.methods).toEqual([{ method: 'cash', count: 3, revenue: 60.65, percentage: 75 }, { method: 'card', count: 1, revenue: 20.2, percentage: 25 }]));
  it('has no share for a method that gave back more than it took: the shares are of what came in', () => {
    const sharesOf = (...cents: [card: number, cash: number]) => summarize(january, cents.map((revenueCents, n) => machineDay('2022-01-30', { method: n === 0 ? 'card' : 'cash', revenueCents })), [], []).methods.map(({ method, percentage }) => [method, percentage]);
    expect(sharesOf(1195, -1693)).toEqual([['card', 100], ['cash', 0]]);
    expect(sharesOf(1000, -400)).toEqual([['card', 100], ['cash', 0]]);
    expect(sharesOf(-100, -300)).toEqual([['card', 0], ['cash', 0]]);
  });
  it('of nothing is all zeros', () => expect(summarize(january, [], [], [])).toMatchObject({ revenue: 0, cost: 0, profit: 0, transactions: 0, quantity: 0, months: [], machines: [], products: [], methods: [] }));
  it('of a free purchase divides by nothing', () => expect(summarize(january, [machineDay('2022-01-30', { revenueCents: 0 })], [], []).methods).toEqual([{ method: 'cash', count: 1, revenue: 0, percentage: 0 }]));
});

describe('A period', () => {
  const today = '2026-03-01';
  it('is the last 30 days unless somebody says otherwise', () => expect(periodOf(today, {})).toEqual({ startDate: '2026-01-31', endDate: today }));
  it.each([['7d', '2026-02-23'], ['30d', '2026-01-31'], ['90d', '2025-12-02'], ['1y', '2025-03-02']] as const)('counts a timeframe of %s back from today to %s', (timeframe, startDate) => expect(periodOf(today, { timeframe })).toEqual({ startDate, endDate: today }));
  it('goes up to today from a start', () => expect(periodOf(today, { startDate: '2026-02-27' })).toEqual({ startDate: '2026-02-27', endDate: today }));
  it('is 30 days up to an end', () => expect(periodOf(today, { endDate: '2022-06-30' })).toEqual({ startDate: '2022-06-01', endDate: '2022-06-30' }));
  it('is at most fifty years', () => expect([{ startDate: '1976-03-01', endDate: today }, { startDate: '1976-02-29', endDate: today }].map((period) => objectionTo(period)?.message)).toEqual([undefined, 'Please choose at most fifty years']));
  it('is compared with as many days just before it', () => expect(before({ startDate: '2022-03-01', endDate: '2022-03-03' })).toEqual({ startDate: '2022-02-26', endDate: '2022-02-28' }));
});
