/** After an import analytics, sales, dashboard and files say what was counted without the product. */
import { listEntries, type MachinePerformance, type SalesOverview, type SalesTrends } from '@larder/contracts/sales/analytics.js';
import type { CustomReport } from '@larder/contracts/sales/reports.js';
import { formatCents, toCents } from '@larder/contracts/money.js';
import { isRefusal } from '@larder/contracts/reply.js';
import type { ImportReport, SalesSummary } from '@larder/contracts/sales.js';
import { standingClock, until } from '@larder/kit/testing.js';
import { exportToTest } from '../export-figures.js';
import { csvOf, fetchFile, pdfText } from '../files.testing.js';
import { startLarder, TIME_ZONE, type TestLarder } from '../testing.js';

const grouped = new Intl.NumberFormat('en-US').format;
let larder: TestLarder;
let admin: string;
const ask = <T>(path: string) => larder.ask<T>('GET', `/api/admin/sales/${path}`, { token: admin });
const file = (query: string) => fetchFile(larder, `/api/admin/sales/export?${query}`, admin);
const sumOf = (rows: readonly Record<string, string>[], name: string): number => toCents(rows.reduce((sum, row) => sum + Number(row[name]), 0)) / 100;

const { title, csv, figures } = exportToTest();
describe(`After importing ${title}`, () => {
  const range = 'startDate=2022-01-01&endDate=2022-06-30';
  beforeAll(async () => {
    larder = await startLarder({ clock: standingClock('2026-03-10T17:00:00.000Z') });
    admin = await larder.signIn('admin');
    const { importId } = await larder.ask<{ importId: string }>('POST', '/api/admin/sales/import', { token: admin, body: { fileName: 'x.csv', csv, timeZone: TIME_ZONE } });
    await until('the import has ended', async () => (await larder.ask<ImportReport>('GET', `/api/admin/sales/import/${importId}`, { token: admin })).state === 'done', 60_000);
  });
  afterAll(() => larder.stop());

  it('analytics, sales and dashboard say what was counted without the product', async () => {
    const overview = await ask<SalesOverview>(`overview?${range}&groupBy=month`);
    expect(overview.summary).toMatchObject({ totalRevenue: figures.cents / 100, totalTransactions: figures.purchases, totalQuantity: figures.items, revenueWithoutCost: figures.cents / 100 });
    const months = Object.fromEntries(overview.periods.filter(({ revenue }) => revenue > 0).map(({ startDate, revenue }) => [startDate.slice(0, 7), toCents(revenue)]));
    expect(months).toEqual(figures.months);
    expect(Object.fromEntries(overview.methods.map(({ method, revenue }) => [method, toCents(revenue)]))).toEqual(figures.methods);
    const { machines } = await ask<MachinePerformance>(`machines?${range}`);
    expect(Object.fromEntries(machines.map(({ name, totalRevenue }) => [name, toCents(totalRevenue)]))).toEqual(Object.fromEntries(Object.entries(figures.machines).map(([name, { cents }]) => [name, cents])));
    expect(await larder.ask('GET', `/api/admin/sales?${range}`, { token: admin })).toMatchObject({ totalSales: figures.purchases, totalRevenue: figures.cents / 100, totalQuantity: figures.items, total: figures.lines });
    expect((await larder.ask<{ sales: SalesSummary }>('GET', `/api/cognito-auth/dashboard?${range}`, { token: admin })).sales).toMatchObject({ revenue: figures.cents / 100, transactions: figures.purchases });
  });

  it.each(['day', 'week', 'month'])('trends by %s add up to the whole', async (groupBy) => {
    const { trends } = await ask<SalesTrends>(`trends?${range}&groupBy=${groupBy}`);
    expect(toCents(trends.reduce((sum, { revenue }) => sum + revenue, 0))).toBe(figures.cents);
    expect(trends.reduce((sum, { transactions }) => sum + transactions, 0)).toBe(figures.purchases);
    expect(trends[0]?.revenueGrowth).toBeNull();
  });

  it('a month grows from the whole month before it, also from days before the range', async () => {
    const { trends } = await ask<SalesTrends>('trends?startDate=2022-02-01&endDate=2022-02-28&groupBy=month');
    const [january = 0, february = 0] = ['2022-01', '2022-02'].map((month) => figures.months[month]);
    expect(trends[0]?.revenueGrowth).toBe(Math.round(((february - january) / january) * 1000) / 10);
  });

  it.each([['sales', 'Amount'], ['machines', 'Revenue'], ['products', 'Revenue'], ['summary', 'Revenue']])('the CSV of %s adds up to the total', async (type, amount) => {
    const fetched = await file(`type=${type}&format=csv&${range}`);
    const rows = csvOf(fetched);
    expect([sumOf(rows, amount) * 100, rows.length]).toEqual([figures.cents, fetched.records]);
    if (type === 'sales') expect([rows.length, sumOf(rows, 'Quantity')]).toEqual([figures.lines, figures.items]);
  });

  it.each(['sales', 'machines', 'products', 'summary'])('JSON and PDF of %s say the same total', async (type) => {
    const json = await file(`type=${type}&format=json&${range}`);
    const { success, data } = JSON.parse(json.bytes.toString()) as { success: boolean; data: Record<string, unknown> };
    expect([success, json.name]).toEqual([true, `${type}-json-2022-01-01-to-2022-06-30.json`]);
    expect(data.summary).toMatchObject({ totalRevenue: figures.cents / 100 });
    const rows = data[type === 'summary' ? 'periods' : type] as { amount?: number; revenue?: number; totalRevenue?: number }[];
    expect(toCents(rows.reduce((sum, row) => sum + (row.amount ?? row.revenue ?? row.totalRevenue ?? 0), 0))).toBe(figures.cents);
    const pdf = await file(`type=${type}&format=pdf&${range}`);
    expect([pdf.name, pdf.contentType, pdf.bytes.subarray(0, 5).toString()]).toEqual([`${type}-pdf-2022-01-01-to-2022-06-30.pdf`, 'application/pdf', '%PDF-']);
    const text = pdfText(pdf);
    for (const said of [formatCents(figures.cents), grouped(figures.purchases), grouped(figures.items)]) expect(text).toContain(said);
  });

  it.each(['by=machine', 'by=month', 'by=method', 'by=week&split=machine', 'by=house&split=method', 'by=day&split=product', 'by=category&split=month', 'by=machine&split=product', 'by=product&split=category'])('a custom report %s comes to the whole', async (choice) => {
    const { rows, total } = await ask<CustomReport>(`report?${range}&${choice}`);
    expect([toCents(rows.reduce((sum, { revenue }) => sum + revenue, 0)), rows.reduce((sum, { units }) => sum + units, 0)]).toEqual([figures.cents, figures.items]);
    expect(total).toMatchObject({ revenue: figures.cents / 100, units: figures.items, transactions: figures.purchases, margin: null });
    const revenues = Object.fromEntries(rows.map(({ by, revenue }) => [by.name, toCents(revenue)]));
    if (choice === 'by=machine') expect(revenues).toEqual(Object.fromEntries(Object.entries(figures.machines).map(([name, { cents }]) => [name, cents])));
    if (choice === 'by=month') expect(revenues).toEqual(Object.fromEntries(Object.entries(figures.months).map(([month, cents]) => [`${month}-01`, cents])));
    if (choice === 'by=method') expect(revenues).toEqual(figures.methods);
  });

  it('of one machine it is that machine\'s, also by category', async () => {
    const [best] = (await ask<CustomReport>(`report?${range}`)).rows;
    const { rows, total } = await ask<CustomReport>(`report?${range}&by=category&split=machine&machineId=${best?.by.key}`);
    expect([total.revenue, new Set(rows.map(({ split }) => split?.name))]).toEqual([best?.revenue, new Set([best?.by.name])]);
    expect(rows.every(({ transactions }) => transactions === null)).toBe(true);
  });

  it('a custom report is taken away with the columns that were chosen', async () => {
    const report = `type=report&${range}&by=month&split=machine&columns=units,revenue`;
    const rows = csvOf(await file(`${report}&format=csv`));
    expect(Object.keys(rows[0] ?? {})).toEqual(['Month From', 'Machine ID', 'Machine', 'Revenue', 'Items Sold', 'Currency']);
    expect([sumOf(rows, 'Revenue') * 100, sumOf(rows, 'Items Sold')]).toEqual([figures.cents, figures.items]);
    const { data } = JSON.parse((await file(`${report}&format=json`)).bytes.toString()) as { data: { rows: unknown[] } };
    expect(data.rows).toHaveLength(rows.length);
    const pdf = await file(`${report}&format=pdf`);
    expect(pdf.name).toBe('report-pdf-2022-01-01-to-2022-06-30.pdf');
    for (const said of ['Custom Report', 'Revenue by month', formatCents(figures.cents)]) expect(pdfText(pdf)).toContain(said);
    expect((await file(`${report}&format=xlsx`)).bytes.subarray(0, 2).toString()).toBe('PK');
  });

  it('what is not kept together, or no column, is refused', async () => {
    const refusal = (query: string) => larder.call('GET', `/api/admin/sales/${query}`, { token: admin });
    expect(await refusal('report?by=house&split=product')).toMatchObject({ status: 400, body: { error: 'BAD_INPUT', message: 'What was sold is not kept by house and product together.' } });
    expect(await refusal('export?type=report&by=day&split=day&format=csv')).toMatchObject({ status: 400, body: { message: 'Please choose two different things.' } });
    expect(await refusal('export?type=report&columns=secrets&format=csv')).toMatchObject({ status: 400, body: { error: 'BAD_INPUT' } });
  });

  it('a custom report is kept under a name, once though it is sent again, and dropped', async () => {
    const reports = '/api/admin/sales/reports';
    const wanted = { name: 'Sold by house', by: 'house', split: 'method', columns: ['units', 'revenue', 'units'] };
    const keep = (body: object, key?: string) => larder.call('POST', reports, { token: admin, body, ...(key && { headers: { 'idempotency-key': key } }) });
    const first = await keep(wanted, 'kept-once');
    expect(first).toMatchObject({ status: 200, body: { data: { report: { name: 'Sold by house', by: 'house', split: 'method', columns: ['revenue', 'units'] } } } });
    expect((await keep(wanted, 'kept-once')).body).toEqual(first.body);
    expect(await keep({ ...wanted, name: ' SOLD by house' })).toMatchObject({ status: 409 });
    expect(await keep({ ...wanted, name: 'Not kept together', split: 'product' })).toMatchObject({ status: 400, body: { message: 'What was sold is not kept by house and product together.' } });
    expect(await keep({ ...wanted, name: 'No columns', columns: [] })).toMatchObject({ status: 400 });
    expect(await keep({ name: '2. by day', by: 'day', columns: ['net'] })).toMatchObject({ status: 200 });
    expect(await keep({ name: '10. by day', by: 'day', columns: ['tax'] })).toMatchObject({ status: 200 });
    const list = async () => (await larder.ask<{ reports: { reportId: string; name: string }[] }>('GET', reports, { token: admin })).reports;
    expect((await list()).map(({ name }) => name)).toEqual(['2. by day', '10. by day', 'Sold by house']);
    for (const { reportId } of await list()) expect(await larder.call('DELETE', `${reports}/${reportId}`, { token: admin })).toMatchObject({ status: 200 });
    expect([await list(), (await larder.call('DELETE', `${reports}/nothing`, { token: admin })).status]).toEqual([[], 404]);
  });

  it('pages of any length hold every line once and in order, though many share their moment', async () => {
    const asked = { caller: { kind: 'user' as const, id: 'x', account: 'acme', role: 'admin' as const, plan: 'enterprise' as const }, commandId: 'x', correlationId: 'x' };
    const all: string[] = [];
    for (let cursor: string | undefined, done = false; !done;) {
      const page = await larder.kit.ask(listEntries, { startDate: '2022-01-01', endDate: '2022-06-30', limit: 97, cursor }, asked);
      if (isRefusal(page)) throw new Error(page.message);
      all.push(...page.entries.map(({ day, saleId, product, quantity }) => `${day} ${saleId} ${product} ${quantity}`));
      cursor = page.next;
      done = cursor === undefined;
    }
    expect(all).toHaveLength(figures.lines);
    expect(all.map((entry) => entry.slice(0, 10))).toEqual(all.map((entry) => entry.slice(0, 10)).sort());
    expect(new Set(all.map((entry) => entry.split(' ')[1])).size).toBe(figures.purchases);
  });
});
