/** The operator's screens without a mouse: what opens takes the focus, and gives it back. */
import type { Page } from 'playwright-core';
import { DESK, inBrowser } from '../in-browser.js';
import { press, standsStill } from '../on-page.js';

const product = inBrowser({}, { moves: true });
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

it('the first screen after signing in takes the focus at its title; one that is loaded anew leaves it to the browser', async () => {
  const focused = () => page.evaluate(() => document.activeElement?.tagName);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
  await page.reload();
  await page.getByRole('button', { name: 'Reboot…' }).waitFor();
  expect(await focused()).toBe('BODY');
}, 60_000);

it('a dialog that is closed gives the focus back to the button that opened it', async () => {
  await pressOn('Reboot…');
  await page.getByRole('dialog').waitFor();
  await page.evaluate(standsStill);
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

it('what was typed into a dialog is not thrown away by Escape or a click beside it, unless that is meant', async () => {
  await page.goto(product.url('/app/machines/VM-001'));
  await pressOn('More actions for Seaside Lobby');
  await onFocus('Edit…');
  await page.keyboard.press('Enter');
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Harbor Lobby');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Discard what you typed?' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Discard what you typed?' }).waitFor({ state: 'detached' });
  expect(await name.inputValue()).toBe('Harbor Lobby');
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'name');
  await page.mouse.click(5, 400);
  await page.getByRole('dialog', { name: 'Discard what you typed?' }).getByRole('button', { name: 'Discard' }).press('Enter');
  await page.getByRole('dialog').first().waitFor({ state: 'detached' });
  await onFocus('More actions for Seaside Lobby');
}, 60_000);

it('nor by the browser\'s Back, which leaves a dialog with nothing typed at once', async () => {
  const question = page.getByRole('dialog', { name: 'Discard what you typed?' });
  await page.goto(product.url('/app/machines'));
  await page.getByRole('link', { name: 'Seaside Lobby' }).click();
  await pressOn('More actions for Seaside Lobby');
  await onFocus('Edit…');
  await page.keyboard.press('Enter');
  await page.getByLabel('Floor').fill('Attic');
  await page.evaluate(() => history.back());
  await question.getByRole('button', { name: 'Keep Editing' }).press('Enter');
  await question.waitFor({ state: 'detached' });
  expect([new URL(page.url()).pathname, await page.getByLabel('Floor').inputValue()]).toEqual(['/app/machines/VM-001', 'Attic']);
  await page.evaluate(() => history.back());
  await question.getByRole('button', { name: 'Discard' }).press('Enter');
  await page.waitForURL('**/app/machines');
  await page.getByRole('button', { name: 'Add Machine Profile' }).click();
  await page.waitForURL('**/app/machines?add=true');
  await page.getByLabel('Machine ID').fill('VM-1');
  await press(page, 'Cancel');
  await page.waitForURL('**/app/machines');
  await page.getByRole('button', { name: 'Add Machine Profile' }).click();
  await page.getByLabel('Machine ID').waitFor();
  await page.evaluate(() => history.back());
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}, 60_000);

it('where a dialog took away what it was opened from, reading goes on at the title of the screen', async () => {
  await page.goto(product.url('/app/machines/VM-003'));
  await pressOn('More actions for slot B5');
  await onFocus('Correct count…');
  await page.getByRole('menuitem', { name: 'Remove…' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).press('Enter');
  await page.locator('.slots').getByText('B5').waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
}, 60_000);

it('what shows a password is as large as a finger needs it', async () => {
  await page.goto(product.url('/app/profile'));
  const show = page.getByRole('button', { name: 'Show password' }).first();
  const box = await show.boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24);
}, 30_000);

it('what was typed and taken out again is nothing to ask about, nor is what a button closes', async () => {
  // The dialogs of the test before give the focus back when they have faded away, also from a menu that is open by then.
  await page.goto(product.url('/app/machines/VM-001'));
  const edit = async (text: string): Promise<void> => {
    await pressOn('More actions for Seaside Lobby');
    await onFocus('Edit…');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill(text);
    await page.evaluate(standsStill); // until it has opened Escape is not heard in it
  };
  await edit('Seaside Lobby');
  await page.keyboard.press('Escape');
  await onFocus('More actions for Seaside Lobby');
  await edit('Harbor Lobby');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).press('Enter');
  await onFocus('More actions for Seaside Lobby');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}, 60_000);

it('another screen takes the focus at its title, whether a link in the text or the menu led there', async () => {
  await page.goto(product.url('/app/machines'));
  await page.getByRole('link', { name: 'Seaside Lobby' }).first().press('Enter');
  await page.waitForURL('**/app/machines/VM-001');
  await page.waitForFunction(() => document.activeElement?.tagName === 'H1' && document.activeElement.textContent?.includes('Seaside Lobby'));
  await page.getByRole('link', { name: 'Alerts', exact: true }).press('Enter');
  await page.waitForFunction(() => document.activeElement?.tagName === 'H1' && document.activeElement.textContent?.includes('Alerts'));
  await page.goto(product.url('/app/machines/VM-001'));
}, 60_000);

it('a menu is walked through with the arrows, and what it opened gives the focus back to its button', async () => {
  await pressOn('More actions for Seaside Lobby');
  await onFocus('Edit…');
  await page.keyboard.press('ArrowDown');
  await onFocus('Move on the map…');
  await page.keyboard.press('ArrowUp');
  await onFocus('Edit…');
  // An Enter that is not used up here goes on to the form that it opens, and sends it.
  const usedUp = await page.evaluateHandle(() => ({ answer: new Promise((answer) => {
    let down: Event | undefined;
    addEventListener('keydown', (event) => (down = event), { capture: true, once: true });
    addEventListener('keyup', () => answer(down?.defaultPrevented), { capture: true, once: true });
  }) }));
  await page.keyboard.press('Enter');
  expect(await usedUp.evaluate(({ answer }) => answer)).toBe(true);
  await page.getByRole('dialog').getByLabel('Name').waitFor();
  await page.evaluate(standsStill); // until it has opened the focus is not in it
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

it('in colours that the system chooses, what is chosen can still be told', async () => {
  await page.emulateMedia({ forcedColors: 'active' });
  const backgroundOf = (selector: string): Promise<string> => page.locator(selector).first().evaluate((element) => getComputedStyle(element).backgroundColor);
  const around = await backgroundOf('body');
  for (const chosen of ['.sidebar nav a.active', '.ant-switch-checked', '.bar i']) expect(await backgroundOf(chosen)).not.toBe(around);
  const edgeOf = (selector: string, edge: 'borderBottomColor' | 'outlineStyle'): Promise<string> => page.locator(selector).first().evaluate((element, name) => getComputedStyle(element)[name], edge);
  await page.goto(product.url('/app/sales'));
  expect(await edgeOf('.sales-places a.active', 'borderBottomColor')).not.toBe(await edgeOf('.sales-places a:not(.active)', 'borderBottomColor'));
  await page.getByLabel('Payment Method').press('ArrowDown');
  await page.locator('.ant-select-item-option-active').waitFor();
  expect([await edgeOf('.ant-select-item-option-active', 'outlineStyle'), await edgeOf('.ant-select-item-option:not(.ant-select-item-option-active)', 'outlineStyle')]).toEqual(['solid', 'none']);
  await page.goto(product.url('/app/alerts'));
  await page.getByRole('tab', { name: 'Alerts' }).waitFor();
  expect(await backgroundOf('.ant-tabs-ink-bar')).not.toBe(around);
  await page.emulateMedia({ forcedColors: 'none' });
}, 60_000);
