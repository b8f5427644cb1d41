import type { Totals } from '@larder/contracts/sales/analytics.js';
import { linesOf, type MonthFigures } from './month-letter-text.js';

const none: Totals = { totalRevenue: 0, totalRefunded: 0, totalTax: 0, totalCost: 0, totalProfit: 0, profitMargin: null, revenueWithoutCost: 0, totalTransactions: 0, totalQuantity: 0, averageTransactionValue: 0 };
const october: MonthFigures = {
  month: '2026-10', currency: 'EUR', before: { ...none, totalRevenue: 1_000, totalTransactions: 9 },
  totals: { ...none, totalRevenue: 1_234.5, totalTax: 80.1, totalCost: 400, totalProfit: 754.4, totalTransactions: 410, totalQuantity: 1_567 },
  losses: { units: 0, cost: 0, price: 0, unitsWithoutCost: 0 },
  machines: ['Lobby', 'Harbor'].map((name, n) => ({ machineId: `VM-${n}`, name, address: '', totalRevenue: 700 - n * 165.5, totalTransactions: 409 * (1 - n) + 1, avgTransactionValue: 0, totalQuantity: 0 })),
  products: Array.from({ length: 7 }, (_, n) => ({ productId: `p${n}`, name: `Cola ${n}`, sku: '', category: '', totalQuantity: 1, totalRevenue: 2, avgPrice: 2, transactionCount: 1 })),
};

it('says what a month brought, what is left of it, and where it came from', () => expect(linesOf(october)).toEqual([
  'October 2026 brought €1,234.50: 410 purchases, 1,567 items. That is 23.5% more than in the month before.',
  '€80.10 of it is tax, the goods cost €400.00: €754.40 is profit.',
  'Machines: Lobby €700.00 (410 purchases), Harbor €534.50 (1 purchase).',
  'Products: Cola 0 €2.00 (1 item), Cola 1 €2.00 (1 item), Cola 2 €2.00 (1 item), Cola 3 €2.00 (1 item), Cola 4 €2.00 (1 item), and 2 more.',
]));

it('calls nothing profit where neither cost nor tax is known, and compares with nothing where there was nothing', () =>
  expect(linesOf({ ...october, before: none, totals: { ...none, totalRevenue: 5, totalTransactions: 1, totalQuantity: 1 }, machines: [], products: [] })).toEqual(['October 2026 brought €5.00: 1 purchase, 1 item.']));

it('says how much was given back, and whose cost is not known', () => expect(linesOf({ ...october, totals: { ...october.totals, totalRefunded: 3, revenueWithoutCost: 12 } })).toEqual(expect.arrayContaining([
  '€3.00 was refunded in the month: the revenue is what is left.', 'The cost of €12.00 of this revenue is not known: its profit counts in full.',
])));

it('says what was lost beside what was sold, also in a month in which nothing was', () => {
  const losses = { units: 12, cost: 18.5, price: 60, unitsWithoutCost: 0 };
  const said = '12 items were lost: €18.50 at cost and €60.00 at price. The profit of what was sold does not count that.';
  expect(linesOf({ ...october, losses })[2]).toBe(said);
  expect(linesOf({ ...october, totals: none, before: none, losses })).toEqual(['Nothing was sold in October 2026.', said]);
  expect(linesOf({ ...october, losses: { units: 1, cost: 0, price: 5, unitsWithoutCost: 1 } })[2]).toBe('1 item was lost: €5.00 at price. The profit of what was sold does not count that.');
});

it.each([[1_000, ' That is as much as in the month before.'], [900, ' That is 10% less than in the month before.']])('compares %d with a thousand', (totalRevenue, said) =>
  expect(linesOf({ ...october, totals: { ...october.totals, totalRevenue } })[0]).toContain(said));

it('says that nothing was sold', () => {
  expect(linesOf({ ...october, totals: none })).toEqual(['Nothing was sold in October 2026.', 'The month before had brought €1,000.00.']);
  expect(linesOf({ ...october, totals: none, before: none })).toEqual(['Nothing was sold in October 2026.']);
});

it('a name of any length fits', () => {
  const [machine] = october.machines;
  const lines = linesOf({ ...october, machines: Array.from({ length: 5 }, () => ({ ...machine!, name: 'x'.repeat(300) })) });
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(1_000);
});
