/** The operator's screens for somebody whom movement makes ill: nothing moves, and all that opens is where it can be used. */
import type { Page } from 'playwright-core';
import { DESK, inBrowser, PHONE } from './in-browser.js';

const product = inBrowser();

const moving = (page: Page): Promise<number> => page.evaluate(() => document.getAnimations().length);

it.each([['a desk', DESK], ['a phone', PHONE]])('at %s menus, lists, calendars and dialogs open on the screen', async (_, viewport) => {
  const page = await product.open(viewport, '/login?returnTo=/app/machines/VM-001', { still: true });
  await product.signIn(page);
  // A second one beside the first: each is measured anew.
  for (const opener of ['More actions for slot A1', 'More actions for Seaside Lobby']) {
    await page.getByRole('button', { name: opener }).click();
    await page.getByRole('menuitem').first().hover();
    expect(await moving(page)).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'hidden' });
  }
  await page.getByRole('button', { name: 'More actions for Seaside Lobby' }).click();
  await page.getByRole('menuitem', { name: 'Edit…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).hover();
  await page.getByRole('dialog').getByRole('combobox').click();
  await page.locator('.ant-select-dropdown .ant-select-item-option').first().hover();
  expect(await moving(page)).toBe(0);

  await page.goto(product.url('/app/sales'));
  await page.getByLabel('Start Date').click();
  await page.locator('.ant-picker-dropdown .ant-picker-cell-inner').first().hover();
  expect(await moving(page)).toBe(0);
}, 120_000);
