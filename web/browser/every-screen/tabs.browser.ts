/** An operator with many tabs open: they do not keep each other from the server, and one that is looked at again shows what is so by now. */
import type { Page } from 'playwright-core';
import { inBrowser } from '../in-browser.js';

const product = inBrowser();

/** As the browser tells a page that a tab before it is looked at, or it is again; of pages that are driven it takes all to be looked at. */
const look = (page: Page, visibility: 'visible' | 'hidden'): Promise<void> => page.evaluate((now) => {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: now });
  document.dispatchEvent(new Event('visibilitychange'));
}, visibility);

it('the eighth tab opens like the first, and the first goes on where it is', async () => {
  const first = await product.signedIn('/app/machines');
  await first.getByRole('row', { name: /Seaside Lobby/ }).waitFor();
  let page = first;
  for (let tab = 2; tab <= 8; tab += 1) {
    await look(page, 'hidden');
    page = await first.context().newPage();
    await page.goto(product.url('/app/machines'));
    await page.getByRole('row', { name: /Seaside Lobby/ }).waitFor();
  }
  await page.getByRole('switch', { name: 'Seaside Lobby in service' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Maintenance' }).press('Enter');
  await page.getByRole('row', { name: /Seaside Lobby.*Maintenance/ }).waitFor();
  await look(page, 'hidden');
  await look(first, 'visible');
  await first.getByRole('row', { name: /Seaside Lobby.*Maintenance/ }).waitFor();
}, 90_000);
