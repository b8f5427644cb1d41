/** Names as long as they may be, also of one word: no screen of an operator's grows wider than it is, nor cuts off what stands beside them. */
import type { Page } from 'playwright-core';
import { DESK, fits, inBrowser, PHONE } from './in-browser.js';
import { SCREENS } from './screens.js';

const product = inBrowser();
const WORD = 'Dachterrassenferienwohnungserfrischungsautomat'.repeat(5);
const CATEGORY = 'Refrigerated breakfast and other local produce';

async function named(page: Page): Promise<void> {
  const token = (await page.evaluate(() => localStorage.getItem('larder.idToken'))) ?? '';
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(product.url(`/api/cognito-auth${path}`), { method, headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' }, ...(body && { body: JSON.stringify(body) }) });
    const { success, data, message } = (await response.json()) as { success: boolean; message: string; data: { version: number; inventory: { slot: string; quantity: number; product: { id: string } }[]; product: object; products: object[] } };
    if (!success) throw new Error(message);
    return data;
  };
  const { version, inventory: [first] } = await call('GET', '/machines/VM-001');
  await call('PUT', '/machines/VM-001', { version, name: WORD.slice(0, 100), location: { address: WORD.slice(0, 200), floor: WORD.slice(0, 50) } });
  if (!first) throw new Error('Nothing is in the machine');
  const { products } = await call('GET', '/products?limit=100');
  const sold = products.find((one) => (one as { id: string }).id === first.product.id);
  await call('PUT', `/products/${first.product.id}`, { ...sold, name: WORD.slice(0, 100), category: CATEGORY });
  await call('POST', `/machines/VM-001/inventory/${first.slot}/adjust`, { change: 1 - first.quantity, reason: 'counted' });
}

/** What of the page's figures and states lies beyond its right edge. */
const cutOff = (page: Page): Promise<string[]> => page.evaluate(() =>
  [...document.querySelectorAll('.content :is(.state, .stock-text, .units, .pill, [role=switch])')].filter((element) => element.closest('.ant-table-content') === null && element.getBoundingClientRect().right > innerWidth).map(({ textContent }) => textContent ?? ''));

/** Resolves when nothing of a dialog lies beyond the right edge: it may still slide in. */
const isInside = (page: Page): Promise<unknown> => page.waitForFunction(() => [...document.querySelectorAll('[role=dialog] *')].every((element) => element.getBoundingClientRect().right <= innerWidth + 1));

it('on a phone and at a desk', async () => {
  const phone = await product.open(PHONE, '/login');
  await product.signIn(phone);
  await named(phone);
  await phone.goto(product.url('/app/alerts'));
  await phone.locator('.alert-message').click();
  await phone.getByText('Why did this fire?').waitFor();
  await isInside(phone);
  await phone.goto(product.url('/app/machines/VM-001'));
  await phone.getByRole('button', { name: 'Restock All…' }).click();
  await phone.getByRole('dialog').getByLabel(/^A1 /).waitFor();
  await isInside(phone);

  const desk = await phone.context().newPage();
  await desk.setViewportSize(DESK);
  for (const page of [phone, desk]) {
    for (const path of [...SCREENS.map(([screen]) => screen), '/app/machines?view=grid', '/app/machines?view=map']) {
      await page.goto(product.url(path));
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForFunction(() => document.querySelector('.loading, .ant-skeleton') === null);
      expect([path, await fits(page), await cutOff(page)]).toEqual([path, true, []]);
    }
  }
}, 120_000);
