/** Looking back: dashboard, machines and products as they were at a moment, and nothing to change there. */
import { DESK, inBrowser, PHONE } from '../in-browser.js';
import { fits, press, seriousFindings } from '../on-page.js';

const larder = inBrowser();

it('a slot that was counted down shows what it held before, and the way back to now', async () => {
  const page = await larder.signedIn('/app/machines/VM-001');
  const slot = page.locator('.slots > li').first();
  await slot.waitFor();
  const before = await slot.innerText();
  const moment = new Date().toISOString();
  await page.getByRole('button', { name: /^More actions for slot/ }).first().click();
  await page.getByRole('menuitem', { name: /Correct|Count/ }).click();
  await page.getByRole('dialog').getByLabel(/^Units counted/).fill('1');
  await page.getByRole('dialog').getByLabel(/^Reason/).fill('somebody helped themselves');
  await press(page, 'Correct');
  await slot.getByText('Low').waitFor();

  for (const viewport of [PHONE, DESK]) {
    await page.setViewportSize(viewport);
    await page.goto(larder.url(`/app/machines/VM-001?asOf=${moment}`));
    await page.getByText(/^As it was on /).waitFor();
    await slot.waitFor();
    expect((await slot.innerText()).split('\n').slice(0, 4)).toEqual(before.split('\n').slice(0, 4));
    expect(await page.getByRole('button', { name: /^Restock|^Unlock|Edit|Delete/ }).count()).toBe(0);
    expect(await fits(page)).toBe(true);
    expect(await seriousFindings(page)).toEqual([]);
  }
  await page.getByRole('button', { name: 'Back to now' }).click();
  await slot.getByText('Low').waitFor();
  expect(new URL(page.url()).searchParams.has('asOf')).toBe(false);
}, 60_000);

it('the moment is chosen on a dialog; one that has not come yet is refused', async () => {
  const page = await larder.signedIn('/app/dashboard');
  await page.locator('.stat', { hasText: 'Active Alerts' }).waitFor();
  await page.getByRole('button', { name: 'Look back' }).click();
  await page.getByLabel('Show everything as it was at').fill('2999-01-01T00:00');
  await page.getByRole('button', { name: 'Show' }).click();
  await page.getByText('That moment has not come yet').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByLabel('Show everything as it was at').fill('2020-01-01T00:00');
  await page.getByRole('button', { name: 'Show' }).click();
  await page.getByText(/^As it was on Jan 1, 2020/).waitFor();
  await page.getByText('0 / 0').waitFor();
  await page.getByText('No machines found').waitFor();
  expect(await page.locator('.stat', { hasText: 'Active Alerts' }).count()).toBe(0);
  await page.goto(larder.url('/app/products?asOf=2020-01-01T00:00:00Z'));
  await page.getByText('No products found').waitFor();
  expect(await page.getByRole('button', { name: 'Add Product' }).count()).toBe(0);
}, 60_000);

it('a screen that shows now only leaves a moment in its address aside, and can be used', async () => {
  const page = await larder.signedIn('/app/dashboard');
  await page.locator('.stat').first().waitFor();
  for (const [path, button] of [['/app/sales?timeframe=all&asOf=2026-01-01T00:00:00Z', 'Import'], ['/machines?asOf=2026-01-01T00:00:00Z', 'Add Machine Profile'], ['/app/organization?asOf=2026-01-01T00:00:00Z', 'Invite User']] as const) {
    await page.goto(larder.url(path));
    await page.getByRole('button', { name: button }).first().waitFor();
    expect(new URL(page.url()).searchParams.has('asOf')).toBe(false);
  }
  await page.goto(larder.url('/app/sales?timeframe=all&asOf=2026-01-01T00:00:00Z'));
  await page.getByText('All time').waitFor();
}, 60_000);

it('what is now does not stand there as what was while that is on its way; and a product that was not there yet says so, with the way back', async () => {
  const page = await larder.signedIn('/app/dashboard');
  await page.locator('.machine-grid > li').first().waitFor();
  let tell = (): void => undefined;
  const hold = async () => {
    const told = new Promise<void>((resolve) => (tell = resolve));
    await page.route((url) => url.searchParams.has('asOf') && url.pathname.startsWith('/api/'), async (route) => {
      await told;
      await route.continue();
    });
  };
  const lookBack = async () => {
    await page.getByRole('button', { name: 'Look back' }).click();
    await press(page, 'Show');
    await page.getByText(/^As it was on /).waitFor();
  };
  await hold();
  await lookBack();
  expect(await page.locator('.stat, .machine-grid > li').allInnerTexts()).toEqual([]);
  tell();
  await page.getByText('0 / 0').waitFor();
  await page.unrouteAll({ behavior: 'wait' });

  await page.goto(larder.url('/app/products'));
  await page.getByRole('link', { name: 'Cola 0.33 l' }).click();
  await page.getByRole('heading', { name: 'Pricing' }).waitFor();
  await hold();
  await lookBack();
  expect(await page.getByRole('heading', { name: 'Pricing' }).count()).toBe(0);
  tell();
  await page.getByText('Product not found').first().waitFor();
  await page.getByText('It may not have been there yet.').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Back to now' }).click();
  await page.getByRole('heading', { name: 'Pricing' }).waitFor();
  await page.goto(`${page.url()}?asOf=${new Date().toISOString()}`);
  await page.getByRole('link', { name: 'View Inventory' }).click();
  await page.waitForURL(/asOf=[^#]+#machines$/);
  larder.causes(404);
}, 60_000);
