/** The form of alert rules in a real browser: what is typed into it, and what it shows once. */
import type { Locator, Page } from 'playwright-core';
import { DESK, inBrowser, PHONE } from '../in-browser.js';
import { press } from '../on-page.js';

const product = inBrowser();
let page: Page;

beforeAll(async () => {
  page = await product.signedIn('/app/alerts?panel=rules');
}, 60_000);
beforeEach(async () => {
  await page.goto(product.url('/app/alerts?panel=rules'));
  await page.getByRole('button', { name: 'Save Rules' }).waitFor();
});

/** Its first line. */
const isInSight = (where: Locator): Promise<boolean> => where.evaluate((element) => {
  const [{ top, bottom, left }] = element.getClientRects() as unknown as [DOMRect];
  return top >= 0 && bottom <= innerHeight && element.contains(document.elementFromPoint(left + 3, (top + bottom) / 2));
});

it('says in sight of its button that it could not be saved', async () => {
  await page.route('**/api/admin/alert-rules', (route) => (route.request().method() === 'PUT' ? route.fulfill({ status: 500, json: { success: false, error: 'INTERNAL', message: '' } }) : route.continue()));
  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: 'Save Rules' }).click();
  const failure = page.getByText('Failed to save alert rules');
  await failure.waitFor();
  expect(await isInSight(failure)).toBe(true);
  await page.unrouteAll();
  await page.setViewportSize(DESK);
  product.causes(500);
}, 60_000);

it('takes a comma for the decimal point', async () => {
  const degrees = page.getByLabel('Temperature not above');
  for (const [typed, read] of [['7,5', '7.5'], ['-4,5', '-4.5'], ['8.25', '8.25'], ['', '']] as const) {
    await degrees.fill(typed);
    await page.keyboard.press('Tab');
    expect(await degrees.inputValue()).toBe(read);
  }
  await page.getByLabel('Low stock at or below').fill('2,5');
  await page.getByRole('button', { name: 'Save Rules' }).click();
  await page.getByText('Please enter a whole percentage').waitFor();
  await page.getByRole('button', { name: 'Add Step' }).click();
  const after = page.getByLabel('After', { exact: true });
  await after.fill('2,5');
  await page.keyboard.press('Tab');
  expect(await after.inputValue()).toBe('2.5');
}, 60_000);

it('is not thrown away by a click beside it or by Escape, unless that is meant', async () => {
  const discard = page.getByRole('dialog', { name: 'Discard what you typed?' });
  await page.getByLabel('Maintenance due after').fill('30');
  await page.mouse.click(100, 500);
  await discard.getByRole('button', { name: 'Keep Editing' }).press('Enter');
  await discard.waitFor({ state: 'detached' });
  expect(await page.getByLabel('Maintenance due after').inputValue()).toBe('30');
  await page.keyboard.press('Escape');
  await discard.getByRole('button', { name: 'Discard' }).press('Enter');
  await page.getByRole('button', { name: 'Save Rules' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Alert Rules' }).click();
  expect(await page.getByLabel('Maintenance due after').inputValue()).toBe('90');
  await page.mouse.click(100, 500);
  await page.getByRole('button', { name: 'Save Rules' }).waitFor({ state: 'detached' });
}, 60_000);

it('says at which share a slot is low, where its par level is set', async () => {
  await page.getByLabel('Low stock at or below').fill('35');
  await page.getByRole('button', { name: 'Save Rules' }).click();
  await page.getByText('Alert rules saved').waitFor();
  await page.goto(product.url('/app/machines/VM-001'));
  await page.getByRole('button', { name: 'More actions for slot A1' }).click();
  await page.getByRole('menuitem', { name: 'Par level…' }).click();
  await page.getByText('It is low at 35% of that.').waitFor();
}, 60_000);

it('keeps a secret in sight that is shown once, whatever slips and whatever the network does', async () => {
  await page.setViewportSize(PHONE);
  await page.getByLabel('Address').fill('https://example.com/hook');
  await page.getByRole('button', { name: 'Save Rules' }).click();
  await page.getByText('Keep this secret').waitFor();
  expect(await isInSight(page.locator('code.secret'))).toBe(true);
  await page.setViewportSize(DESK);
  const secret = page.locator('code.secret');
  const shown = await secret.innerText();
  await page.mouse.click(100, 500);
  await page.keyboard.press('Escape');
  const read = page.waitForResponse('**/api/admin/alert-rules');
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await (await read).finished();
  expect(await secret.innerText()).toBe(shown);
  await press(page, 'Done');
  await secret.waitFor({ state: 'detached' });
  product.causes('net::ERR_');
}, 60_000);

it('does not let the secret go by the browser\'s Back, nor by loading the page anew, unless that is meant', async () => {
  await page.goto(product.url('/app/alerts'));
  await page.getByRole('button', { name: /Alert Rules$/ }).click();
  await page.getByRole('button', { name: 'Save Rules' }).waitFor();
  await page.getByLabel('Address').fill('https://example.com/hook');
  const anew = page.getByLabel('Make a new signing secret');
  if (await anew.count() > 0) await anew.check();
  await page.getByRole('button', { name: 'Save Rules' }).click();
  await page.getByText('Keep this secret').waitFor();
  const shown = await page.locator('code.secret').innerText();
  await page.goBack();
  await page.getByRole('dialog', { name: 'Leave without keeping it?' }).waitFor();
  await press(page, 'Stay');
  const asked = page.waitForEvent('dialog');
  await page.evaluate(() => void setTimeout(() => location.reload()));
  await (await asked).dismiss();
  expect(await page.locator('code.secret').innerText()).toBe(shown);
  await press(page, 'Done');
  await page.locator('code.secret').waitFor({ state: 'detached' });
}, 60_000);
