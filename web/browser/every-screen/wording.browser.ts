/** Sentences of the operator area that need a special moment to be seen: while something loads, when an order fails, when a sign-in lacks something. */
import type { MachineView } from '@larder/contracts/fleet.js';
import type { Page } from 'playwright-core';
import { exportOf, smallExportLines } from '@larder/sales/testing.js';
import { until } from '@larder/kit/testing.js';
import { inBrowser, PHONE } from '../in-browser.js';
import { press, seriousFindings } from '../on-page.js';

const larder = inBrowser();
const broken = { success: false, error: 'INTERNAL', message: 'Something went wrong. Please quote 1234 to support.' };

let page: Page;
beforeAll(async () => {
  page = await larder.signedIn('/app/dashboard');
  page.setDefaultTimeout(10_000);
}, 60_000);
afterEach(() => page.unrouteAll({ behavior: 'ignoreErrors' }));

/** Changes what the server answers about the person who is signed in. */
const profileWith = (change: object) => page.route('**/api/cognito-auth/profile', async (route) => {
  const answer = (await (await route.fetch()).json()) as { data: object };
  await route.fulfill({ json: { ...answer, data: { ...answer.data, ...change } } });
});

it.each([
  ['/app/sales', /\/admin\/sales$/, ['Loading sales...']],
  ['/app/alerts?tab=statistics', /\/alerts\/stats$/, ['Loading Statistics', 'Please wait while we gather the data...']],
])('%s, while %s takes its time: %j', async (screen, path, texts) => {
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route((url) => path.test(url.pathname), async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(larder.url(screen));
  for (const text of texts) await page.getByText(text).or(page.getByLabel(text)).first().waitFor();
  answer();
  await page.getByText(texts[0] as string).waitFor({ state: 'detached' });
}, 60_000);

it.each([
  ['/app/machines', /\/cognito-auth\/machines$/, 12], ['/app/products', /\/cognito-auth\/products$/, 12], ['/app/alerts', /\/dashboard\/alerts$/, 10], ['/app/sales', /\/admin\/sales$/, 20],
  ['/app/dashboard', /\/cognito-auth\/machines$/, 8], ['/app/dashboard', /\/dashboard\/alerts$/, 5],
])('%s asks %s for pages of %i', async (screen, path, size) => {
  await page.goto('about:blank'); // what the screen before asks is not this one's
  const [asked] = await Promise.all([page.waitForRequest((request) => path.test(new URL(request.url()).pathname)), page.goto(larder.url(screen))]);
  expect(new URL(asked.url()).searchParams.get('limit')).toBe(String(size));
}, 60_000);

it('an invitation that runs out in the evening is good until that day, not the next', async () => {
  await page.route('**/api/cognito-auth/account/members', async (route) => {
    const answer = (await (await route.fetch()).json()) as { data: { members: object[] } };
    const invited = { userId: 'i-1', firstName: '', lastName: '', email: 'new@example.com', role: 'viewer', status: 'invited', expiresAt: '2037-12-03T01:00:00.000Z' };
    await route.fulfill({ json: { ...answer, data: { members: [...answer.data.members, invited] } } });
  });
  await page.goto(larder.url('/app/team'));
  await page.getByRole('row', { name: /new@example.com/ }).getByText('until Dec 2, 2037').waitFor();
}, 60_000);

describe('A product', () => {
  const fill = async (): Promise<void> => {
    const dialog = page.getByRole('dialog');
    for (const [label, text] of [['SKU', 'NEW-1'], ['Name', 'New'], ['Category', 'Snacks'], ['Price', '2'], ['Cost', '1'], ['Weight', '50']] as const) await dialog.getByLabel(new RegExp(`^${label}`)).first().fill(text);
    await page.keyboard.press('Tab');
  };
  it.each([
    ['that cannot be added: Failed to create product', { status: 500, json: broken }, 'Failed to create product'],
    ['whose order never arrived: Failed to save product', undefined, 'Failed to save product'],
  ])('%s', async (_, answer, text) => {
    await page.goto(larder.url('/app/products?add=true'));
    await fill();
    await page.route('**/api/cognito-auth/products', (route) => (route.request().method() === 'POST' ? (answer ? route.fulfill(answer) : route.abort()) : route.continue()));
    await press(page, 'Add Product');
    await page.getByRole('dialog').getByText(text).waitFor();
    larder.causes('net::ERR_FAILED', 500);
  }, 60_000);

  it('that cannot be changed or deleted says which of the two failed', async () => {
    await page.goto(larder.url('/app/products'));
    await page.route(/\/api\/cognito-auth\/products\/[^/]+$/, (route) => (['PUT', 'DELETE'].includes(route.request().method()) ? route.fulfill({ status: 500, json: broken }) : route.continue()));
    await page.getByRole('button', { name: /^Edit / }).first().click();
    await page.getByRole('dialog').getByLabel(/^Name/).fill('Renamed');
    await press(page, 'Save');
    await page.getByRole('dialog').getByText('Failed to update product').waitFor();
    await press(page, 'Cancel');
    await page.getByRole('button', { name: /^Delete / }).first().click();
    await press(page, 'Delete');
    await page.getByText('Failed to delete product').waitFor();
    larder.causes(500);
  }, 60_000);
});

it('a sign-in without a role is told so in the menu, with the way to mend it', async () => {
  await profileWith({ role: undefined });
  await page.goto(larder.url('/app/profile'));
  await page.getByText('Role Information Missing').first().waitFor();
  await page.getByRole('button', { name: 'Logout & Sign In Again' }).first().waitFor();
}, 60_000);

it('a profile without names or role says Not provided and Not assigned', async () => {
  await profileWith({ firstName: '', lastName: '', role: undefined });
  await page.goto(larder.url('/app/profile'));
  await page.getByText('Account Information').waitFor();
  expect(await page.getByLabel('First name').getAttribute('placeholder')).toBe('Not provided');
  expect(await page.getByLabel('Last name').getAttribute('placeholder')).toBe('Not provided');
  await page.getByText('Not assigned').waitFor();
  await page.getByText('Authentication Provider').waitFor();
}, 60_000);

it('pages say what they show of how much, and one beyond the last leads to the last', async () => {
  const send = (path: string, body?: object) => page.evaluate(async ([to, what]) => {
    const answer = await fetch(to as string, { method: what ? 'POST' : 'GET', headers: { authorization: `Bearer ${localStorage.getItem('larder.idToken')}`, ...(what ? { 'content-type': 'application/json' } : {}) }, ...(what ? { body: JSON.stringify(what) } : {}) });
    return ((await answer.json()) as { data: { importId: string; state: string } }).data;
  }, [path, body] as const);
  const { importId } = await send('/api/admin/sales/import', { fileName: 'export.csv', csv: exportOf(smallExportLines().flatMap((line) => ['a', 'b', 'c', 'd'].map((copy) => ({ ...line, Transaction: `${line.Transaction}${copy}` })))) });
  await until('the import has ended', async () => (await send(`/api/admin/sales/import/${importId}`)).state === 'done');
  await page.goto(larder.url('/app/sales?startDate=2022-01-01&endDate=2022-12-31&page=2'));
  await page.getByText(/^Showing 21 to \d+ of \d+ results$/).waitFor();
  await page.getByRole('button', { name: 'Previous' }).click();
  await page.getByText(/^Showing 1 to 20 of \d+ results$/).waitFor();
  expect(new URL(page.url()).searchParams.get('page')).toBeNull();
  await page.goto(larder.url('/app/sales?startDate=2022-01-01&endDate=2022-12-31&page=99'));
  await page.getByText(/^Showing \d+ to (\d+) of \1 results$/).waitFor();
  await page.goto(larder.url('/app/alerts?page=99'));
  await page.waitForURL((url) => url.searchParams.get('page') !== '99');
  await page.getByText('Unresolved').first().waitFor();
  await page.goto(larder.url('/app/products?page=99'));
  await page.waitForURL((url) => url.searchParams.get('page') !== '99');
}, 60_000);

it('days of the sales list can be typed in usual spellings, are refused in the wrong order, and are not dropped when nobody can read them', async () => {
  await page.goto(larder.url('/app/sales'));
  for (const [label, typed, query] of [['Start Date', '11/21/2026', 'startDate=2026-11-21'], ['End Date', '2026-11-20', 'startDate=2026-11-21&endDate=2026-11-20']] as const) {
    await page.getByLabel(label).fill(typed);
    await page.getByLabel(label).press('Enter');
    await page.waitForURL(`**/app/sales?${query}`);
    // People see one calendar close before they use the next.
    await page.locator('.ant-picker-dropdown:not(.ant-picker-dropdown-hidden)').waitFor({ state: 'detached' });
  }
  await page.getByText('The end date is before the start date.').waitFor();
  await page.getByLabel('End Date').fill('the day after');
  await page.getByLabel('End Date').press('Tab');
  await page.getByText('Please enter a day such as').waitFor();
  expect(await page.getByRole('textbox', { name: /^End Date/ }).inputValue()).toBe('the day after');
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByLabel('End Date').fill('');
  await page.getByLabel('End Date').press('Tab');
  await page.waitForURL('**/app/sales?startDate=2026-11-21');
  await page.goto(larder.url('/app/sales?timeframe=all&machineId=VM-404'));
  await page.getByText('No machine is called VM-404, or it has not sold anything yet.').waitFor();
  larder.causes(400);
}, 60_000);

describe('A machine', () => {
  const MACHINE = 'VM-001';
  /** Changes what the server answers about the machine. */
  const machineWith = (change: (machine: MachineView) => object) => page.route(/\/cognito-auth\/machines\/VM-001$/, async (route) => {
    const answer = (await (await route.fetch()).json()) as { data: MachineView };
    await route.fulfill({ json: { ...answer, data: { ...answer.data, ...change(answer.data) } } });
  });
  const open = () => page.goto(larder.url(`/app/machines/${MACHINE}`));

  it('whose list comes without machines: Invalid response format', async () => {
    await page.route(/\/cognito-auth\/machines\?/, (route) => route.fulfill({ json: { success: true, data: {} } }));
    await page.goto(larder.url('/app/machines'));
    await page.locator('.failure', { hasText: 'Failed to load machines' }).getByText('Invalid response format').waitFor();
  }, 60_000);

  it('in service that is not heard of has Connection Issues, and one without a model is a Standard Model', async () => {
    await machineWith(() => ({ status: 'online', isOnline: false, healthStatus: 'Disconnected', model: 'Standard Model' }));
    await open();
    await page.getByText('Connection Issues').first().waitFor();
    await page.getByText('Standard Model').waitFor();
  }, 60_000);

  it('cannot be given a product without one, nor one that is not listed', async () => {
    await open();
    await page.getByRole('button', { name: 'Add Product' }).click();
    await press(page, 'Add Product');
    await page.getByRole('dialog').getByText('Please fill in all required fields').first().waitFor();
    await press(page, 'Cancel');
    await page.route(/\/cognito-auth\/products\?/, (route) => route.fulfill({ status: 500, json: broken }));
    await page.reload();
    await page.getByRole('button', { name: 'Add Product' }).click();
    await page.getByRole('dialog').getByText('Failed to load available products').waitFor();
    larder.causes(500);
  }, 60_000);

  it('says what failed when a product cannot be put in or taken out', async () => {
    await open();
    await page.route(/\/machines\/VM-001\/inventory/, (route) => route.fulfill({ status: 500, json: broken }));
    await page.getByRole('button', { name: /^Restock slot/ }).first().click();
    await page.getByRole('dialog').getByLabel(/^Units added/).fill('1');
    await press(page, 'Restock');
    await page.getByRole('dialog').getByText('Failed to add product to machine').waitFor();
    await press(page, 'Cancel');
    await page.getByRole('button', { name: /^More actions for slot/ }).first().click();
    await page.getByRole('menuitem', { name: /Remove/ }).click();
    await press(page, /Remove/);
    await page.getByText('Failed to remove product from machine').waitFor();
    larder.causes(500);
  }, 60_000);

  it('whose slot names no product cannot be restocked', async () => {
    await machineWith(({ inventory }) => ({ inventory: inventory.map((item) => ({ ...item, product: { ...item.product, id: '' } })) }));
    await open();
    await page.getByRole('button', { name: /^Restock slot/ }).first().click();
    await page.getByRole('dialog').getByLabel(/^Units added/).fill('1');
    await press(page, 'Restock');
    await page.getByText('Product ID is missing. Please refresh and try again.').waitFor();
  }, 60_000);

  it('that cannot be set up again says why: Re-setup failed', async () => {
    await open();
    await page.route('**/api/cognito-auth/setup-profiles', (route) => (route.request().method() === 'POST' ? route.fulfill({ status: 500, json: broken }) : route.continue()));
    await page.getByRole('button', { name: 'Re-setup ESP32' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    for (const label of ['WiFi SSID', 'WiFi Password']) {
      await page.getByLabel(label).fill('Garden');
      await page.keyboard.press('Enter');
    }
    await page.getByText(/^Re-setup failed: Something went wrong/).waitFor();
    larder.causes(500);
  }, 60_000);
});

describe('A guest', () => {
  it('whose visit is not there reads Session Error and No session found, and can try again or go home', async () => {
    const phone = await larder.open(PHONE, '/vend/session/none');
    await phone.getByText('Session Error').waitFor();
    await phone.getByText('No session found').waitFor();
    await phone.getByRole('button', { name: 'Try Again' }).waitFor();
    await phone.getByText('Go Home').waitFor();
    larder.causes(404);
  }, 60_000);

  it('whose visit cannot be loaded, and nobody says why, reads Failed to load session', async () => {
    const phone = await larder.open(PHONE, '/vend/new');
    await phone.route(/\/vend\/start$/, (route) => (route.request().method() === 'POST' ? route.fulfill({ status: 500, json: { success: false, error: 'INTERNAL' } }) : route.continue()));
    await phone.goto(larder.url('/vend/start?nfcSessionId=VM-001-001'));
    await phone.getByText('Failed to load session').waitFor();
    larder.causes(500);
  }, 60_000);

  it.each([
    ['when the checkout has no address', 200, (data: object) => ({ success: true, data: { ...data, checkoutUrl: null } }), 'No payment URL available. Please try refreshing the page.'],
    ['when paying fails without a word', 500, () => ({ success: false, error: 'INTERNAL' }), 'Payment processing failed. Please try again.'],
  ])('%s (%d) reads it', async (_, status, answer, text) => {
    const phone = await larder.open(PHONE, `/vend/start?nfcSessionId=${status === 200 ? 'VM-002' : 'VM-003'}-001`);
    phone.setDefaultTimeout(20_000);
    await phone.getByText('Items removed - Payment required').waitFor();
    const shown = await phone.evaluate(async () => ((await (await fetch(`/api${location.pathname}`)).json()) as { data: object }).data);
    await phone.route(/\/pay$/, (route) => route.fulfill({ status, json: answer(shown) }));
    await phone.getByRole('button', { name: /^Pay \$/ }).click();
    await phone.getByText(text).waitFor();
    larder.causes(500);
  }, 60_000);
});
