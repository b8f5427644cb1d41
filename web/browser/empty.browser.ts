/** The operator area of an organization that has just begun: every screen says what is not there yet. */
import { until } from '@larder/kit/testing.js';
import type { Page } from 'playwright-core';
import { DESK, fits, inBrowser, PHONE, press, seriousFindings } from './in-browser.js';

const larder = inBrowser();
const EMAIL = 'fresh@empty.example';
const PASSWORD = 'Correct-horse-7';

let page: Page;
beforeAll(async () => {
  page = await larder.open(DESK, '/register');
  for (const [label, text] of [['First name', 'Fay'], ['Last name', 'Fresh'], ['Organization name', 'Empty Stays'], ['Email', EMAIL]] as const) await page.getByLabel(label).fill(text);
  for (const label of ['Password', 'Confirm password']) await page.getByLabel(label, { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.getByText('Account created successfully!', { exact: false }).waitFor();
  const link = await until('the mail has come', async () => {
    const mails = (await (await fetch(larder.url('/dev/mailbox.json'))).json()) as { to: string; text: string }[];
    return /^https?:\S+$/m.exec(mails.find((mail) => mail.to === EMAIL)?.text ?? '')?.[0];
  });
  await page.goto(link);
  await page.getByRole('button', { name: 'Verify Email Address' }).click();
  await page.waitForURL('**/login**');
  await page.getByLabel('Email').fill(EMAIL);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/app/**');
}, 60_000);

it.each([
  ['/app/dashboard', ['No machines found', 'No active alerts', 'No sales data']],
  ['/app/machines', ['No machines found']],
  ['/app/products', ['No products found']],
  ['/app/sales', ['No sales found', 'No sales transactions match your current filters.']],
  ['/app/alerts', ['No alerts found', 'Great! No unresolved alerts.']],
  ['/app/alerts?status=resolved', ['No alerts found', 'No resolved alerts match your filters.']],
])('%s says %j', async (screen, texts) => {
  for (const viewport of [DESK, PHONE]) {
    await page.setViewportSize(viewport);
    await page.goto(larder.url(screen));
    for (const text of texts) await page.getByText(text, { exact: true }).first().waitFor();
    expect(await fits(page)).toBe(true);
    expect(await seriousFindings(page)).toEqual([]);
  }
}, 60_000);

it('before the first machine its currency can be another one: the dialog of that machine says so, and then every screen does', async () => {
  await page.setViewportSize(PHONE);
  await page.goto(larder.url('/app/machines?add=true'));
  const note = page.getByText('Prices and sales will be in US Dollar.', { exact: false });
  await note.waitFor();
  expect([await fits(page), await seriousFindings(page)]).toEqual([true, []]);
  await page.getByRole('link', { name: 'Change the currency' }).click();
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Currency').fill('euro');
  await page.getByTitle('EUR · Euro').click();
  expect([await fits(page), await seriousFindings(page)]).toEqual([true, []]);
  await press(page, 'Save');
  await page.getByText('Organization updated').waitFor();
  for (const [screen, text] of [['/app/organization', 'up to €5.00, within 14 days'], ['/app/dashboard', '€0.00']] as const) {
    await page.goto(larder.url(screen));
    await page.getByText(text).first().waitFor();
  }
}, 60_000);

it('a guest finds no machine to tap where none is online', async () => {
  const guest = await larder.open(PHONE, '/vend/new');
  await guest.route('**/vend/machines', (route) => route.fulfill({ json: { success: true, data: [] } }));
  await guest.reload();
  await guest.getByText('No online machines available. Please ensure machines are online in the admin panel.').waitFor();
}, 60_000);
