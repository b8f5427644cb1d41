/** The list of sales in a real browser: refund, receipt, what happened behind a sale, on paper, narrowed, and as a file. */
import { readFileSync } from 'node:fs';
import { readXlsx } from '@larder/gateway/files/xlsx.testing.js';
import { hasCome } from '../asked.js';
import { DESK, inBrowser, PHONE } from '../in-browser.js';
import { choose, downloadBy, fits, holds, offered, pick, textOf } from '../on-page.js';

const product = inBrowser();

describe('After a purchase', () => {
  beforeAll(() => product.buy(), 60_000);

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

  it('on a phone the sums and the first sale stand before what narrows them, which is folded and says what is chosen, on paper, too', async () => {
    const page = await product.signedIn('/app/sales', PHONE, 'admin');
    const row = page.locator('.rows > li').first();
    await row.waitFor();
    expect(await row.locator('.row-main').evaluate((it) => it.getBoundingClientRect().top)).toBeLessThan(PHONE.height);
    const filters = page.getByRole('button', { name: 'Filters Last 30 days', expanded: false });
    expect(await page.getByLabel('Payment Method').count()).toBe(0);
    await filters.click();
    await choose(page, page.getByLabel('Payment Method'), /^Card$/);
    const chosen = page.getByRole('button', { name: 'Filters Last 30 days · Card', expanded: true });
    await chosen.waitFor();
    await holds(page);
    await chosen.click();
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByText('Filters: Last 30 days · Card').isVisible()).toBe(true);
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

  it('is narrowed to a machine by its name, from what is offered or written out', async () => {
    const page = await product.signedIn('/app/sales', DESK, 'admin');
    const field = page.getByLabel('Machine ID');
    await field.fill('harbor');
    const [answer] = await Promise.all([
      page.waitForResponse((response) => /\/api\/admin\/sales\?.*machineId=VM-002/.test(response.url())), pick(page, offered(page).getByText('Harbor Loft (VM-002)')),
    ]);
    await answer.finished();
    await page.waitForURL('**/app/sales?machineId=VM-002');
    await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]')); // until then the sums are those of before, and faded
    await holds(page);
    await field.fill('garden house');
    await page.waitForURL('**/app/sales?machineId=VM-003');
    await page.locator('input[value="VM-003"]').waitFor();
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

it('a visit that was not paid shows what happened in it, and becomes a purchase when its guest pays', async () => {
  const { sessionId } = await product.call<{ sessionId: string }>('POST', '/api/vend/start', '', { nfcSessionId: 'VM-002-091' });
  product.causes(404);
  const page = await product.signedIn(`/app/sales/visit.${sessionId}`, PHONE);
  await page.getByText('There is no receipt for this visit').waitFor();
  await page.getByText(/^Payment due for /).waitFor({ timeout: 30_000 });
  await holds(page);
  const { checkoutUrl } = await product.call<{ checkoutUrl: string }>('GET', `/api/vend/session/${sessionId}`);
  await product.call('POST', `/api/vend${checkoutUrl}`, '', { outcome: 'pay' });
  await page.getByRole('button', { name: 'Print receipt' }).waitFor();
  await page.getByText('Visit paid').waitFor();
}, 90_000);
