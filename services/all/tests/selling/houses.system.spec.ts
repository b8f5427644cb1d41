/** What each house is worth: a sale is of the house where its machine stood when it was made. */
import type { MachinePerformance, SalesEntry, TaxRates } from '@larder/contracts/sales/analytics.js';
import type { LossCause, MachineTimeline, MachineView } from '@larder/contracts/fleet.js';
import type { SalesLosses } from '@larder/contracts/sales/losses.js';
import { toAmount, toCents } from '@larder/contracts/money.js';
import type { ImportReport, SaleView } from '@larder/contracts/sales.js';
import { readXlsx } from '@larder/gateway/files/xlsx.testing.js';
import { Kit } from '@larder/kit/kit.js';
import { standingClock, until } from '@larder/kit/testing.js';
import { exportOf } from '@larder/sales/testing.js';
import { buy, shop } from '../buying.testing.js';
import { csvOf, fetchFile, pdfText } from '../files.testing.js';
import { startLarder, TIME_ZONE, type AddedMachine, type TestLarder } from '../testing.js';

const DAY_MS = 86_400_000;
const range = 'startDate=2026-03-01&endDate=2026-03-31';
let larder: TestLarder;
let token: string;
const clock = standingClock('2026-03-10T17:00:00.000Z');

const ask = <T>(path: string) => larder.ask<T>('GET', `/api/admin/sales/${path}`, { token });
const change = (machineId: string, address: string, more: object = {}) => larder.ask<{ machine: MachineView }>('PUT', `/api/cognito-auth/machines/${machineId}`, { token, body: { location: { address }, ...more } });
const sold = (sessionId: string) => until('it is sold', async () => (await larder.ask<{ sales: SaleView[] }>('GET', `/api/admin/sales?transaction=${sessionId}`, { token })).sales[0]);
const places = async (days = range) => (await ask<MachinePerformance>(`machines?${days}`)).places.map(({ machineId, address, totalRevenue, stood }) => [machineId, address, totalRevenue, ...stood.map(({ startDate, endDate }) => `${startDate} – ${endDate}`)]).sort();
const onScreen = async () => (await places()).map(([, address, revenue]) => [address, revenue]);
const lose = (units: number, cause: LossCause) => larder.ask('POST', '/api/cognito-auth/machines/VM-1/inventory/A2/adjust', { token, body: { change: -units, reason: cause, cause } });

/** What the file of sales comes to at each address. */
async function inFile(): Promise<(string | number)[][]> {
  const cents = new Map<string, number>();
  for (const { Address = '', Amount } of csvOf(await fetchFile(larder, `/api/admin/sales/export?type=sales&format=csv&${range}`, token))) cents.set(Address, (cents.get(Address) ?? 0) + toCents(Number(Amount)));
  return [...cents].map(([address, its]) => [address, toAmount(its)]).sort();
}

describe('A machine that is moved', () => {
  let machine: AddedMachine;
  let first: SaleView;
  beforeAll(async () => {
    larder = await startLarder({ clock });
    token = await larder.signIn('admin');
    machine = await larder.addMachine({ machineId: 'VM-1', address: '1 Main Street' });
    first = await sold(await buy(larder, machine));
    clock.pass(DAY_MS);
    token = await larder.signIn('admin');
    // Somebody has goods in hand while the machine is given another address, and pays behind it.
    const { sessionId, checkoutUrl } = await shop(larder, machine, 2);
    await lose(1, 'damaged');
    clock.pass(1_000);
    await change('VM-1', '2 Hill Road');
    await lose(2, 'expired');
    await larder.ask('POST', `/api/vend${checkoutUrl}`, { body: { outcome: 'pay' } });
    await sold(sessionId);
    clock.pass(1_000);
    await sold(await buy(larder, machine, 3));
    clock.pass(DAY_MS);
    token = await larder.signIn('admin');
  });
  afterAll(() => larder.stop());

  const [main, hill] = [['VM-1', '1 Main Street', 7.5, '2026-03-10 – 2026-03-11'], ['VM-1', '2 Hill Road', 7.5, '2026-03-11 – 2026-03-12']];

  it('leaves what it sold with the house it stood in, also what was tapped before and paid after', async () => {
    expect(await places()).toEqual([main, hill]);
    const { machines } = await ask<MachinePerformance>(`machines?${range}`);
    expect(machines).toMatchObject([{ machineId: 'VM-1', address: '2 Hill Road', totalRevenue: 15, totalTransactions: 3 }]);
    expect(await places('startDate=2026-03-10&endDate=2026-03-10')).toEqual([['VM-1', '1 Main Street', 2.5, '2026-03-10 – 2026-03-10']]);
    const { machines: taxed } = await ask<TaxRates>(`taxes?${range}`);
    expect(taxed.map(({ address, sold: amount }) => [address, amount])).toEqual([['1 Main Street', 7.5], ['2 Hill Road', 7.5]]);
  });

  it('is in files once for each house', async () => {
    const file = (format: string) => fetchFile(larder, `/api/admin/sales/export?type=machines&format=${format}&${range}`, token);
    expect(csvOf(await file('csv')).map((row) => [row.Address, row.Revenue, row['Stood There']]).sort()).toEqual([['1 Main Street', '7.5', '2026-03-10 to 2026-03-11'], ['2 Hill Road', '7.5', '2026-03-11 to 2026-03-12']]);
    const text = pdfText(await file('pdf'));
    for (const said of ['1 Main Street', '2 Hill Road', 'Stood There', '2026-03-10 to']) expect(text).toContain(said);
    expect(await inFile()).toEqual([['1 Main Street', 7.5], ['2 Hill Road', 7.5]]);
    const sales = (format: string) => fetchFile(larder, `/api/admin/sales/export?type=sales&format=${format}&${range}`, token);
    const { data } = JSON.parse((await sales('json')).bytes.toString()) as { data: { sales: SalesEntry[] } };
    expect(data.sales.map(({ address, amount }) => [address, amount])).toEqual([['1 Main Street', 2.5], ['1 Main Street', 5], ['2 Hill Road', 7.5]]);
    const { Sales: [head = [], ...cells] = [] } = readXlsx((await sales('xlsx')).bytes);
    expect([head.at(-1), ...cells.map((row) => row.at(-1))]).toEqual(['Address', '1 Main Street', '1 Main Street', '2 Hill Road']);
    for (const said of ['1 Main Street', '2 Hill Road']) expect(pdfText(await sales('pdf'))).toContain(said);
    const taxes = csvOf(await fetchFile(larder, `/api/admin/sales/export?type=taxes&format=csv&${range}`, token));
    expect(taxes.map((row) => [row.Address, row.Sold])).toEqual([['1 Main Street', '7.5'], ['2 Hill Road', '7.5']]);
  });

  it('leaves what it lost with the house it stood in, on the screen and in the file, and both come to all that was lost', async () => {
    const { places: at } = await until('both are counted', async () => {
      const found = await ask<MachinePerformance>(`machines?${range}`);
      return found.places.every(({ lost }) => lost?.units) && found;
    });
    expect(at.map(({ address, lost }) => [address, lost?.units, lost?.cost, lost?.price]).sort()).toEqual([['1 Main Street', 1, 0.5, 1.75], ['2 Hill Road', 2, 1, 3.5]]);
    const rows = csvOf(await fetchFile(larder, `/api/admin/sales/export?type=machines&format=csv&${range}`, token));
    expect(rows.map((row) => [row.Address, row['Lost At Cost'], row['Lost At Price']]).sort()).toEqual([['1 Main Street', '0.5', '1.75'], ['2 Hill Road', '1', '3.5']]);
    const lines = csvOf(await fetchFile(larder, `/api/admin/sales/export?type=losses&groupBy=month&format=csv&${range}`, token));
    expect(lines.map((row) => [row.Address, row.Product, row['At Cost'], row['At Price']]).sort()).toEqual([['1 Main Street', 'Chips', '0.5', '1.75'], ['2 Hill Road', 'Chips', '1', '3.5']]);
    const pages = pdfText(await fetchFile(larder, `/api/admin/sales/export?type=losses&groupBy=month&format=pdf&${range}`, token));
    for (const said of ['1 Main Street', '2 Hill Road', '2026-03-01', '1 damaged', '2 expired', 'Expired', 'Damaged', 'Missing', 'Outside']) expect(pages).toContain(said);
    expect((await ask<SalesLosses>(`losses?${range}`)).total).toMatchObject({ units: 3, cost: 1.5, price: 5.25 });
  });

  it('gives back at the cost of the house where it sold', async () => {
    await larder.ask('POST', `/api/admin/sales/${first.id}/refund`, { token, body: { amount: 1.5, reason: 'stale' } });
    await until('it is given back', async () => (await ask<MachinePerformance>(`machines?${range}`)).machines[0]?.totalRevenue === 13.5);
    expect(await places()).toEqual([['VM-1', '1 Main Street', 6, '2026-03-10 – 2026-03-11'], hill]);
    expect((await ask<TaxRates>(`taxes?${range}`)).machines.map(({ address, revenue }) => [address, revenue])).toEqual([['1 Main Street', 6], ['2 Hill Road', 7.5]]);
    expect(await inFile()).toEqual([['1 Main Street', 6], ['2 Hill Road', 7.5]]);
  });

  it('is one house where its address was only wrongly written, and its timeline says which it was', async () => {
    await change('VM-1', '22 Hill Road', { onlyCorrected: true });
    expect(await onScreen()).toEqual([['1 Main Street', 6], ['22 Hill Road', 7.5]]);
    expect(await inFile()).toEqual(await onScreen());
    expect((await ask<TaxRates>(`taxes?${range}`)).machines.map(({ address }) => address)).toEqual(['1 Main Street', '22 Hill Road']);
    const { entries } = await larder.ask<MachineTimeline>('GET', '/api/cognito-auth/machines/VM-1/timeline', { token });
    expect(entries.map(({ what }) => what)).toEqual(expect.arrayContaining(['Now called Lobby, at 22 Hill Road: the former address was wrong, it has not moved', 'Now called Lobby, at 2 Hill Road']));
  });
});

describe('History that is imported', () => {
  afterAll(() => larder.stop());
  const take = async (lines: Parameters<typeof exportOf>[0]): Promise<void> => {
    const { importId } = await larder.ask<{ importId: string }>('POST', '/api/admin/sales/import', { token, body: { fileName: 'x.csv', csv: exportOf(lines), timeZone: TIME_ZONE } });
    await until('the import has ended', async () => (await ask<ImportReport>(`import/${importId}`)).state === 'done');
  };
  const line = (Transaction: string, TransDate: string, date: string, Location: string) => ({ Transaction, TransDate, 'Prcd Date': date, Location });

  it('lies where the file says, and where the machine stood once it is known here; so do the rows that are made anew', async () => {
    larder = await startLarder({ clock: standingClock('2026-03-20T17:00:00.000Z') });
    token = await larder.signIn('admin');
    await take([line('1', 'Monday, March 2, 2026', '3/2/2026', 'Boat House'), line('3', 'Monday, March 16, 2026', '3/16/2026', 'Lake House'), line('2', 'Tuesday, March 3, 2026', '3/3/2026', 'Boat House')]);
    const [{ machineId } = { machineId: '' }] = (await ask<MachinePerformance>(`machines?${range}`)).machines;
    expect(await larder.ask('GET', `/api/cognito-auth/machines/${machineId}`, { token })).toMatchObject({ location: { address: 'Lake House' } });
    await change(machineId, '7 Lake Road', { onlyCorrected: true });
    await take([line('4', 'Friday, March 13, 2026', '3/13/2026', 'Lake House')]);
    const asked = [[machineId, '7 Lake Road', 3, '2026-03-13 – 2026-03-20'], [machineId, 'Boat House', 3, '2026-03-02 – 2026-03-03']];
    expect(await places()).toEqual(asked);
    expect(await inFile()).toEqual(await onScreen());
    await larder.part(Kit).rebuildAll();
    expect(await places()).toEqual(asked);
  });
});

describe('What a machine lost', () => {
  afterAll(() => larder.stop());

  it('keeps its day where it is moved to another time zone, and where it is taken out of the fleet', async () => {
    const night = standingClock('2026-04-01T02:00:00.000Z');
    larder = await startLarder({ clock: night });
    token = await larder.signIn('admin');
    await larder.addMachine({ machineId: 'VM-1' });
    const days = async () => (await ask<SalesLosses>('losses?startDate=2026-03-01&endDate=2026-04-02')).periods.map(({ startDate, units }) => [startDate, units]);
    await lose(1, 'damaged');
    await until('it is counted', async () => (await days()).length > 0);
    expect(await days()).toEqual([['2026-03-31', 1]]);
    night.pass(1_000);
    await change('VM-1', '2 Beach Road', { timeZone: 'Pacific/Kiritimati' });
    expect(await days()).toEqual([['2026-03-31', 1]]);
    await lose(2, 'expired');
    await until('both are counted', async () => (await ask<SalesLosses>('losses?startDate=2026-03-01&endDate=2026-04-02')).total.units === 3);
    expect(await days()).toEqual([['2026-03-31', 1], ['2026-04-01', 2]]);
    await larder.ask('DELETE', '/api/cognito-auth/machines/VM-1', { token, body: {} });
    expect(await days()).toEqual([['2026-03-31', 1], ['2026-04-01', 2]]);
  });
});
