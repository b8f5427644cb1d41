/** What an accountant sees when a month is over: dashboard, list, analytics, exports and payouts say the same, to the cent, whatever changed in between. */
import type { MachinePerformance, SalesOverview, SalesTrends, TaxRates, TopProducts } from '@larder/contracts/sales/analytics.js';
import type { MachineView } from '@larder/contracts/fleet.js';
import { toCents } from '@larder/contracts/money.js';
import type { PayoutView } from '@larder/contracts/vending/payouts.js';
import type { SalesSummary } from '@larder/contracts/sales.js';
import { standingClock, until, type StandingClock } from '@larder/kit/testing.js';
import { parse } from 'csv-parse/sync';
import { readXlsx } from '@larder/gateway/files/xlsx.testing.js';
import { buy } from '../buying.testing.js';
import { csvOf, fetchFile, pdfText } from '../files.testing.js';
import { startLarder, type AddedMachine, type TestLarder } from '../testing.js';

let clock: StandingClock;
let larder: TestLarder;
let machine: AddedMachine;
let owner: string;

const get = <T>(path: string): Promise<T> => larder.ask<T>('GET', `/api/${path}`, { token: owner });
const put = (path: string, body: object): Promise<unknown> => larder.ask('PUT', `/api/cognito-auth/${path}`, { token: owner, body });
const own = (): string => `cognito-auth/machines/${machine.machineId}`;
const at = async (moment: string): Promise<void> => {
  clock.set(new Date(moment));
  owner = await larder.signIn('owner');
};
async function sold(units: number): Promise<string> {
  await until('the machine is online', async () => (await get<MachineView>(own())).isOnline);
  const sessionId = await buy(larder, machine, units);
  await until('it is sold', async () => (await larder.call('GET', `/api/vend/receipt/${sessionId}`)).status === 200);
  return sessionId;
}
async function refunded(sessionId: string, amount: number): Promise<void> {
  await larder.ask('POST', `/api/admin/sales/visit.${sessionId}.0/refund`, { token: owner, body: { amount, reason: 'It was warm' } });
  await until('it is given back', async () => (await larder.ask<{ refunded: number }>('GET', `/api/vend/receipt/${sessionId}`)).refunded === amount);
}

beforeAll(async () => {
  // In New York the last evening of October, in the night in which clocks go back.
  clock = standingClock('2026-11-01T03:30:00.000Z');
  larder = await startLarder({ clock });
  owner = await larder.signIn('owner');
  machine = await larder.addMachine({ slots: [{ slot: 'A1', name: 'Cola', price: 2.5 }], beatMs: 100 });
  const product = (name: string, price: number) => put(`products/${machine.products.A1}`, { sku: 'COLA', name, category: 'Drinks', price, cost: 0.5, weight: 350 });
  await put(`machines/${machine.machineId}/tax`, { taxBasisPoints: 700 });
  const inOctober = await sold(3);
  await at('2026-11-01T05:30:00.000Z'); // 1:30 on the wall
  await put(`machines/${machine.machineId}/tax`, { taxBasisPoints: 1_900 });
  await sold(1);
  await at('2026-11-01T06:30:00.000Z'); // 1:30 once more
  await product('Cola Zero', 3);
  await sold(1);
  await refunded(inOctober, 2.5);
  await put('account', { timeZone: 'Pacific/Auckland' });
  await at('2026-11-30T12:00:00.000Z'); // there it is December
  await refunded(await sold(1), 1);
  await put(`machines/${machine.machineId}`, { name: 'Harbor', location: { address: 'Pier 1' } });
  await larder.ask('DELETE', `/api/${own()}`, { token: owner });
  await larder.ask('DELETE', `/api/cognito-auth/products/${machine.products.A1}`, { token: owner });
}, 60_000);
afterAll(() => larder.stop());

const sum = (amounts: readonly (number | string | undefined)[]): number => toCents(amounts.reduce<number>((total, amount) => total + Number(amount), 0));
const revenues = (rows: readonly ({ revenue: number } | { totalRevenue: number })[]): number => sum(rows.map((row) => ('revenue' in row ? row.revenue : row.totalRevenue)));

/** In cents, by every way to ask. */
async function figuresOf(first: string, last: string) {
  const range = `startDate=${first}&endDate=${last}`;
  const overviews = await Promise.all(['day', 'week', 'month'].map((groupBy) => get<SalesOverview>(`admin/sales/overview?${range}&groupBy=${groupBy}`)));
  const { trends } = await get<SalesTrends>(`admin/sales/trends?${range}&groupBy=week`);
  const { products } = await get<TopProducts>(`admin/sales/products?${range}`);
  const { machines } = await get<MachinePerformance>(`admin/sales/machines?${range}`);
  const { rates, machines: atRates } = await get<TaxRates>(`admin/sales/taxes?${range}`);
  const compared = await get<SalesSummary>(`admin/sales/comparison?${range}`);
  const list = await get<{ totalRevenue: number; totalRefunded: number; totalSales: number }>(`admin/sales?${range}`);
  const file = (query: string) => fetchFile(larder, `/api/admin/sales/export?${range}&${query}`, owner);
  const taxes = csvOf(await file('type=taxes&format=csv'));
  const rows = csvOf(await file('type=sales&format=csv'));
  const commas: Record<string, string>[] = parse((await file('type=sales&format=csv-comma')).bytes, { columns: true, bom: true, delimiter: ';' });
  const withPoints = commas.map(({ Amount = '', Tax = '' }) => ({ Amount: Amount.replace(',', '.'), Tax: Tax.replace(',', '.') }));
  const { Sales: [head = [], ...cells] = [] } = readXlsx((await file('type=sales&format=xlsx')).bytes);
  const inWorkbook = (column: string): number => sum(cells.map((row) => row[head.indexOf(column)]));
  const months = csvOf(await file('type=summary&format=csv&groupBy=month'));
  return {
    revenue: [
      ...overviews.flatMap(({ summary, periods }) => [toCents(summary.totalRevenue), revenues(periods)]), revenues(trends), revenues(products), revenues(machines), revenues(rates), revenues(atRates), sum(taxes.map(({ Revenue }) => Revenue)), toCents(list.totalRevenue),
      toCents(compared.revenue), ...[compared.days, compared.months, compared.machines, compared.products, compared.methods].map(revenues),
      sum(rows.map(({ Amount }) => Amount)), sum(withPoints.map(({ Amount }) => Amount)), inWorkbook('Amount'), sum(months.map(({ Revenue }) => Revenue)),
    ],
    refunded: [...overviews.map(({ summary }) => toCents(summary.totalRefunded)), toCents(list.totalRefunded), sum(rates.map(({ refunded: back }) => back)), -sum(taxes.map(({ Refunded }) => Refunded)) || 0, -sum(rows.filter(({ Type }) => Type === 'Refund').map(({ Amount }) => Amount)) || 0],
    tax: [...overviews.flatMap(({ summary, periods }) => [toCents(summary.totalTax), sum(periods.map(({ tax }) => tax))]), toCents(compared.tax), ...[rates, atRates].map((all) => sum(all.map(({ tax }) => tax ?? NaN))), sum(taxes.map(({ Tax }) => Tax)), sum(rows.map(({ Tax }) => Tax)), sum(withPoints.map(({ Tax }) => Tax)), inWorkbook('Tax'), sum(months.map(({ Tax }) => Tax))],
    purchases: [sum(rates.map(({ transactions }) => transactions / 100)), ...overviews.map(({ summary }) => summary.totalTransactions), list.totalSales, compared.transactions, rows.filter(({ Type }) => Type === 'Sale').length],
    profit: [...overviews.map(({ summary }) => toCents(summary.totalProfit)), toCents(compared.profit), sum(months.map(({ Profit }) => Profit))],
  };
}

it.each([
  ['October', '2026-10-01', '2026-10-31', { revenue: 750, refunded: 0, tax: 49, purchases: 1, profit: 551 }],
  ['November', '2026-11-01', '2026-11-30', { revenue: 600, refunded: 250, tax: 120, purchases: 3, profit: 330 }], // what was given back of October counts less here
  ['December, with what was given back on its first day', '2026-12-01', '2026-12-01', { revenue: -100, refunded: 100, tax: -16, purchases: 0, profit: -84 }],
  ['the year', '2026-01-01', '2026-12-31', { revenue: 1_250, refunded: 350, tax: 153, purchases: 4, profit: 797 }],
])('%s is the same everywhere', async (_, first, last, { revenue, refunded: back, tax, purchases, profit }) => {
  const figures = await figuresOf(first, last);
  expect(Object.values(figures).map((all) => [...new Set(all)])).toEqual([[revenue], [back], [tax], [purchases], [profit]]);
});

it('each line of the file says on which day of the wall it lies, at which rate it was taxed, and what it was called then', async () => {
  const rows = csvOf(await fetchFile(larder, '/api/admin/sales/export?type=sales&format=csv&startDate=2026-10-01&endDate=2026-12-31', owner));
  expect(rows.map((row) => [row.Date, row.Time, row.Type, row.Product, row.Amount, row.Tax, row['Tax Rate']])).toEqual([
    ['2026-10-31', '23:30:00', 'Sale', 'Cola', '7.5', '0.49', '7'], ['2026-11-01', '01:30:00', 'Sale', 'Cola', '2.5', '0.4', '19'], ['2026-11-01', '01:30:00', 'Sale', 'Cola Zero', '3', '0.48', '19'],
    ['2026-11-01', '19:30:00', 'Refund', 'Cola', '-2.5', '-0.16', '7'], ['2026-11-30', '07:00:00', 'Sale', 'Cola Zero', '3', '0.48', '19'], ['2026-12-01', '01:00:00', 'Refund', 'Cola Zero', '-1', '-0.16', '19'],
  ]);
  const { products: [first] } = await get<TopProducts>('admin/sales/products?startDate=2026-11-01&endDate=2026-11-01');
  expect(first).toMatchObject({ name: 'Cola Zero', totalQuantity: 2, totalRevenue: 3 });
});

it('each tax rate says what was sold at it and given back of it, on the days of each, and what is tax of that', async () => {
  const of = async (first: string, last: string) => (await get<TaxRates>(`admin/sales/taxes?startDate=${first}&endDate=${last}`));
  const october = { rate: 7, sold: 7.5, refunded: 0, revenue: 7.5, tax: 0.49, net: 7.01, transactions: 1 };
  expect(await of('2026-10-01', '2026-10-31')).toMatchObject({ rates: [october], machines: [{ ...october, machineId: machine.machineId }] });
  const november = [{ rate: 19, sold: 8.5, refunded: 0, revenue: 8.5, tax: 1.36, net: 7.14, transactions: 3 }, { rate: 7, sold: 0, refunded: 2.5, revenue: -2.5, tax: -0.16, net: -2.34, transactions: 0 }];
  expect((await of('2026-11-01', '2026-11-30')).rates).toEqual(november);
  expect((await of('2026-12-02', '2026-12-31')).rates).toEqual([]);
  const file = (format: string) => fetchFile(larder, `/api/admin/sales/export?type=taxes&format=${format}&startDate=2026-11-01&endDate=2026-11-30`, owner);
  expect(csvOf(await file('csv')).map((row) => [row.From, row.To, row['Machine ID'], row['Tax Rate'], row.Sold, row.Refunded, row.Revenue, row.Tax, row.Net])).toEqual([
    ['2026-11-01', '2026-11-30', machine.machineId, '19', '8.5', '0', '8.5', '1.36', '7.14'], ['2026-11-01', '2026-11-30', machine.machineId, '7', '0', '-2.5', '-2.5', '-0.16', '-2.34'],
  ]);
  expect(JSON.parse((await file('json')).bytes.toString())).toMatchObject({ data: { rates: november, machines: [{ rate: 19 }, { rate: 7 }] } });
  const workbook = await file('xlsx');
  expect(workbook).toMatchObject({ status: 200, name: 'taxes-xlsx-2026-11-01-to-2026-11-30.xlsx', records: NaN });
  const [at19, at7] = [[0.19, 8.5, 0, 8.5, 1.36, 7.14, 3], [0.07, 0, -2.5, -2.5, -0.16, -2.34, 0]];
  const whose = [46_327, 46_356, machine.machineId, 'Lobby', '1 Main Street']; // as days are counted in spreadsheets
  const titles = ['Tax Rate', 'Sold', 'Refunded', 'Revenue', 'Tax', 'Net', 'Transactions'];
  expect(readXlsx(workbook.bytes)).toEqual({ 'Each Rate': [titles, at19, at7], 'Each Machine': [['From', 'To', 'Machine ID', 'Machine', 'Address', ...titles, 'Currency'], [...whose, ...at19, 'USD'], [...whose, ...at7, 'USD']] });
  const text = pdfText(await file('pdf'));
  for (const said of ['Each Rate', 'Each Machine', '19%', '$7.14', '-$2.34']) expect(text).toContain(said);
});

it('what was paid out is what was sold less what was given back', async () => {
  await at('2026-12-05T12:00:00.000Z');
  const page = await until('every night is looked at', async () => {
    clock.pass(500);
    const now = await get<{ payouts: PayoutView[]; openCount: number; checked: { day: string } | null }>('admin/sales/payouts?limit=100');
    return now.checked && now.checked.day >= '2026-12-04' && now;
  });
  expect([page.openCount, sum(page.payouts.map(({ net }) => net))]).toEqual([0, 1_250]);
});
