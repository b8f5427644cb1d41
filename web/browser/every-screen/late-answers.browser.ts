/** A form is closed once, by whoever is at the screen or by its answer: what an address had opened is not closed again by an answer that comes late, or by a second press. */
import type { Page } from 'playwright-core';
import { inBrowser } from '../in-browser.js';
import { press } from '../on-page.js';

const product = inBrowser({}, { moves: true });

/** Keeps back the answers to what is sent with `method` to `path`. Answers how to let them come. */
async function keepBack(page: Page, method: string, path: RegExp): Promise<() => void> {
  let letCome: () => void = () => undefined;
  const due = new Promise<void>((come) => (letCome = come));
  await page.route((url) => path.test(url.pathname), async (route) => {
    if (route.request().method() !== method) return route.fallback();
    const response = await route.fetch();
    await due;
    await route.fulfill({ response });
  });
  return letCome;
}

const pathOf = (page: Page): string => new URL(page.url()).pathname;

it('whoever goes back while a form is being sent is not led back once more by its answer', async () => {
  const page = await product.signedIn('/app/dashboard');
  await page.getByRole('link', { name: 'Products', exact: true }).click();
  await page.getByRole('button', { name: 'Add Product' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Product' });
  const entries = { SKU: 'LATE-1', Name: 'Late Cola', Category: 'Drinks', 'Price ($)': '2', 'Cost ($)': '1', 'Weight (grams)': '300' };
  for (const [label, text] of Object.entries(entries)) await dialog.getByLabel(label, { exact: true }).fill(text);
  const letCome = await keepBack(page, 'POST', /\/cognito-auth\/products$/);
  await press(page, 'Add Product');
  await dialog.locator('.ant-btn-loading').waitFor();
  await page.goBack();
  await page.getByRole('dialog', { name: 'Discard what you typed?' }).getByRole('button', { name: 'Discard' }).click();
  await dialog.waitFor({ state: 'detached' });
  letCome();
  await page.getByText('Late Cola added').waitFor();
  await page.getByRole('heading', { name: 'Products', exact: true }).waitFor();
  expect(pathOf(page)).toBe('/app/products');
}, 60_000);

it('whoever has gone elsewhere while something is being deleted is not led back to its list', async () => {
  const page = await product.signedIn('/app/products?search=late');
  await page.getByRole('link', { name: 'Late Cola' }).click();
  await page.getByRole('heading', { name: 'Late Cola' }).waitFor();
  const letCome = await keepBack(page, 'DELETE', /\/cognito-auth\/products\/[^/]+$/);
  await page.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Late Cola?' });
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await dialog.locator('.ant-btn-loading').waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'Machines', exact: true }).click();
  await page.getByRole('button', { name: 'Add Machine Profile' }).waitFor();
  letCome();
  await page.getByText('Late Cola deleted').waitFor();
  expect(pathOf(page)).toBe('/app/machines');
}, 60_000);

it('whoever goes back while a plan is being chosen is not led to its payment', async () => {
  const page = await product.signedIn('/app/subscription');
  await page.getByRole('button', { name: / to Growth$/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose Growth' });
  await dialog.getByText('Due now').waitFor();
  const letCome = await keepBack(page, 'PUT', /\/subscription\/upgrade$/);
  await press(page, 'Continue to payment');
  await dialog.locator('.ant-btn-loading').waitFor();
  await page.goBack();
  await dialog.waitFor({ state: 'detached' });
  const answered = page.waitForResponse(/\/subscription\/upgrade$/);
  letCome();
  expect(await (await answered).json()).toMatchObject({ data: { url: expect.stringContaining('/billing/') } });
  await page.getByRole('link', { name: 'Machines', exact: true }).click();
  await page.getByRole('button', { name: 'Add Machine Profile' }).waitFor();
  expect(pathOf(page)).toBe('/app/machines');
}, 60_000);

it('rules that are left while they are being saved', async () => {
  const page = await product.signedIn('/app/dashboard');
  await page.getByRole('link', { name: 'Alerts', exact: true }).click();
  await page.getByRole('button', { name: /Alert Rules$/ }).click();
  const letCome = await keepBack(page, 'PUT', /\/alert-rules$/);
  await page.getByRole('button', { name: 'Save Rules' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  letCome();
  await page.getByText('Alert rules saved').waitFor();
  await page.getByRole('heading', { name: 'Alerts', exact: true }).waitFor();
  expect(pathOf(page)).toBe('/app/alerts');
}, 60_000);

it('a price that is being set keeps its form, which says what became of it', async () => {
  const page = await product.signedIn('/app/products');
  await page.getByRole('link', { name: 'Cola 0.33 l' }).first().click();
  await page.getByRole('button', { name: /^Set price in / }).last().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Price').fill('2.60');
  let refuse: () => void = () => undefined;
  const due = new Promise<void>((come) => (refuse = come));
  await page.route(/\/price$/, async (route) => {
    await due;
    await route.fulfill({ status: 500, json: { success: false, error: 'INTERNAL', message: 'Out of order' } });
  });
  await press(page, 'Set price');
  await dialog.locator('.ant-btn-loading').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  refuse();
  await dialog.getByText('Failed to update product').waitFor();
  product.causes(500);
}, 60_000);

it('Cancel that is pressed twice leaves the screen there', async () => {
  const page = await product.signedIn('/app/dashboard');
  await page.getByRole('link', { name: 'Machines', exact: true }).click();
  await page.getByRole('button', { name: 'Add Machine Profile' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).dblclick();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Add Machine Profile' }).waitFor();
  expect(pathOf(page)).toBe('/app/machines');
}, 60_000);
