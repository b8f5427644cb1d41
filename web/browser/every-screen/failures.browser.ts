/** What each screen of the operator area says when the server does not answer as it should, and that asking again mends it. */
import type { Locator, Page } from 'playwright-core';
import { inBrowser } from '../in-browser.js';
import { choose, holds, pick, press, seriousFindings } from '../on-page.js';

const larder = inBrowser();
const MACHINE = 'VM-001';

let page: Page;
beforeAll(async () => {
  page = await larder.signedIn('/app/dashboard');
}, 60_000);
afterEach(() => page.unrouteAll({ behavior: 'ignoreErrors' }));

const broken = { success: false, error: 'INTERNAL', message: 'Something went wrong. Please quote 1234 to support.' };

/** From now on calls whose path matches are answered with an error. */
const fail = (path: RegExp, status = 500, body: object = broken) => page.route((url) => path.test(url.pathname), (route) => route.fulfill({ status, json: body }));

/** The same until a button is pressed with what it answers, whatever the screen asks by itself meanwhile. */
async function failUntilPressed(path: RegExp): Promise<(again: Locator) => Promise<void>> {
  const isPressed = (): Promise<boolean> => page.evaluate(() => document.documentElement.dataset.pressed === 'true').catch(() => false); // it is being loaded
  await page.route((url) => path.test(url.pathname), async (route) => ((await isPressed()) ? route.continue() : route.fulfill({ status: 500, json: broken })));
  return async (again) => {
    await again.evaluate((button) => button.addEventListener('click', () => (document.documentElement.dataset.pressed = 'true'), { capture: true }));
    await again.click();
  };
}

/** Any product will do. */
async function productId(): Promise<string> {
  await page.goto(larder.url('/app/products'));
  const href = await page.locator('.product-card a').first().getAttribute('href');
  return href?.split('/').pop() ?? '';
}

it.each([
  ['/app/dashboard', /\/cognito-auth\/dashboard$/, 'Failed to load dashboard data', 'Retry'],
  ['/app/dashboard', /\/cognito-auth\/dashboard$/, 'Failed to load sales data', 'Retry'],
  ['/app/dashboard', /\/cognito-auth\/machines$/, 'Failed to load machine status', 'Try Again'],
  ['/app/dashboard', /\/dashboard\/alerts$/, 'Failed to load alerts', 'Retry'],
  ['/app/machines', /\/cognito-auth\/machines$/, 'Failed to load machines', 'Retry'],
  [`/app/machines/${MACHINE}`, /\/cognito-auth\/machines\/VM-001$/, 'Failed to load machine data', 'Retry'],
  ['/app/products', /\/cognito-auth\/products$/, 'Failed to load products', 'Retry'],
  ['/app/sales', /\/admin\/sales$/, 'Failed to load sales', 'Retry'],
  ['/app/analytics', /\/admin\/sales\/overview$/, 'Failed to load analytics data', 'Retry'],
  ['/app/alerts', /\/dashboard\/alerts$/, 'Failed to load alerts', 'Retry'],
])('%s, when %s fails: %s, and %s mends it', async (screen, path, text, retry) => {
  const askAgain = await failUntilPressed(path);
  await page.goto(larder.url(screen));
  const box = page.locator('.failure', { hasText: text });
  await box.waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await askAgain(box.getByRole('button', { name: retry }));
  await box.waitFor({ state: 'detached' });
  larder.causes(500);
}, 60_000);

it('a product whose data does not come says so, and one that is not there says that', async () => {
  const id = await productId();
  await fail(new RegExp(`/cognito-auth/products/${id}$`));
  await page.goto(larder.url(`/app/products/${id}`));
  await page.locator('.failure', { hasText: 'Failed to load product data' }).waitFor();
  await page.unrouteAll();
  await page.goto(larder.url('/app/products/none'));
  await page.getByText('Product not found').first().waitFor();
  larder.causes(404, 500);
}, 60_000);

it('a machine that is not there: Machine not found, under No Machine Data, with the way back', async () => {
  await page.goto(larder.url('/app/machines/VM-404'));
  await page.getByText('Machine not found').first().waitFor();
  await page.getByText('No Machine Data').first().waitFor();
  await page.getByRole('link', { name: 'Back to Machines' }).click();
  await page.waitForURL('**/app/machines');
  larder.causes(404);
}, 60_000);

it('what was loaded before stays, marked as old, when the next answer fails', async () => {
  await page.goto(larder.url('/app/dashboard'));
  await page.getByText('Machines Online').waitFor();
  await fail(/\/cognito-auth\/dashboard$/);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByText(/Failed to load dashboard data\. Showing what was loaded at/).waitFor();
  await page.getByText('Machines Online').waitFor();
  larder.causes(500);
}, 60_000);

it.each([
  ['/app/analytics', /\/admin\/sales\/overview$/, 'Total Revenue', () => page.getByRole('button', { name: 'Last month' }).click(), 'Failed to load analytics data'],
  ['/app/sales', /\/admin\/sales$/, 'Total Revenue', () => choose(page, page.getByLabel('Timeframe'), /^Last 90 days$/), 'Failed to load sales'],
  [`/app/machines/${MACHINE}`, /\/sales\/comparison$/, 'All its sales', () => page.locator('.ant-segmented').getByText('30 days').click(), 'Failed to load sales data'],
])('%s: what was sold in other days does not pass for what is asked for, when that fails', async (screen, path, figures, ask, text) => {
  await page.goto(larder.url(screen));
  await page.getByText(figures).waitFor();
  await fail(path);
  await ask();
  await page.locator('.failure', { hasText: text }).waitFor();
  expect(await page.getByText(figures).count()).toBe(0);
  larder.causes(500);
}, 60_000);

it('the dashboard: machines and alerts of another choice do not pass for those asked for, when these cannot be had', async () => {
  const rows = (title: string) => page.getByRole('region', { name: title }).getByRole('listitem');
  const owner = await larder.bearer();
  const { inventory: [slot] } = await larder.call<{ inventory: { slot: string; quantity: number }[] }>('GET', `/api/cognito-auth/machines/${MACHINE}`, owner);
  if (!slot) throw new Error('Nothing can run low');
  await larder.call('POST', `/api/cognito-auth/machines/${MACHINE}/inventory/${slot.slot}/adjust`, owner, { change: 1 - slot.quantity, reason: 'counted' });
  await page.goto(larder.url('/app/dashboard'));
  for (const title of ['Machine Status', 'Alert Notifications']) await rows(title).first().waitFor();
  await page.getByRole('button', { name: /Filters & Date Range/ }).click();
  await choose(page, page.getByRole('combobox', { name: 'Machine status' }), /^Maintenance$/);
  await choose(page, page.getByRole('combobox', { name: 'Alert severity' }), /^Low$/);
  await fail(/\/cognito-auth\/machines$/);
  await fail(/\/dashboard\/alerts$/);
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  for (const text of ['Failed to load machine status', 'Failed to load alerts']) await page.locator('.failure', { hasText: text }).waitFor();
  expect([await rows('Machine Status').count(), await rows('Alert Notifications').count()]).toEqual([0, 0]);
  larder.causes(500);
}, 60_000);

it('without a network: Network error. Please check your connection.', async () => {
  await page.route('**/api/admin/sales?**', (route) => route.abort());
  await page.goto(larder.url('/app/sales'));
  await page.getByText('Network error. Please check your connection.').waitFor();
  larder.causes('net::ERR_FAILED');
}, 60_000);

it('a screen that cannot be loaded leaves the menu there, and is loaded once it can be', async () => {
  await page.route(/\/assets\/profile-page-/, (route) => route.abort());
  await page.goto(larder.url('/app/dashboard'));
  await page.getByRole('link', { name: /Owner Demo/ }).click();
  await page.getByText('Something went wrong').waitFor();
  await page.unrouteAll();
  await page.getByRole('link', { name: 'Machines', exact: true }).click();
  await page.getByRole('row', { name: /Seaside Lobby/ }).waitFor();
  await page.getByRole('link', { name: /Owner Demo/ }).click();
  await page.getByRole('heading', { name: 'Password', exact: true }).waitFor();
  larder.causes('net::ERR_FAILED');
}, 60_000);

it('a part of a screen that cannot be loaded at first is asked for again, and once more when it is wanted the next time', async () => {
  await page.route(/\/assets\/import-dialog-/, (route) => route.abort(), { times: 1 });
  await page.goto(larder.url('/app/sales'));
  await page.getByRole('button', { name: 'Import' }).click();
  await page.getByRole('dialog', { name: 'Import sales' }).waitFor();
  await page.route(/\/assets\/import-dialog-/, (route) => route.abort());
  await page.goto(larder.url('/app/products'));
  await page.getByRole('button', { name: 'Import' }).click();
  await page.getByText('Something went wrong').waitFor();
  await page.unrouteAll();
  await page.getByRole('link', { name: 'Machines', exact: true }).click();
  await page.getByRole('row', { name: /Seaside Lobby/ }).waitFor();
  await page.getByRole('link', { name: 'Products', exact: true }).click();
  await page.getByRole('button', { name: 'Import' }).click();
  await page.getByRole('dialog', { name: 'Import products' }).waitFor();
  larder.causes('net::ERR_FAILED', 'Failed to fetch dynamically imported module');
}, 60_000);

it('a page that was open over a deployment is loaded anew when it misses a script that is gone', async () => {
  await page.goto(larder.url('/app/dashboard'));
  await page.getByText('Machines Online').waitFor();
  await page.route(/\/assets\/profile-page-/, (route) => route.fulfill({ status: 404 }), { times: 1 });
  // The server has another page by now.
  await page.route('**/app/profile', async (route) => (route.request().isNavigationRequest() ? route.continue() : route.fulfill({ body: '<script type="module" src="/assets/index-NEW.js"></script>' })));
  const again = page.waitForEvent('load');
  await page.getByRole('link', { name: /Owner Demo/ }).click();
  await again;
  await page.getByRole('heading', { name: 'Password', exact: true }).waitFor();
  larder.causes(404);
}, 60_000);

it('a screen that could not be loaded without a network says so, and comes by itself once there is one', async () => {
  await page.goto(larder.url('/app/dashboard'));
  await page.getByText('Machines Online').waitFor();
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Team Admin' }).click();
  await page.getByRole('heading', { name: 'No connection' }).waitFor();
  await page.getByText('Network error. Please check your connection. This screen comes by itself once there is one.').waitFor();
  await holds(page);
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Invite User' }).waitFor();
  larder.causes('net::ERR_INTERNET_DISCONNECTED');
}, 60_000);

it('on a slow network something is there before the scripts are', async () => {
  let come = (): void => undefined;
  const waited = new Promise<void>((resolve) => (come = resolve));
  await page.route('**/assets/index-*.js', async (route) => {
    await waited;
    await route.continue();
  });
  await page.goto(larder.url('/app/dashboard'), { waitUntil: 'commit' });
  await page.getByRole('status').getByText('Loading...').waitFor();
  come();
  await page.getByText('Machines Online').waitFor();
}, 60_000);

it('a switch of a machine that fails goes back, and says so', async () => {
  await page.goto(larder.url('/app/machines'));
  const row = page.getByRole('switch').first();
  await row.waitFor();
  const before = await row.getAttribute('aria-checked');
  await fail(/\/machines\/[^/]+\/status$/);
  await row.click();
  await press(page, 'Maintenance');
  await page.getByText('Failed to update machine status').first().waitFor();
  await page.waitForFunction((was) => document.querySelector('[role=switch]')?.getAttribute('aria-checked') === was, before);
  larder.causes(500);
}, 60_000);

it('a command that did not reach the machine is not taken for given: the screen says so until it is dismissed', async () => {
  await page.goto(larder.url(`/app/machines/${MACHINE}`));
  await page.route('**/api/hardware/control', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
  const box = page.locator('.failure', { hasText: 'Hardware communication failed: Lock' });
  await page.getByRole('button', { name: 'Lock', exact: true }).click();
  await box.getByText('Network error. Please check your connection.').waitFor();
  await box.getByRole('button', { name: 'Dismiss' }).click();
  await box.waitFor({ state: 'detached' });
  larder.causes('net::ERR_FAILED');
}, 60_000);

it('a command whose answer was lost is given once, however often it is sent from its dialog', async () => {
  await page.goto(larder.url(`/app/machines/${MACHINE}`));
  await page.getByRole('button', { name: 'Restock mode…' }).click();
  await page.getByRole('dialog').getByLabel('Reason (optional)').fill('the van is here');
  await page.route('**/api/hardware/control', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await press(page, 'Restock mode');
  await page.getByRole('dialog').getByText('Network error. Please check your connection.').waitFor();
  await page.unrouteAll();
  await press(page, 'Restock mode');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const { orders } = await larder.call<{ orders: { reason?: string }[] }>('GET', `/api/hardware/control/${MACHINE}`, await larder.bearer());
  expect(orders.filter(({ reason }) => reason === 'the van is here')).toHaveLength(1);
  larder.causes('net::ERR_FAILED');
}, 60_000);

it('nothing is said not to be there before the answer has come, nor when it does not come', async () => {
  await page.goto(larder.url('/app/alerts?status=resolved'));
  await page.getByText('No resolved alerts match your filters.').waitFor();
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/admin/dashboard/alerts?**', async (route) => {
    await held;
    await route.abort();
  });
  await page.getByLabel('Status').click();
  await pick(page, page.getByTitle('Unresolved'));
  await page.locator('.loading').waitFor();
  answer();
  await page.locator('.failure', { hasText: 'Failed to load alerts' }).waitFor();
  expect(await page.getByText('Great! No unresolved alerts.').count()).toBe(0);
  larder.causes('net::ERR_FAILED');
}, 60_000);

it('the totals of the sales before are not shown as those of the filters chosen now', async () => {
  await page.goto(larder.url('/app/sales?timeframe=all'));
  await page.getByText('Total Revenue').waitFor();
  await page.route('**/api/admin/sales?**', () => undefined);
  await page.getByLabel('Timeframe').click();
  await pick(page, page.getByTitle('Last 7 days'));
  await page.locator('.waiting', { hasText: 'Total Revenue' }).waitFor();
}, 60_000);

it('live updates come back after a moment in which nobody could say whether the sign-in still holds', async () => {
  await page.goto(larder.url('/app/dashboard'));
  const online = page.locator('.stat', { hasText: 'Machines Online' });
  await online.getByText('3 / 3').waitFor();
  await page.route(/\/cognito$/, (route) => route.abort());
  await fail(/\/api\/live$/, 401, { success: false, error: 'SIGN_IN_REQUIRED', message: 'Your session has expired.' });
  const unanswered = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/cognito'));
  const auto = page.getByRole('switch', { name: 'Auto-refresh' });
  await auto.click();
  await auto.click();
  await unanswered;
  await page.unrouteAll({ behavior: 'wait' });
  await page.waitForRequest('**/api/live');
  larder.causes(401, 'net::ERR_FAILED');
}, 60_000);
