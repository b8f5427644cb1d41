/** Names as long as they may be, also of one word: no screen of an operator's grows wider than it is, nor cuts off what stands beside them. */
import { until } from '@larder/kit/testing.js';
import { exportOf } from '@larder/sales/testing.js';
import type { Page } from 'playwright-core';
import { DESK, inBrowser, PHONE } from '../in-browser.js';
import { fits } from '../on-page.js';
import { SCREENS } from '../screens.js';

const product = inBrowser();
const WORD = 'Dachterrassenferienwohnungserfrischungsautomat'.repeat(5);
const OFFLINE = `VM-${'X'.repeat(37)}`;
const CATEGORY = 'Refrigerated breakfast and other local produce';

async function named(): Promise<void> {
  const owner = await product.bearer();
  interface Answered { total: number; version: number; inventory: { slot: string; quantity: number; product: { id: string } }[]; products: object[] }
  const call = (method: string, path: string, body?: object): Promise<Answered> => product.call(method, `/api${path}`, owner, body);
  const { version, inventory: [first] } = await call('GET', '/cognito-auth/machines/VM-001');
  await call('PUT', '/cognito-auth/machines/VM-001', { version, name: WORD.slice(0, 100), location: { address: WORD.slice(0, 200), floor: WORD.slice(0, 50) } });
  if (!first) throw new Error('Nothing is in the machine');
  const { products } = await call('GET', '/cognito-auth/products?limit=100');
  const sold = products.find((one) => (one as { id: string }).id === first.product.id);
  await call('PUT', `/cognito-auth/products/${first.product.id}`, { ...sold, name: WORD.slice(0, 100), category: CATEGORY });
  await call('POST', `/cognito-auth/machines/VM-001/inventory/${first.slot}/adjust`, { change: 1 - first.quantity, reason: 'counted' });
  await call('POST', '/cognito-auth/machines', { machineId: OFFLINE, name: WORD.slice(0, 100), location: { address: WORD.slice(0, 200) } });
  await call('POST', `/cognito-auth/machines/${OFFLINE}/inventory`, { productId: first.product.id, slot: 'A1', quantity: 5, maxQuantity: 10 });
  await call('POST', '/admin/sales/import', { fileName: `${WORD.slice(0, 190)}.csv`, csv: exportOf([{ RPrice: '999999.99', Transaction: 'T'.repeat(40), Product: WORD.slice(0, 100), TransDate: new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'America/New_York' }).format() }]) });
  await until('it is imported', async () => (await call('GET', '/admin/sales')).total > 0);
}

/** What of the page's figures and states lies beyond its right edge. */
const cutOff = (page: Page): Promise<string[]> => page.evaluate(() =>
  [...document.querySelectorAll('.content :is(.state, .stock-text, .units, .pill, [role=switch])')].filter((element) => element.closest('.ant-table-content') === null && element.getBoundingClientRect().right > innerWidth).map(({ textContent }) => textContent ?? ''));

/** Texts that are left so little room that they stand a letter a line, or what is about something a word a line. */
const squeezed = (page: Page): Promise<string[]> => page.evaluate(() => {
  const narrower = (which: string, width: number) => [...document.querySelectorAll(`.content ${which}`)].filter((element) => element.getBoundingClientRect().width < width);
  return [...narrower('.address', 48), ...narrower('.row-main', 110)].map((element) => element.textContent ?? '');
});

/** Resolves when nothing of a dialog lies beyond the right edge: it may still slide in. */
const isInside = (page: Page): Promise<unknown> => page.waitForFunction(() => [...document.querySelectorAll('[role=dialog] *')].every((element) => element.getBoundingClientRect().right <= innerWidth + 1));

it('on a phone and at a desk', async () => {
  const phone = await product.open(PHONE, '/login');
  await product.signIn(phone);
  await named();
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
    for (const path of [...SCREENS.map(([screen]) => screen), '/app/machines?view=grid', '/app/machines?view=map', `/app/machines/${OFFLINE}`]) {
      await page.goto(product.url(path));
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForFunction(() => document.querySelector('.loading, .ant-skeleton') === null);
      expect([path, await fits(page), await cutOff(page), await squeezed(page)]).toEqual([path, true, [], []]);
    }
  }
  await desk.goto(product.url('/app/machines'));
  await desk.getByRole('switch').first().waitFor();
  expect(await desk.locator('.ant-table-content').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await desk.goto(product.url('/app/machines?view=map'));
  await desk.locator('.map-label').first().waitFor();
  expect(await desk.locator('.map-label').evaluateAll((labels) => Math.max(...labels.map((label) => label.getBoundingClientRect().width)))).toBeLessThan(160);
  // The narrowest at which the dashboard has two columns beside the menu.
  await desk.setViewportSize({ width: 900, height: 700 });
  await desk.goto(product.url('/app/dashboard'));
  await desk.locator('.rows.alerts li').first().waitFor();
  expect([await fits(desk), await squeezed(desk)]).toEqual([true, []]);
  // As a window of 1440 pixels that is zoomed to 200 %: beside figures of that many digits a chart has little room.
  await desk.setViewportSize({ width: 720, height: 450 });
  await desk.goto(product.url('/app/dashboard'));
  await desk.locator('.apexcharts-bar-area').last().waitFor();
  const gaps = await desk.evaluate(() => {
    const boxes = [...document.querySelectorAll('.apexcharts-xaxis-label')].filter(({ textContent }) => textContent !== '').map((label) => label.getBoundingClientRect());
    return boxes.slice(1).map(({ left }, n) => Math.round(left - (boxes[n] as DOMRect).right));
  });
  expect(gaps.filter((gap) => gap < 4)).toEqual([]);
  expect(gaps.length).toBeGreaterThan(1);
}, 120_000);
