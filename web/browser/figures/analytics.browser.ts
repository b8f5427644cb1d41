/** Analytics in a real browser: its views, what they are narrowed to, and the files that can be taken away. */
import { hasCome } from '../asked.js';
import { DESK, inBrowser, PHONE } from '../in-browser.js';
import { downloadBy, fits, holds, offered, pick, textOf } from '../on-page.js';

const product = inBrowser();

describe('With nothing sold', () => {
  it('analytics says so in each view', async () => {
    const page = await product.signedIn('/app/analytics', DESK, 'admin');
    for (const [view, text] of [['overview', 'No revenue data available for this period'], ['overview', 'No payment data available'], ['trends', 'No trend data available for this period'], ['products', 'No product data available'], ['machines', 'No machine data available'], ['hours', 'No time of day is known for this period'], ['taxes', 'No tax data available for this period'], ['losses', 'No losses are recorded for this period'], ['report', 'Nothing was sold in this period']]) {
      await page.goto(product.url(`/app/analytics?view=${view}`));
      await page.getByText(text as string).waitFor();
    }
    expect(await page.getByRole('button', { name: 'Show the latest sales' }).count()).toBe(0);
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
    await product.buy();
    const token = await product.bearer();
    const lose = (slot: string, body: object) => product.call('POST', `/api/cognito-auth/machines/VM-002/inventory/${slot}/adjust`, token, body);
    await lose('A1', { change: -3, reason: 'Expired', cause: 'expired' });
    await lose('A2', { change: -1, reason: 'counted' });
    await lose('A2', { change: 1, reason: 'counted again' });
  }, 60_000);

  it('days in which nothing was sold lead to the latest sales, whatever is looked at', async () => {
    const page = await product.signedIn('/app/analytics?startDate=2020-01-01&endDate=2020-01-31&view=products', PHONE, 'admin');
    await page.getByText('No product data available').waitFor();
    await page.getByRole('button', { name: 'Show the latest sales' }).waitFor();
    await holds(page);
    await page.getByRole('button', { name: 'Show the latest sales' }).click();
    await page.getByRole('columnheader', { name: 'Avg Price' }).waitFor();
    await page.waitForURL(({ searchParams }) => searchParams.get('startDate') !== '2020-01-01' && searchParams.get('view') === 'products');
    expect(await page.getByRole('button', { name: 'Show the latest sales' }).count()).toBe(0);
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
    await page.goto(product.url('/app/analytics?view=trends'));
    await page.getByRole('columnheader', { name: 'Growth' }).waitFor();
    const days = await page.locator('tr[data-row-key]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row-key') ?? ''));
    expect(days.length).toBeGreaterThan(20);
    expect(days).toEqual([...days].sort().reverse());
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
    await pick(page, offered(page).getByText('Harbor Loft (VM-002)'));
    await page.waitForURL(/machineId=VM-002/);
    await page.getByRole('button', { name: 'View and filters Overview · VM-002', expanded: true }).waitFor();
    await holds(page);
  }, 60_000);

  it('what each machine lost stands beside what it sold, where each is a house of its own, too', async () => {
    const page = await product.signedIn('/app/analytics?view=machines', DESK, 'admin');
    const machines = page.getByRole('region', { name: 'Machine performance' });
    expect(await machines.getByRole('row', { name: 'Seaside Lobby' }).innerText()).toMatch(/\$[1-9][\d.]*\s.*\$0\.00$/s);
    expect(await machines.getByRole('row', { name: 'Harbor Loft' }).innerText()).toMatch(/\$0\.00\s.*\$2\.15\s+\$8\.75 at price/s); // it sold nothing, and some of it expired
    expect(await page.getByRole('region', { name: 'Each house' }).count()).toBe(0);
    await holds(page);
  }, 60_000);

  it('two machines in one house have their figures together beneath', async () => {
    const page = await product.signedIn('/app/sales', DESK, 'admin');
    await page.route('**/api/admin/sales/machines*', async (route) => {
      const answer = (await (await route.fetch()).json()) as { data: { places: { name: string }[] } };
      const [sold] = answer.data.places;
      await route.fulfill({ json: { ...answer, data: { ...answer.data, places: [sold, { ...sold, machineId: 'VM-POOL', name: 'By the Pool' }] } } });
    });
    await page.goto(product.url('/app/analytics?view=machines'));
    await page.getByRole('region', { name: 'Each house' }).getByText('By the Pool').waitFor();
    await hasCome(page); // until then figures of before are faded
    await holds(page);
    await page.setViewportSize(PHONE);
    await page.getByRole('button', { name: 'This month' }).click();
    await page.waitForURL(/view=machines/);
    await page.waitForURL(/startDate=\d{4}-\d{2}-01&endDate=/);
    await page.getByRole('button', { name: 'This month', pressed: true }).waitFor();
    await page.getByRole('region', { name: 'Each house' }).waitFor();
    await hasCome(page);
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

  it('analytics are of one machine by its name, and where its own page leads to them', async () => {
    const page = await product.signedIn('/app/machines/VM-001', DESK, 'admin');
    await page.getByRole('link', { name: 'All its products' }).click();
    await page.waitForURL(/app\/analytics\?view=products&machineId=VM-001&startDate=/);
    await page.getByRole('columnheader', { name: 'Avg Price' }).first().waitFor();

    await page.goto(product.url('/app/analytics?view=products&type=products&format=json'));
    await page.getByRole('columnheader', { name: 'Avg Price' }).first().waitFor();
    await page.getByLabel('Machine ID').fill('harbor');
    await pick(page, offered(page).getByText('Harbor Loft (VM-002)'));
    await page.waitForURL(/machineId=VM-002/);
    await page.getByText('No product data available').waitFor();
    await holds(page);
    expect(JSON.parse(await textOf(await downloadBy(page, 'Export Products as JSON')))).toMatchObject({ products: [], summary: { totalRevenue: 0 } });
  }, 60_000);

  it('a machine that is moved leaves to each house what it sold there, and one whose address was wrong is in one house', async () => {
    const operator = await product.signedIn('/app/machines/VM-001', PHONE, 'admin');
    const give = async (address: string, deed: () => Promise<unknown>): Promise<void> => {
      await operator.getByRole('button', { name: /^More actions for (?!slot)/ }).click();
      await operator.getByRole('menuitem', { name: 'Edit…' }).click();
      await operator.getByLabel('Location').fill(address);
      await deed();
      await holds(operator);
      await operator.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await operator.getByRole('region', { name: 'Details' }).getByText(address).waitFor();
    };
    await give('5 Lake Raod', () => operator.getByText('What it has sold still counts for 12 Ocean Avenue, Asbury Park, NJ; only what it sells from now on counts for the new address.').waitFor());
    await product.buy();
    const page = await product.signedIn('/app/analytics?view=machines', DESK, 'admin');
    const houses = page.getByRole('region', { name: 'Each house' });
    const house = (address: string) => houses.getByRole('row', { name: address });
    expect(await house('12 Ocean Avenue').innerText()).toMatch(/Seaside Lobby \(.*\d{4}\)[^]*\$[1-9]/);
    expect(await house('5 Lake Raod').innerText()).toMatch(/Seaside Lobby \(.*\d{4}\)[^]*\$[1-9]/);
    expect(await house('88 River Street').innerText()).toMatch(/Harbor Loft[^]*\$2\.15\s+\$8\.75 at price/); // it sold nothing, and some of it expired
    await page.getByText(/^A sale counts for the house where its machine stood when it was made/).waitFor();
    await page.getByText('Also at 12 Ocean Avenue, Asbury Park, NJ').waitFor();
    await holds(page);
    await page.setViewportSize(PHONE);
    await holds(page);
    await give('5 Lake Road', async () => {
      await operator.getByText('It has not moved: the address was wrong').click();
      await operator.getByText('What it has sold counts for the corrected address.').waitFor();
    });
    await house('5 Lake Road').waitFor();
    expect(await house('5 Lake Raod').count()).toBe(0);
  }, 90_000);
});
