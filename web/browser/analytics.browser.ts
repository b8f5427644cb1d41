/** Sales and analytics in a real browser: refund, receipt, what happened behind a sale, and the files that can be taken away. */
import { readFileSync } from 'node:fs';
import type { Download, Page } from 'playwright-core';
import { readXlsx } from '@larder/gateway/files/xlsx.testing.js';
import { DESK, fits, hasCome, holds, inBrowser, PHONE } from './in-browser.js';

const product = inBrowser();
/** What a person reads in a file they downloaded. */
const textOf = async (download: Download): Promise<string> => readFileSync(await download.path(), 'utf8');
const downloadBy = async (page: Page, button: string): Promise<Download> => {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()]);
  return download;
};

async function buy(): Promise<void> {
  const phone = await product.open(PHONE, '/vend/new');
  await phone.getByRole('button', { name: 'Tap NFC Tag' }).click();
  await phone.getByText('Items removed - Payment required').waitFor({ timeout: 30_000 });
  await phone.getByRole('button', { name: /^Pay \$/ }).click();
  await phone.getByText('TEST payment').waitFor();
  await phone.getByRole('button', { name: /^Pay \$/ }).click();
  await phone.getByText('Payment Successful!').waitFor();
  await phone.close();
}

describe('With nothing sold', () => {
  it('analytics says so in each view', async () => {
    const page = await product.signedIn('/app/analytics', DESK, 'admin');
    for (const [view, text] of [['overview', 'No revenue data available for this period'], ['overview', 'No payment data available'], ['trends', 'No trend data available for this period'], ['products', 'No product data available'], ['machines', 'No machine data available'], ['hours', 'No time of day is known for this period'], ['taxes', 'No tax data available for this period'], ['losses', 'No losses are recorded for this period']]) {
      await page.goto(product.url(`/app/analytics?view=${view}`));
      await page.getByText(text as string).waitFor();
    }
    await holds(page);
    await page.goto(product.url('/app/sales'));
    await page.getByText('No sales transactions match your current filters.').waitFor();
  }, 60_000);

  it('who is no admin sees no analytics', async () => {
    const page = await product.signedIn('/app/analytics', DESK, 'operator');
    await page.getByText('Access Denied').waitFor();
    expect(await page.getByRole('link', { name: 'Analytics' }).count()).toBe(0);
  }, 60_000);
});

describe('After a purchase', () => {
  beforeAll(async () => {
    await buy();
    const token = await product.bearer();
    const lose = (slot: string, body: object) => product.call('POST', `/api/cognito-auth/machines/VM-002/inventory/${slot}/adjust`, token, body);
    await lose('A1', { change: -3, reason: 'Expired', cause: 'expired' });
    await lose('A2', { change: -1, reason: 'counted' });
    await lose('A2', { change: 1, reason: 'counted again' });
  }, 60_000);

  it('an operator gives a part of it back with a reason, and sees it on the receipt and in what happened', async () => {
    const page = await product.signedIn('/app/sales', DESK, 'operator');
    await page.getByText('Completed').first().waitFor();
    expect(await page.getByRole('button', { name: 'Export Data' }).count()).toBe(0);
    await page.getByRole('button', { name: /^Refund/ }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/can still be refunded/).waitFor();
    await dialog.getByText('A part of it').click();
    await dialog.getByLabel(/^Amount in/).fill('999');
    await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
    await dialog.getByText(/^At most \$/).waitFor();
    await dialog.getByText('Please give a reason').waitFor();
    await holds(page);
    await dialog.getByLabel(/^Amount in/).fill('0.50');
    await dialog.getByLabel('Reason').fill('It was warm');
    await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
    await page.getByText('$0.50 refunded').first().waitFor();
    await page.getByText('after $0.50 refunded in this period').waitFor();
    await holds(page);

    const transaction = page.getByLabel('Transaction', { exact: true });
    const number = await page.locator('a:has(code)').first().innerText();
    await transaction.fill('nothing8');
    await page.getByText('No transaction ends in nothing8.').waitFor();
    await transaction.fill(number.toUpperCase());
    await page.locator('a:has(code)').first().getByText(number).waitFor();
    await page.waitForURL('**/app/sales?transaction=*');
    await holds(page);
    await page.locator('a:has(code)').first().click();
    await page.getByText('Paid after refunds').waitFor();
    await page.getByText('Guest tapped tag').waitFor();
    await page.getByText('Machine told to unlock').waitFor();
    await page.getByText('Door closed').waitFor();
    await page.getByText('Refund of $0.50 requested').waitFor();
    await page.getByText(/Operator Demo .* It was warm/).first().waitFor();
    await page.getByText(/The machine's reports \d+ to \d+ are all here\./).waitFor();
    await holds(page);
    const pdf = await downloadBy(page, 'Evidence as PDF');
    expect(pdf.suggestedFilename()).toMatch(/^evidence-.+\.pdf$/);
    expect((await textOf(pdf)).startsWith('%PDF-')).toBe(true);
    expect(JSON.parse(await textOf(await downloadBy(page, 'Evidence as JSON')))).toMatchObject({ purchase: { refundedAmount: 0.5 } });
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByText('What happened').isVisible()).toBe(false);
    expect(await page.getByRole('article', { name: 'Receipt' }).isVisible()).toBe(true);
  }, 60_000);

  it.each([['/app/sales', 'Sales Transactions'], ['/app/machines/VM-001', 'Seaside Lobby']])('%s on paper says what it is and whose, and has nothing to press', async (path, title) => {
    const page = await product.signedIn(path, { width: 700, height: 990 }, 'admin');
    const heading = page.getByRole('heading', { level: 1, name: title });
    await heading.waitFor();
    await hasCome(page);
    await page.emulateMedia({ media: 'print' });
    expect(await heading.isVisible()).toBe(true);
    expect(await page.locator('main').getByText('Seaside Stays', { exact: true }).first().isVisible()).toBe(true);
    expect(await page.getByRole('button').filter({ visible: true }).allTextContents()).toEqual([]);
    expect(await fits(page)).toBe(true);
  }, 60_000);

  it('a table on paper is as wide as the paper, with the words of its filters and no column of buttons', async () => {
    const page = await product.signedIn('/app/sales', DESK, 'admin');
    await page.getByRole('columnheader', { name: 'Actions' }).waitFor();
    await page.locator('.filter-bar .ant-picker').last().waitFor(); // until it has come a plain field stands in its place
    await page.emulateMedia({ media: 'print' });
    // What is printed is not rendered anew for the paper, as a smaller window would be.
    await page.addStyleTag({ content: '.content { width: 718px; }' });
    expect(await page.getByRole('columnheader').filter({ visible: true }).allTextContents()).toEqual(['Transaction', 'Product', 'Machine', 'Amount', 'Payment', 'Status']);
    const ends = await page.getByRole('columnheader', { name: 'Status' }).evaluate((cell) => cell.getBoundingClientRect().right - (cell.closest('.content')?.getBoundingClientRect().right ?? 0));
    expect(Math.abs(ends)).toBeLessThanOrEqual(2);
    const bar = page.locator('.filter-bar');
    expect(await bar.getByText('Timeframe').isVisible()).toBe(true);
    expect(await bar.getByText('Start Date').isVisible()).toBe(false);
    expect(await bar.locator('.anticon').filter({ visible: true }).count()).toBe(0);
  }, 60_000);

  it('times are those of the machine\'s place, wherever the browser is', async () => {
    const page = await product.signedIn('/app/sales', DESK, 'admin');
    await page.getByText('Times in New York time').waitFor();
    const sold = await page.evaluate(async () => {
      const answer = await fetch('/api/admin/sales?limit=1', { headers: { authorization: `Bearer ${localStorage.getItem('larder.idToken')}` } });
      return ((await answer.json()) as { data: { sales: { timestamp: string }[] } }).data.sales[0]?.timestamp ?? '';
    });
    const inNewYork = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', dateStyle: 'medium', timeStyle: 'short' }).format(new Date(sold));
    await page.getByText(inNewYork).first().waitFor();
  }, 60_000);

  it('the list goes into a file as it is filtered', async () => {
    const page = await product.signedIn('/app/sales?paymentMethod=cash', DESK, 'admin');
    await page.getByText('No sales transactions match your current filters.').waitFor();
    expect((await textOf(await downloadBy(page, 'Export Data'))).trim().split('\r\n')).toHaveLength(1);
    await page.goto(product.url('/app/sales'));
    await page.getByText('Completed').first().waitFor();
    const csv = await downloadBy(page, 'Export Data');
    expect(csv.suggestedFilename()).toMatch(/^sales-csv-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.csv$/);
    expect(await textOf(csv)).toMatch(/,Refund,.*,-0\.5,0,USD,.*It was warm/);
    const workbook = await downloadBy(page, 'Export as Excel');
    expect(workbook.suggestedFilename()).toMatch(/^sales-xlsx-.+\.xlsx$/);
    expect(readXlsx(readFileSync(await workbook.path())).Sales).toContainEqual(expect.arrayContaining(['Refund', -0.5, 'It was warm']));
  }, 60_000);

  it.each([['desk', DESK], ['phone', PHONE]])('analytics on a %s shows its views, keeps what was chosen in the address, and exports', async (_, viewport) => {
    const page = await product.signedIn('/app/analytics', viewport, 'admin');
    await page.locator('.apexcharts-bar-area').last().waitFor();
    await page.getByText('Payment Methods').waitFor();
    await holds(page);
    for (const [view, heading] of [['trends', 'Growth'], ['products', 'Avg Price'], ['machines', 'Items Sold'], ['hours', 'Sun'], ['taxes', 'Tax Rate'], ['losses', 'Share Lost']]) {
      await page.goto(product.url(`/app/analytics?view=${view}&groupBy=month`));
      await page.getByRole('columnheader', { name: heading }).first().waitFor();
      await holds(page);
    }
    await page.getByText(/^4 units lost, \$[\d.]+ at cost and \$[\d.]+ at price\. Total Profit counts what was sold, without losses: less these at cost, /).waitFor();
    await page.getByText(/Counts found 1 unit more than the books had/).waitFor();
    const files = async (query: string): Promise<void> => {
      await page.goto(product.url(`/app/analytics?${query}`));
      if (viewport === PHONE) await page.getByRole('button', { name: 'Export and monthly e-mail' }).click();
    };
    await files('type=hours');
    expect(await textOf(await downloadBy(page, 'Export Peak Hours as CSV'))).toMatch(/,\d\d:00,[\d,]*,1,[1-9][\d.]*,USD,0\r/);
    await files('type=losses');
    expect(await textOf(await downloadBy(page, 'Export Losses as CSV'))).toMatch(/,VM-002,Harbor Loft,[^\n]*,3,0,0,0,0,0,3,/);
    await files('type=summary&format=json');
    const json = await downloadBy(page, 'Export Summary as JSON');
    expect(json.suggestedFilename()).toMatch(/^summary-json-.+\.json$/);
    const text = await textOf(json);
    expect(text.startsWith('{\n  "type": "summary"')).toBe(true);
    const { summary } = JSON.parse(text) as { summary: { totalRevenue: number } };
    await page.getByText(`$${summary.totalRevenue.toFixed(2)}`).first().waitFor();
    await files('format=csv-comma');
    expect(await textOf(await downloadBy(page, 'Export Sales as CSV (1,50)'))).toMatch(/^\uFEFF?Date;Time;/);
    expect(await fits(page)).toBe(true);
  }, 60_000);

  it('on a phone the figures come first, and what narrows them and takes them away is folded', async () => {
    const page = await product.signedIn('/app/analytics', PHONE, 'admin');
    const bottom = async (text: string): Promise<number> => page.getByText(text, { exact: true }).first().evaluate((it) => it.getBoundingClientRect().bottom);
    await page.getByText('Profit Margin').first().waitFor();
    expect(await bottom('Profit Margin')).toBeLessThan(PHONE.height);
    const filters = page.getByRole('button', { name: /^View and filters/ });
    expect([await filters.innerText(), await page.getByLabel('Machine ID').count()]).toEqual([expect.stringContaining('Overview'), 0]);
    await filters.click();
    await page.getByLabel('Machine ID').fill('harbor');
    await page.locator('.ant-select-dropdown:visible').getByText('Harbor Loft (VM-002)').click();
    await page.waitForURL(/machineId=VM-002/);
    await page.getByRole('button', { name: 'View and filters Overview · VM-002', expanded: true }).waitFor();
    await holds(page);
  }, 60_000);

  it('two machines in one house have their figures together beneath', async () => {
    const page = await product.signedIn('/app/sales', DESK, 'admin');
    await page.route('**/api/admin/sales/machines*', async (route) => {
      const answer = (await (await route.fetch()).json()) as { data: { machines: { name: string }[] } };
      const [sold] = answer.data.machines;
      await route.fulfill({ json: { ...answer, data: { ...answer.data, machines: [sold, { ...sold, machineId: 'VM-POOL', name: 'By the Pool' }] } } });
    });
    await page.goto(product.url('/app/analytics?view=machines'));
    await page.getByRole('region', { name: 'Each house' }).getByText(/^\S.*, By the Pool$/).waitFor();
    await holds(page);
    await page.setViewportSize(PHONE);
    await page.getByRole('button', { name: 'This month' }).click();
    await page.waitForURL(/view=machines/);
    await page.waitForURL(/startDate=\d{4}-\d{2}-01&endDate=/);
    await page.getByRole('button', { name: 'This month', pressed: true }).waitFor();
    await page.getByRole('region', { name: 'Each house' }).waitFor();
    await holds(page);
  }, 60_000);

  it('the month comes by e-mail to whoever asks for it, until they say otherwise', async () => {
    const page = await product.signedIn('/app/analytics', PHONE, 'admin');
    const fold = page.getByRole('button', { name: 'Export and monthly e-mail' });
    await fold.click();
    const wanted = page.getByRole('switch', { name: 'E-mail me each month\'s figures' });
    await wanted.click();
    await page.getByText(/^The next one is written on \w+ 1, \d{4}/).waitFor();
    await holds(page);
    await page.reload();
    await fold.click();
    await page.getByText('The next one is written on').waitFor();
    expect([await wanted.getAttribute('aria-checked'), await fits(page)]).toEqual(['true', true]);
    await wanted.click();
    await page.getByText('The next one is written on').waitFor({ state: 'detached' });
    expect(await wanted.getAttribute('aria-checked')).toBe('false');
  }, 60_000);

  it('an export that fails says which', async () => {
    const page = await product.signedIn('/app/analytics?type=machines&format=pdf', DESK, 'admin');
    await page.route('**/api/admin/sales/export**', (route) => route.abort());
    await page.getByRole('button', { name: 'Export Machines as PDF' }).click();
    await page.getByText('Failed to export machines data as PDF').waitFor();
    product.causes('net::ERR_FAILED');
  }, 60_000);
});

describe('The list of sales', () => {
  it('is narrowed to a machine by its name, from what is offered or written out', async () => {
    const page = await product.signedIn('/app/sales', DESK, 'admin');
    const field = page.getByLabel('Machine ID');
    await field.fill('harbor');
    const [answer] = await Promise.all([
      page.waitForResponse((response) => /\/api\/admin\/sales\?.*machineId=VM-002/.test(response.url())), page.locator('.ant-select-dropdown:visible').getByText('Harbor Loft (VM-002)').click(),
    ]);
    await answer.finished();
    await page.waitForURL('**/app/sales?machineId=VM-002');
    await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]')); // until then the sums are those of before, and faded
    await holds(page);
    await field.fill('garden house');
    await page.waitForURL('**/app/sales?machineId=VM-003');
    await page.locator('input[value="VM-003"]').waitFor();

    await page.goto(product.url('/app/machines/VM-001'));
    await page.getByRole('link', { name: 'All its products' }).click();
    await page.waitForURL(/app\/analytics\?view=products&machineId=VM-001&startDate=/);
    await page.getByRole('columnheader', { name: 'Avg Price' }).first().waitFor();

    await page.goto(product.url('/app/analytics?view=products&type=products&format=json'));
    await page.getByRole('columnheader', { name: 'Avg Price' }).first().waitFor();
    await field.fill('harbor');
    await page.locator('.ant-select-dropdown:visible').getByText('Harbor Loft (VM-002)').click();
    await page.waitForURL(/machineId=VM-002/);
    await page.getByText('No product data available').waitFor();
    await holds(page);
    expect(JSON.parse(await textOf(await downloadBy(page, 'Export Products as JSON')))).toMatchObject({ products: [], summary: { totalRevenue: 0 } });
  }, 60_000);
});

it('a name that is typed before the names have come is that machine when they are there', async () => {
  const page = await product.signedIn('/app/alerts');
  let come = (): void => undefined;
  const waited = new Promise<void>((resolve) => (come = resolve));
  await page.route(/machines\?.*limit=1000/, async (route) => {
    await waited;
    await route.continue();
  });
  await page.goto(product.url('/app/sales'));
  await page.getByLabel('Machine ID').fill('garden house');
  await page.waitForURL(/machineId=garden/);
  come();
  await page.waitForURL(/machineId=VM-003$/);
  await page.locator('input[value="VM-003"]').waitFor();
}, 60_000);

it('a machine id that is typed whole is that machine, also where another one begins with it', async () => {
  const page = await product.signedIn('/app/sales');
  // A fleet of two pages.
  await page.route(/machines\?.*limit=1000/, (route) => route.fulfill({ json: { success: true, data: { pages: 2, machines: [route.request().url().includes('page=2') ? { machineId: 'VM-1', name: 'Cellar' } : { machineId: 'VM-10', name: 'Attic' }] } } }));
  await page.goto(product.url('/app/sales'));
  const field = page.getByLabel('Machine ID');
  await field.pressSequentially('VM-1');
  await page.locator('.ant-select-dropdown:visible').getByText('Attic (VM-10)').waitFor();
  await page.locator('.ant-select-dropdown:visible').getByText('Cellar (VM-1)').waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/machineId=VM-1$/);
  expect(await field.inputValue()).toBe('VM-1');
}, 60_000);
