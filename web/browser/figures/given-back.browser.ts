/** Money given back today of what a machine on the other side of the world sold years ago: where it is shown, and on which days. */
import { until } from '@larder/kit/testing.js';
import { exportOf } from '@larder/sales/testing.js';
import type { Page } from 'playwright-core';
import { DESK, inBrowser } from '../in-browser.js';

const product = inBrowser();
let page: Page;

beforeAll(async () => {
  page = await product.signedIn('/app/dashboard', DESK, 'admin');
  const admin = await product.bearer('admin');
  const ask = <T>(method: string, path: string, body?: object): Promise<T> => product.call(method, `/api/admin/sales${path}`, admin, body);
  await ask('POST', '/import', { fileName: 'x.csv', csv: exportOf([{ Transaction: '7', Product: 'Kiwi', Machine: 'Auckland x1' }]), timeZone: 'Pacific/Auckland' });
  const sold = await until('it is imported', async () => (await ask<{ sales: { id: string }[] }>('GET', '?machineId=Auckland-x1')).sales[0]);
  await ask('POST', `/${sold.id}/refund`, { reason: 'It was never ripe' });
}, 60_000);

it('is on the dashboard of the day it was given, also when nothing was sold', async () => {
  await page.goto(product.url('/app/dashboard?range=today'));
  await page.getByText(/^-\$1\.50 in 0 transactions, [A-Z][a-z]{2} \d+, \d{4}\.$/).waitFor();
  expect(await page.getByText('No sales data').count()).toBe(0);
  await page.goto(product.url('/app/dashboard?from=2020-01-01&to=2020-01-02'));
  await page.getByText('No sales data').waitFor();
}, 60_000);

it('is on the receipt, also when its page is opened by its address', async () => {
  await page.goto(product.url('/app/sales?machineId=Auckland-x1&timeframe=all'));
  await page.locator('a:has(code)').click();
  for (const opened of [() => Promise.resolve(), () => page.reload()]) {
    await opened();
    await page.getByText('Refunded by hand').waitFor();
  }
}, 60_000);

it('leaves the day of the sale, which is named with its year', async () => {
  await page.goto(product.url('/app/dashboard?from=2021-12-31&to=2022-01-02'));
  await page.getByText('Revenue · Dec 31, 2021 – Jan 2, 2022').waitFor();
  await page.getByText('$1.50 in 1 transaction, Dec 31, 2021 – Jan 2, 2022. Best day: Jan 1, 2022, $1.50.').waitFor();
}, 60_000);

it('lies on days that machine and product show by the clock of the machine', async () => {
  await page.goto(product.url('/app/machines/Auckland-x1'));
  await page.getByText(/ to [A-Z][a-z]{2} \d+, Auckland time$/).waitFor();
  await page.goto(product.url('/app/products?search=Kiwi'));
  await page.getByRole('link', { name: 'Kiwi', exact: true }).click();
  await page.getByText('Revenue and profit by day, each by the machines\' own clocks.', { exact: false }).waitFor();
}, 60_000);
