/** What analytics shows and exports: the same totals everywhere, refunds on their own day, only what plan and organization allow. */
import type { MachinePerformance, SalesOverview, SalesTrends, TopProducts } from '@larder/contracts/sales/analytics.js';
import type { Dashboard } from '@larder/contracts/gateway.js';
import { establish } from '@larder/contracts/identity.js';
import type { SalesLosses } from '@larder/contracts/sales/losses.js';
import { isRefusal } from '@larder/contracts/reply.js';
import type { ImportReport, SaleView, SalesSummary } from '@larder/contracts/sales.js';
import { standingClock, until, type StandingClock } from '@larder/kit/testing.js';
import { exportOf } from '@larder/sales/testing.js';
import { csvOf, fetchFile, pdfText } from '../files.testing.js';
import { PASSWORD, startLarder, TIME_ZONE, type TestLarder } from '../testing.js';

const DAY_MS = 86_400_000;
let larder: TestLarder;
let clock: StandingClock;
let admin: string;

const take = async (csv: string, token = admin, timeZone = TIME_ZONE): Promise<void> => {
  const { importId } = await larder.ask<{ importId: string }>('POST', '/api/admin/sales/import', { token, body: { fileName: 'x.csv', csv, timeZone } });
  await until('the import has ended', async () => (await larder.ask<ImportReport>('GET', `/api/admin/sales/import/${importId}`, { token })).state === 'done', 60_000);
};
const ask = <T>(path: string, token = admin) => larder.ask<T>('GET', `/api/admin/sales/${path}`, { token });
const file = (query: string, token = admin) => fetchFile(larder, `/api/admin/sales/export?${query}`, token);

async function begin(): Promise<void> {
  clock = standingClock('2026-03-10T17:00:00.000Z');
  larder = await startLarder({ clock });
  admin = await larder.signIn('admin');
}

describe('Two days of sales with a refund on the second', () => {
  const range = 'startDate=2026-03-01&endDate=2026-03-31';
  beforeAll(async () => {
    await begin();
    await take(exportOf([
      { Product: '=HYPERLINK("http://evil.example")', Location: '+1 Pier', RPrice: '2', RQty: '2', Transaction: '1', TransDate: 'Monday, March 9, 2026', 'Prcd Date': '3/9/2026', Type: 'Cash' },
      { Product: 'Water', RPrice: '1.25', Transaction: '2', TransDate: 'Tuesday, March 10, 2026', 'Prcd Date': '3/10/2026', Machine: 'Boat House x2' },
      { Product: 'Water', RPrice: '1.25', Transaction: '3', TransDate: 'Saturday, February 28, 2026', 'Prcd Date': '2/28/2026' },
    ]));
    clock.pass(DAY_MS);
    admin = await larder.signIn('admin');
    const { sales } = await larder.ask<{ sales: SaleView[] }>('GET', '/api/admin/sales?startDate=2026-03-09&endDate=2026-03-09', { token: admin });
    await larder.ask('POST', `/api/admin/sales/${sales[0]?.id}/refund`, { token: admin, body: { amount: 1.5, reason: '@home' } });
  });
  afterAll(() => larder.stop());

  it('counts the refund less on the day it was given, and leaves the day of the sale', async () => {
    const { periods, summary, timeZone } = await ask<SalesOverview>(`overview?startDate=2026-03-08&endDate=2026-03-11`);
    expect(periods.map(({ startDate, revenue }) => [startDate, revenue])).toEqual([['2026-03-08', 0], ['2026-03-09', 4], ['2026-03-10', 1.25], ['2026-03-11', -1.5]]);
    expect(summary).toMatchObject({ totalRevenue: 3.75, totalRefunded: 1.5, totalTransactions: 2, totalQuantity: 3, revenueWithoutCost: 3.75, profitMargin: null });
    expect(timeZone).toBe(TIME_ZONE);
  });

  it('the list finds a machine however its id is capitalized, as the export does, and says where days are in the wrong order', async () => {
    const list = <T = { total: number; machineId?: string }>(query: string) => larder.ask<T>('GET', `/api/admin/sales?${range}&${query}`, { token: admin });
    const { sales: [{ machine: { machineId } } = { machine: { machineId: '' } }] } = await list<{ sales: SaleView[] }>('');
    const exact = await list(`machineId=${machineId}`);
    const other = [machineId.toLowerCase(), machineId.toUpperCase()].find((id) => id !== machineId) ?? '';
    expect(exact).toMatchObject({ machineId });
    expect(await list(`machineId=${other}`)).toEqual(exact);
    expect((await file(`type=sales&format=csv&${range}&machineId=${other}`)).records).toBe((await file(`type=sales&format=csv&${range}&machineId=${machineId}`)).records);
    expect(await list('machineId=VM-404')).not.toHaveProperty('machineId');
    expect(await larder.call('GET', '/api/admin/sales?startDate=2026-03-10&endDate=2026-03-09', { token: admin })).toMatchObject({ status: 400, body: { message: 'The end date is before the start date' } });
  });

  it('the daily average is over the days that were asked about, as far as they have come', async () => {
    const averageOf = async (query: string) => (await larder.ask<{ analytics: { dailyAverage: number } }>('GET', `/api/admin/sales?${query}`, { token: admin })).analytics.dailyAverage;
    expect(await averageOf('startDate=2026-03-01&endDate=2026-03-10')).toBe(0.53); // 5.25 in 10 days
    expect(await averageOf('startDate=2026-03-02&endDate=2026-03-31')).toBe(0.38); // 3.75 in 10 days
    expect(await averageOf('timeframe=30d')).toBe(0.17); // 5.00 in 30 days
    expect(await averageOf('endDate=2026-03-09')).toBe(0.53); // 5.25 in the 10 days since the first sale
    expect(await averageOf('startDate=2026-04-01&endDate=2026-04-02')).toBe(0);
  });

  it('the sums of a machine are the same however its id is capitalized, also those beside the records of a file', async () => {
    const spelled = ['Boat-House-x2', 'boat-house-X2'];
    const overviews = await Promise.all(spelled.map((id) => ask<SalesOverview>(`overview?${range}&machineId=${id}`)));
    for (const overview of overviews) expect(overview).toMatchObject({ summary: { totalRevenue: 1.25, totalTransactions: 1 }, machines: [{ machineId: spelled[0] }] });
    const comparisons = await Promise.all(spelled.map((id) => ask<SalesSummary>(`comparison?${range}&machineId=${id}`)));
    for (const comparison of comparisons) expect(comparison).toMatchObject({ revenue: 1.25, transactions: 1, machines: [{ machineId: spelled[0] }] });
    for (const id of spelled) {
      const { data } = JSON.parse((await file(`type=sales&format=json&${range}&machineId=${id}`)).bytes.toString()) as { data: { summary: SalesOverview['summary']; sales: { amount: number }[] } };
      expect([id, data.sales.map(({ amount }) => amount), data.summary.totalRevenue]).toEqual([id, [1.25], 1.25]);
    }
    expect(await ask(`overview?${range}&machineId=VM-404`)).toMatchObject({ summary: { totalRevenue: 0 }, machines: [] });
  });

  it('every view and file of analytics is of one machine where one was chosen', async () => {
    for (const machineId of ['Boat-House-x2', 'boat-house-X2']) {
      const of = `${range}&machineId=${machineId}`;
      expect(await ask(`products?${of}`)).toMatchObject({ products: [{ name: 'Water', totalRevenue: 1.25 }] });
      expect((await ask<SalesTrends>(`trends?${of}&groupBy=month`)).trends).toMatchObject([{ revenue: 1.25, transactions: 1, uniqueProductCount: 1 }]);
      expect(await ask(`machines?${of}`)).toMatchObject({ machines: [{ machineId: 'Boat-House-x2', totalRevenue: 1.25 }] });
      expect(await ask(`taxes?${of}`)).toMatchObject({ rates: [{ rate: null, sold: 1.25, refunded: 0 }], machines: [{ machineId: 'Boat-House-x2' }] });
      for (const type of ['products', 'machines', 'summary', 'taxes']) {
        const { data } = JSON.parse((await file(`type=${type}&format=json&${of}&groupBy=month`)).bytes.toString()) as { data: Record<string, unknown[]> & { summary: SalesOverview['summary'] } };
        expect([type, data.summary.totalRevenue, data[type === 'summary' ? 'periods' : type === 'taxes' ? 'machines' : type]?.length]).toEqual([type, 1.25, 1]);
      }
    }
    expect(pdfText(await file(`type=summary&format=pdf&${range}&machineId=Boat-House-x2`))).toContain('2026-03-01 to 2026-03-31, machine Boat-House-x2, each day');
    expect(await ask(`taxes?${range}&machineId=Lake-House-x1`)).toMatchObject({ rates: [{ sold: 4, refunded: 1.5, revenue: 2.5 }] });
  });

  it('the sums of a payment method are those of its lines and its refunds', async () => {
    for (const [method, revenue, transactions] of [['cash', 2.5, 1], ['card', 1.25, 1], ['mobile', 0, 0]] as const) {
      expect([method, await larder.ask('GET', `/api/admin/sales?${range}&paymentMethod=${method}`, { token: admin })]).toMatchObject([method, { totalRevenue: revenue, totalRefunded: method === 'cash' ? 1.5 : 0, totalSales: transactions, total: transactions }]);
      expect([method, await ask(`overview?${range}&paymentMethod=${method}`)]).toMatchObject([method, { summary: { totalRevenue: revenue, totalTransactions: transactions } }]);
    }
  });

  it('groups by week and by month, and compares with the same days before, or not at all', async () => {
    const { trends } = await ask<SalesTrends>(`trends?${range}&groupBy=month`);
    expect(trends).toMatchObject([{ period: { year: 2026, month: 3 }, startDate: '2026-03-01', endDate: '2026-03-31', revenue: 3.75, transactions: 2, uniqueProductCount: 2, revenueGrowth: 200 }]);
    const { trends: weeks } = await ask<SalesTrends>('trends?startDate=2026-02-23&endDate=2026-03-15&groupBy=week');
    expect(weeks.map(({ period, revenue, revenueGrowth }) => [period.week, revenue, revenueGrowth])).toEqual([[9, 1.25, null], [10, 0, -100], [11, 3.75, null]]);
  });

  it('names products and machines, best first', async () => {
    expect((await ask<TopProducts>(`products?${range}`)).products).toMatchObject([{ totalRevenue: 2.5, totalQuantity: 2, avgPrice: 2 }, { name: 'Water', totalRevenue: 1.25, transactionCount: 1 }]);
    expect((await ask<MachinePerformance>(`machines?${range}`)).machines).toMatchObject([{ totalRevenue: 2.5, totalTransactions: 1, totalQuantity: 2 }, { name: 'Boat House x2', totalRevenue: 1.25, avgTransactionValue: 1.25 }]);
  });

  it('exports each line and the refund on its day, as numbers that add up, and no text that a spreadsheet would run', async () => {
    const csv = await file(`type=sales&format=csv&${range}`);
    expect(csv).toMatchObject({ status: 200, name: 'sales-csv-2026-03-01-to-2026-03-31.csv', records: 3, contentType: 'text/csv; charset=utf-8' });
    const rows = csvOf(csv);
    expect(rows.map((row) => [row.Date, row.Type, row.Amount, row.Payment])).toEqual([['2026-03-09', 'Sale', '4', 'cash'], ['2026-03-10', 'Sale', '1.25', 'card'], ['2026-03-11', 'Refund', '-1.5', 'cash']]);
    expect(rows[0]?.Product).toBe('\'=HYPERLINK("http://evil.example")');
    expect(rows.map(({ Address }) => Address)).toEqual(["'+1 Pier", 'Lake House', "'+1 Pier"]);
    expect(rows[2]).toMatchObject({ Reason: "'@home", Time: '13:00:00', 'Time Zone': TIME_ZONE });
    expect(rows[0]).toMatchObject({ Time: '', 'Time Zone': TIME_ZONE });
    expect(csvOf(await file(`type=sales&format=csv&${range}&paymentMethod=cash`)).map(({ Amount }) => Amount)).toEqual(['4', '-1.5']);
    expect((await file('type=sales&format=csv&timeframe=all')).name).toBe('sales-csv-2026-02-28-to-2026-03-11.csv');
    expect(await file('type=sales&format=csv&timeframe=all&endDate=2026-02-01')).toMatchObject({ status: 200, name: 'sales-csv-2026-02-01-to-2026-02-01.csv', records: 0 });
  });

  it('exports the hours of the day, and how many purchases are in none', async () => {
    const rows = csvOf(await file(`type=hours&format=csv&${range}`));
    expect([rows.length, rows[13]]).toMatchObject([24, { From: '2026-03-01', To: '2026-03-31', Hour: '13:00', Mon: '0', Sun: '0', Transactions: '0', Sold: '0', Currency: 'USD', 'Time Not Known': '2' }]);
    const text = pdfText(await file(`type=hours&format=pdf&${range}`));
    for (const said of ['without purchases of which only the day is known: 2', 'Nothing was sold at a known time in this period.']) expect(text).toContain(said);
  });

  it('prints a day on which money was only given back, by whose clocks days are', async () => {
    const day = await file('type=summary&format=pdf&startDate=2026-03-11&endDate=2026-03-11');
    const text = pdfText(day);
    const whole = pdfText(await file(`type=summary&format=pdf&${range}`));
    expect(whole).toContain('The cost of $3.75 of this revenue is not known');
    expect(whole).not.toContain('The Excel, CSV and JSON exports hold all of them.');
    for (const said of ['-$1.50', 'Refunded', "each day by the machines' own clocks"]) expect(text).toContain(said);
    expect(text).not.toContain('Nothing was sold in this period.');
    expect(pdfText(await file('type=summary&format=pdf&startDate=2026-03-01&endDate=2026-03-02'))).toContain('Nothing was sold in this period.');
  });

  it('what is told of today is of the machine that was asked about', async () => {
    const todayOf = async (machineId: string) => (await ask<SalesOverview>(`overview?machineId=${machineId}`)).todayStats;
    expect(await todayOf('Lake-House-x1')).toMatchObject({ day: '2026-03-11', revenue: -1.5, topProducts: [{ totalRevenue: -1.5 }] });
    expect(await todayOf('Boat-House-x2')).toMatchObject({ day: '2026-03-11', revenue: 0, topProducts: [] });
  });

  it('refuses what makes no sense, and what is longer than fifty years', async () => {
    for (const path of ['/api/admin/sales/comparison', '/api/cognito-auth/dashboard']) {
      const messageOf = async (days: string) => (await larder.call('GET', `${path}?${days}&compare=previous`, { token: admin })).body.message;
      expect([path, await messageOf('startDate=2026-03-02&endDate=2026-03-01')]).toEqual([path, 'The end date is before the start date']);
      expect([path, await messageOf('startDate=1970-01-01')]).toEqual([path, 'Please choose at most fifty years']);
    }
    expect((await file('type=sales&startDate=2000-01-01')).status).toBe(200);
    expect((await file('type=everything')).status).toBe(400);
    expect((await file('type=sales&startDate=2026-03-02&endDate=2026-03-01')).status).toBe(400);
    expect((await file('type=sales&startDate=1900-01-01')).status).toBe(400);
  });

  it('the week of the dashboard is the last seven days, also where they begin in the month before', async () => {
    const shownOn = async (day: string): Promise<number[]> => {
      clock.pass(Date.parse(`${day}T17:00:00.000Z`) - clock.now().getTime());
      admin = await larder.signIn('admin');
      const { weekStats, sales } = await larder.ask<Dashboard>('GET', '/api/cognito-auth/dashboard', { token: admin });
      return [weekStats.revenue, sales.month.revenue];
    };
    expect([await shownOn('2026-03-15'), await shownOn('2026-03-16'), await shownOn('2026-03-31')]).toEqual([[3.75, 3.75], [-0.25, 3.75], [0, 3.75]]);
    const { sales } = await larder.ask<{ sales: SaleView[] }>('GET', '/api/admin/sales?startDate=2026-03-09&endDate=2026-03-09', { token: admin });
    await larder.ask('POST', `/api/admin/sales/${sales[0]?.id}/refund`, { token: admin, body: { amount: 1, reason: 'warm' } });
    expect(await shownOn('2026-04-02')).toEqual([-1, 0]);
  });
});

describe('A machine whose clock is ahead of the organization\'s', () => {
  const list = (query: string) => larder.ask('GET', `/api/admin/sales?${query}`, { token: admin });
  beforeAll(async () => {
    await begin();
    const kiwi = { Product: 'Kiwi', RPrice: '3', Machine: 'Auckland x1' };
    await take(exportOf([{ ...kiwi, Transaction: '1', TransDate: 'Wednesday, March 11, 2026' }, { ...kiwi, Transaction: '2', TransDate: 'Friday, January 9, 2026' }, { ...kiwi, Product: 'קיווי', Transaction: '3', TransDate: 'Friday, January 10, 2025' }, { ...kiwi, Product: 'Νερό, Łódź', Transaction: '4', TransDate: 'Wednesday, January 10, 2024' }]), admin, 'Pacific/Auckland');
  });
  afterAll(() => larder.stop());

  it('has its sales of tomorrow in every list and sum that goes up to today', async () => {
    const ending = 'startDate=2026-03-04&endDate=2026-03-10';
    for (const query of ['timeframe=7d', 'startDate=2026-03-01', ending]) expect([query, await list(query)]).toMatchObject([query, { total: 1, totalRevenue: 3 }]);
    const { sales, today: now, weekStats } = await larder.ask<Dashboard>('GET', `/api/cognito-auth/dashboard?${ending}&compare=previous`, { token: admin });
    expect([now.revenue, weekStats.revenue, sales.revenue, sales.previous?.revenue]).toEqual([3, 3, 3, 0]);
    expect(sales.days.slice(-2).map(({ day, revenue }) => [day, revenue])).toEqual([['2026-03-10', 0], ['2026-03-11', 3]]);
    expect(await ask<SalesOverview>('overview')).toMatchObject({ summary: { totalRevenue: 3 }, previous: { totalRevenue: 0 }, todayStats: { day: '2026-03-10', revenue: 3, topProducts: [{ name: 'Kiwi' }] } });
    const { products } = await ask<TopProducts>('products');
    expect(products).toMatchObject([{ totalRevenue: 3 }]);
    expect(await larder.ask('GET', `/api/cognito-auth/products/${products[0]?.productId}/sales`, { token: admin })).toMatchObject({ revenue: 3, quantity: 1 });
    const csv = await file('type=sales&format=csv&timeframe=7d');
    expect(csvOf(csv)).toMatchObject([{ Date: '2026-03-11', 'Time Zone': 'Pacific/Auckland' }]);
  });

  it('is compared with as many days as were asked for, which are not one more because of tomorrow', async () => {
    const { sales } = await larder.ask<Dashboard>('GET', '/api/cognito-auth/dashboard?compare=previous', { token: admin });
    expect([sales.startDate, sales.endDate, sales.previous?.revenue]).toEqual(['2026-02-09', '2026-03-11', 0]);
    expect((await ask<SalesOverview>('overview')).previous.totalRevenue).toBe(0);
  });

  it('gives money back at a time of the day that its entry names', async () => {
    const { sales: [sold] } = await larder.ask<{ sales: SaleView[] }>('GET', '/api/admin/sales?timeframe=7d', { token: admin });
    await larder.ask('POST', `/api/admin/sales/${sold?.id}/refund`, { token: admin, body: { amount: 1, reason: 'sour' } });
    expect(csvOf(await file('type=sales&format=csv&timeframe=7d')).filter(({ Type }) => Type === 'Refund')).toMatchObject([{ Date: '2026-03-11', Time: '06:00:00', 'Time Zone': 'Pacific/Auckland' }]);
  });

  it('prints Hebrew names with question marks, says where they are whole, and prints Greek ones as they are', async () => {
    const told = 'A question mark in a name stands for letters that this document has no font for';
    const textOf = async (year: number) => pdfText(await file(`type=products&format=pdf&startDate=${year}-01-01&endDate=${year}-12-31`));
    const cut = await textOf(2025);
    for (const said of ['?????', told, 'The Excel, CSV and JSON']) expect(cut).toContain(said);
    expect(await textOf(2026)).not.toContain(told);
    const greek = await textOf(2024);
    expect(greek).toContain('Νερό, Łódź');
    expect(greek).not.toContain(told);
    const [{ Product } = {}] = csvOf(await file('type=products&format=csv&startDate=2025-01-01&endDate=2025-12-31'));
    expect(Product).toBe('קיווי');
  });

  it('has none of them in a period that ended before', async () => {
    expect(await list('startDate=2026-03-01&endDate=2026-03-09')).toMatchObject({ total: 0, totalRevenue: 0 });
  });
});

describe('What plan and organization allow', () => {
  beforeAll(begin);
  afterAll(() => larder.stop());

  it('is the overview and products on the smallest plan, and trends and machines on the others', async () => {
    const people = [{ email: 'owner@small.example', password: PASSWORD, givenName: 'Small', familyName: 'Owner', role: 'owner' as const }];
    const done = await larder.kit.ask(establish, { account: 'small', name: 'Small', slug: 'small', timeZone: TIME_ZONE, currency: 'USD', plan: 'starter', people }, { caller: { kind: 'service', name: 'test' }, commandId: 'small', correlationId: 'test' });
    expect(isRefusal(done)).toBe(false);
    const { idToken } = await larder.ask<{ idToken: string }>('POST', '/api/cognito-auth/auth', { body: { email: 'owner@small.example', password: PASSWORD } });
    const statusOf = async (path: string, token: string): Promise<number> => (await larder.call('GET', `/api/admin/sales/${path}`, { token })).status;
    for (const path of ['overview', 'products', 'export?type=summary', 'export?type=products']) expect([path, await statusOf(path, idToken)]).toEqual([path, 200]);
    for (const path of ['trends', 'machines', 'export?type=machines']) expect([path, await statusOf(path, idToken), await statusOf(path, admin)]).toEqual([path, 402, 200]);
  });

  it('is nothing of another organization, and exports for admins only', async () => {
    await take(exportOf([{ Product: 'Secret Soda', TransDate: 'Tuesday, March 10, 2026', 'Prcd Date': '3/10/2026' }]));
    const rival = await larder.signIn('owner', 'rival');
    const seen = await Promise.all(['overview', 'trends', 'products', 'machines'].map((path) => ask(path, rival)));
    const files = await Promise.all(['csv', 'json'].map((format) => file(`type=sales&format=${format}`, rival)));
    expect(JSON.stringify(seen) + files.map(({ bytes }) => bytes.toString()).join('')).not.toMatch(/Secret|Lake House/);
    expect((await file('type=sales', await larder.signIn('operator'))).status).toBe(403);
  });
});

describe('Goods that were lost before anything was sold', () => {
  beforeAll(begin);
  afterAll(() => larder.stop());

  it('are among the losses of all time', async () => {
    const { machineId } = await larder.addMachine({ slots: [{ slot: 'A1', name: 'Cola', price: 2 }] });
    await larder.ask('POST', `/api/cognito-auth/machines/${machineId}/inventory/A1/adjust`, { token: admin, body: { change: -3, reason: 'Expired', cause: 'expired' } });
    clock.pass(40 * DAY_MS);
    admin = await larder.signIn('admin');
    expect(await ask<SalesLosses>('losses?timeframe=all')).toMatchObject({ startDate: '2026-03-10', total: { expired: 3, units: 3 }, periods: [{ expired: 3 }] });
    expect(await ask<SalesLosses>('losses?timeframe=all&startDate=2026-03-11')).toMatchObject({ startDate: '2026-03-11', total: { units: 0 } });
    expect(await ask<SalesLosses>('losses?timeframe=30d')).toMatchObject({ total: { units: 0 } });
  });

  it('and what is left of them, are found by the machine, however its id is capitalized', async () => {
    const { machineId } = await larder.addMachine({ machineId: 'Boat-House-x2', slots: [{ slot: 'A1', name: 'Tea', price: 2 }] });
    await larder.ask('POST', `/api/cognito-auth/machines/${machineId}/inventory/A1/adjust`, { token: admin, body: { change: -4, reason: 'Expired', cause: 'expired' } });
    for (const id of [machineId, 'boat-house-X2']) {
      expect(await ask<SalesLosses>(`losses?machineId=${id}`)).toMatchObject({ total: { expired: 4 }, machines: [{ machineId }] });
      expect(csvOf(await file(`type=stock&format=csv&machineId=${id}`))).toMatchObject([{ 'Machine ID': machineId, Units: '6' }]);
    }
    expect(await ask<SalesLosses>('losses?machineId=VM-404')).toMatchObject({ total: { units: 0 } });
    expect(csvOf(await file('type=stock&format=csv&machineId=VM-404'))).toEqual([]);
  });
});
