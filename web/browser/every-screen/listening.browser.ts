/** The operator's area for somebody who listens to the page: what comes of a filter is told, once, a turned page is read from its top, and a screen that is long in coming is waited for. */
import type { Page } from 'playwright-core';
import { exportOf, smallExportLines } from '@larder/sales/testing.js';
import { DESK, inBrowser, PHONE } from '../in-browser.js';
import { offered, pick } from '../on-page.js';

const product = inBrowser();
let page: Page;
beforeAll(async () => {
  page = await product.signedIn('/app/sales');
  await page.evaluate(async (csv) => {
    await fetch('/api/admin/sales/import', { method: 'POST', headers: { 'content-type': 'application/json', authorization: `Bearer ${localStorage.getItem('larder.idToken')}` }, body: JSON.stringify({ fileName: 'export.csv', csv }) });
  }, exportOf(smallExportLines()));
}, 60_000);

/** Notes from now on what becomes readable in regions that are announced. */
const listen = (): Promise<void> => page.evaluate(() => {
  const told: string[] = [];
  Object.assign(globalThis, { told });
  new MutationObserver((changes) => {
    const texts = changes.flatMap(({ target, addedNodes }) => (target.parentElement?.closest('[role=status]') ?? (target as Element).closest?.('[role=status]')) ? [...addedNodes].map((node) => node.textContent ?? '') : []);
    told.push(...texts.filter(Boolean));
  }).observe(document, { subtree: true, childList: true, characterData: true });
});
const told = (): Promise<string[]> => page.evaluate(() => (globalThis as unknown as { told: string[] }).told);

it.each([
  ['/app/sales?timeframe=all', 'Payment Method', 'Cash', /^\d+ sales, page 1 of \d+$/],
  ['/app/sales?timeframe=all&machineId=Lake-House-x1', 'Payment Method', 'Mobile', /^0 sales$/],
  ['/app/machines', 'Status', 'Online', /^\d+ machines$/],
  ['/app/alerts', 'Status', 'Resolved', /^\d+ alerts?(, page 1 of \d+)?$/],
  ['/app/products', 'Category', 'Drinks', /^\d+ products?$/],
])('%s: what %s %s brings', async (path, field, choice, text) => {
  await page.goto(product.url(path));
  await page.getByRole('status').filter({ hasText: /\d|found/ }).first().waitFor({ state: 'attached' });
  await listen();
  await page.getByRole('combobox', { name: field }).click();
  await pick(page, offered(page).getByTitle(choice, { exact: true }));
  await page.waitForFunction(() => (globalThis as unknown as { told: string[] }).told.some((one) => !one.startsWith('Loading')));
  expect(await told()).toEqual([expect.stringMatching(text)]);
}, 60_000);

it.each([['a table', '/app/sales?timeframe=all', 'TABLE'], ['a list', '/app/machines/VM-001', 'OL']])('the next page of %s is read from its top', async (_, path, list) => {
  await page.goto(product.url(path));
  const next = page.getByRole('button', { name: 'Next' });
  await next.scrollIntoViewIfNeeded();
  await next.press('Enter');
  await page.waitForFunction((tag) => document.activeElement?.tagName === tag, list);
  const top = Math.round(await page.evaluate(() => document.activeElement!.getBoundingClientRect().top));
  expect(top).toBeGreaterThanOrEqual(0);
  expect(top).toBeLessThan(DESK.height / 2);
}, 60_000);

it('a screen that is long in coming: the menu closes at once, and it is said', async () => {
  await page.setViewportSize(PHONE);
  await page.goto(product.url('/app/machines'));
  await page.getByRole('heading', { name: 'Machines', level: 1 }).waitFor();
  const come = new Promise<void>((now) => void page.exposeFunction('letCome', now));
  await page.route(/assets\/analytics-page-/, (route) => come.then(() => route.continue()));
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Analytics' }).click();
  await page.getByRole('status').getByText('Loading...').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.evaluate('letCome()');
  await page.getByRole('heading', { name: 'Analytics', level: 1 }).waitFor();
  await page.locator('.going', { hasText: 'Loading' }).waitFor({ state: 'detached' });
}, 60_000);

it('a dialog that is long in coming: it is said', async () => {
  await page.goto(product.url('/app/products'));
  const come = new Promise<void>((now) => void page.exposeFunction('letDialogCome', now));
  await page.route(/assets\/product-dialog-/, (route) => come.then(() => route.continue()));
  await page.getByRole('button', { name: 'Add Product' }).click();
  await page.getByRole('status').getByText('Loading...').waitFor();
  await page.evaluate('letDialogCome()');
  await page.getByRole('dialog').getByLabel('SKU').waitFor();
}, 60_000);
