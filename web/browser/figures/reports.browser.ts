/** Custom reports in a real browser. */
import type { Page } from 'playwright-core';
import { DESK, inBrowser, PHONE } from '../in-browser.js';
import { choose, downloadBy, holds, offered, pick, press, textOf } from '../on-page.js';

const product = inBrowser();
beforeAll(() => product.buy(), 60_000);

const table = (page: Page) => page.getByRole('region', { name: 'Custom report', exact: true });
const field = (page: Page, name: string) => page.getByRole('combobox', { name: new RegExp(`^${name}`) });
const headings = async (page: Page): Promise<string[]> => (await table(page).getByRole('columnheader').allInnerTexts()).map((text) => text.trim());
const cells = async (page: Page, row: number): Promise<string[]> => (await table(page).getByRole('row').nth(row).getByRole('cell').allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());

it.each([['a desk', DESK], ['a phone', PHONE]])('on %s a report is put together, sorted, kept in the address and taken away', async (_, viewport) => {
  const page = await product.signedIn('/app/analytics', viewport, 'admin');
  if (viewport === PHONE) await page.getByRole('button', { name: /^View and filters/ }).click();
  await choose(page, field(page, 'View'), /^Custom Report$/);
  await table(page).getByRole('row', { name: /Seaside Lobby/ }).waitFor();
  expect(await headings(page)).toEqual(['Machine', 'Revenue', 'Profit', 'Transactions', 'Items Sold']);
  await holds(page);

  await choose(page, field(page, 'Rows'), /^Product$/);
  await choose(page, field(page, 'Divided By'), /^Month$/);
  await field(page, 'Columns').click();
  await pick(page, offered(page).getByText('Profit Margin', { exact: true }));
  await pick(page, offered(page).getByText('Profit', { exact: true })); // chosen already: it goes
  await page.keyboard.press('Escape');
  await table(page).getByRole('columnheader', { name: 'Profit Margin' }).waitFor();
  expect(await headings(page)).toEqual(['Product', 'Month', 'Revenue', 'Profit Margin', 'Transactions', 'Items Sold']);
  expect(new URL(page.url()).searchParams.toString()).toBe('view=report&by=product&split=month&columns=revenue%2Cmargin%2Ctransactions%2Cunits');
  await holds(page);

  // The address is the report, also for a colleague.
  await page.reload();
  await table(page).getByRole('row', { name: 'Total' }).waitFor();
  const rows = await table(page).getByRole('row').count() - 2;
  const revenues = async () => (await Promise.all(Array.from({ length: rows }, (__, n) => cells(page, n + 1)))).map((texts) => texts[2] ?? '');
  const sold = await revenues();
  expect(sold).toEqual([...sold].sort((a, b) => Number(b.slice(1)) - Number(a.slice(1))));
  await table(page).getByRole('columnheader', { name: 'Revenue' }).click();
  await table(page).getByRole('columnheader', { name: 'Revenue' }).and(page.locator('[aria-sort=ascending]')).waitFor();
  expect(await revenues()).toEqual([...sold].sort((a, b) => Number(a.slice(1)) - Number(b.slice(1))));

  // What cannot be divided by houses is not offered to be.
  await field(page, 'Divided By').click();
  await offered(page).getByText('Nothing else', { exact: true }).waitFor();
  expect(await offered(page).locator('.ant-select-item-option-content').allInnerTexts()).toEqual(['Nothing else', 'Day', 'Week', 'Month', 'Machine', 'Category']);
  await page.keyboard.press('Escape');

  await page.goto(`${page.url()}&type=report`);
  if (viewport === PHONE) await page.getByRole('button', { name: 'Export and monthly e-mail' }).click();
  const file = await textOf(await downloadBy(page, 'Export Custom Report as CSV'));
  expect(file.replace(/^\uFEFF/, '').split('\r\n')[0]).toBe('Product,Month From,Revenue,Profit Margin,Transactions,Items Sold,Currency');
  expect(file.trimEnd().split('\r\n')).toHaveLength(rows + 1);
}, 60_000);

it('a report that is kept under a name is found by a colleague, in whatever days they look at', async () => {
  const page = await product.signedIn('/app/analytics?view=report&by=product&columns=revenue,units', DESK, 'admin');
  await page.getByRole('button', { name: 'Keep This Report' }).click();
  await press(page, 'Keep Report');
  await page.getByText('Name is required').waitFor();
  await page.getByRole('textbox', { name: 'Name' }).fill('  Best sellers ');
  await holds(page);
  await press(page, 'Keep Report');
  await page.getByText('Best sellers is kept').waitFor();
  await page.getByRole('button', { name: 'Drop This Report' }).waitFor();

  const theirs = await product.signedIn('/app/analytics?view=report&startDate=2026-01-01', PHONE, 'owner');
  await choose(theirs, field(theirs, 'Kept Reports'), /^Best sellers$/);
  await theirs.waitForURL(/view=report&by=product&columns=revenue%2Cunits$/);
  expect(new URL(theirs.url()).searchParams.get('startDate')).toBe('2026-01-01');
  await theirs.getByRole('button', { name: 'Drop This Report' }).waitFor();
  await holds(theirs);
  // The same under another name is another one; the same name is not.
  await choose(theirs, field(theirs, 'Rows'), /^Category$/);
  await theirs.getByRole('button', { name: 'Keep This Report' }).click();
  await theirs.getByRole('textbox', { name: 'Name' }).fill('BEST SELLERS');
  await press(theirs, 'Keep Report');
  await theirs.getByText(/A report of this name is kept already/).waitFor();
  product.causes(409);

  await page.getByRole('button', { name: 'Drop This Report' }).click();
  await press(page, 'Drop Report');
  await page.getByText('Best sellers is dropped').waitFor();
  await page.getByRole('button', { name: 'Keep This Report' }).waitFor();
}, 60_000);

it('without them in the plan the screen says so: custom reports are part of the Enterprise plan', async () => {
  const page = await product.signedIn('/app/dashboard', DESK, 'admin');
  await page.route('**/api/cognito-auth/account', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: { features: string[] } };
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, features: answer.data.features.filter((one) => one !== 'custom_reports') } } });
  });
  await page.goto(product.url('/app/analytics?view=report'));
  await page.getByText('Custom reports are part of the Enterprise plan').waitFor();
  expect([await field(page, 'Rows').count(), await table(page).count()]).toEqual([0, 0]);
  await holds(page);
}, 60_000);

it('with nothing sold in the days that are chosen it says so', async () => {
  const page = await product.signedIn('/app/analytics?view=report&startDate=2022-01-01&endDate=2022-01-31', DESK, 'admin');
  await page.getByText('Nothing was sold in this period').waitFor();
  await field(page, 'Rows').waitFor();
  await holds(page);
}, 60_000);
