/** The operator's screens without a mouse: what opens takes the focus, and gives it back. */
import type { Page } from 'playwright-core';
import { DESK, inBrowser } from './in-browser.js';

const product = inBrowser();
let page: Page;

beforeAll(async () => {
  page = await product.open(DESK, '/login?returnTo=/app/machines/VM-001');
  await product.signIn(page);
});

/** Resolves when the focus is on an element of this name. */
const onFocus = (name: string): Promise<unknown> =>
  page.waitForFunction((wanted) => [document.activeElement?.getAttribute('aria-label'), document.activeElement?.textContent].some((text) => text?.startsWith(wanted)), name);
async function pressOn(name: string, key = 'Enter'): Promise<void> {
  await page.getByRole('button', { name, exact: true }).focus();
  await page.keyboard.press(key);
}

it('a dialog that is closed gives the focus back to the button that opened it', async () => {
  await pressOn('Reboot…');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await onFocus('Reboot…');
}, 60_000);

it('so does one that followed another, and each begins in its field', async () => {
  await pressOn('Re-setup ESP32');
  await page.getByRole('dialog').getByText('Continue').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).press('Enter');
  await page.getByLabel('WiFi SSID').fill('Lobby');
  await page.keyboard.press('Enter');
  await page.getByLabel('WiFi Password', { exact: true }).waitFor();
  await page.waitForFunction(() => document.activeElement?.getAttribute('type') === 'password');
  await page.keyboard.press('Escape');
  await onFocus('Re-setup ESP32');
}, 60_000);

it('a menu is walked through with the arrows, and what it opened gives the focus back to its button', async () => {
  await pressOn('More actions for Seaside Lobby');
  await onFocus('Edit…');
  await page.keyboard.press('ArrowDown');
  await onFocus('Move on the map…');
  await page.keyboard.press('ArrowUp');
  await onFocus('Edit…');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByLabel('Name').waitFor();
  await page.keyboard.press('Escape');
  await onFocus('More actions for Seaside Lobby');
}, 60_000);

it('a machine is put into maintenance and back in service', async () => {
  const mode = page.getByRole('switch', { name: 'Seaside Lobby in service' });
  await mode.focus();
  await page.keyboard.press('Space');
  await page.getByLabel('Reason (optional)').fill('the lamp is broken');
  await page.keyboard.press('Tab');
  await onFocus('Cancel');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('Under Maintenance').waitFor();
  await onFocus('Seaside Lobby in service');
  await page.keyboard.press('Space');
  await page.getByText('Operational').waitFor();
}, 60_000);
