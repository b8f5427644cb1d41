/** The operator's lists for somebody who listens to the page: what comes of a filter is told, once, and a turned page is read from its top. */
import type { Page } from 'playwright-core';
import { exportOf, smallExportLines } from '@larder/sales/testing.js';
import { DESK, inBrowser } from './in-browser.js';

const product = inBrowser();
let page: Page;
beforeAll(async () => {
  page = await product.open(DESK, '/login?returnTo=/app/sales');
  await product.signIn(page);
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
  await page.locator('.ant-select-dropdown:visible').getByTitle(choice, { exact: true }).click();
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
