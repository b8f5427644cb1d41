/** The operator area of an organization that has just begun: every screen says what is not there yet. */
import type { Page } from 'playwright-core';
import { DESK, inBrowser, PHONE } from '../in-browser.js';
import { fits, pick, press, seriousFindings } from '../on-page.js';

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
  const link = /^https?:\S+$/m.exec((await larder.mailTo(EMAIL, /./)).text)?.[0] ?? '';
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
  await page.getByRole('dialog', { name: 'Edit organization' }).waitFor();
  await page.getByLabel('Currency').fill('euro');
  await pick(page, page.getByTitle('EUR · Euro'));
  await page.locator('.ant-select-dropdown').waitFor({ state: 'hidden' });
  expect([await fits(page), await seriousFindings(page)]).toEqual([true, []]);
  await press(page, 'Save');
  await page.getByText('Organization updated').waitFor();
  await page.waitForURL('**/app/machines?add=true');
  await page.getByRole('dialog', { name: 'Add Machine Profile' }).getByText('Prices and sales will be in Euro.', { exact: false }).waitFor();
  for (const [screen, text] of [['/app/organization', 'up to €5.00, within 14 days'], ['/app/dashboard', '€0.00']] as const) {
    await page.goto(larder.url(screen));
    await page.getByText(text).first().waitFor();
  }
}, 60_000);

it('the dashboard says what is left to do until guests can buy, and no longer once it is done', async () => {
  const token = await page.evaluate(() => localStorage.getItem('larder.idToken') ?? '');
  const post = async <T>(path: string, body: object): Promise<T> => {
    const answer = await fetch(larder.url(`/api/cognito-auth/${path}`), { method: 'POST', headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' }, body: JSON.stringify(body) });
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { data: T }).data;
  };
  const steps = page.getByRole('region', { name: 'First steps' });
  const todo = () => steps.getByRole('link').allInnerTexts();
  for (const [step, dialog] of [['Add a product', 'Add Product'], ['Add a machine', 'Add Machine Profile']] as const) {
    await page.goto(larder.url('/app/dashboard'));
    await steps.getByRole('link', { name: step }).click();
    await page.getByRole('dialog', { name: dialog }).waitFor();
  }
  await page.goto(larder.url('/app/dashboard'));
  await steps.getByRole('link', { name: 'Fill it' }).waitFor();
  expect(await todo()).toEqual(['Add a product', 'Add a machine', 'Connect it', 'Say who is told', 'Fill it']);
  await page.goto(larder.url('/app/alerts'));
  const rulesButton = page.getByRole('button', { name: 'Nobody is told yet: Alert Rules' });
  await rulesButton.waitFor();
  for (const viewport of [PHONE, DESK]) {
    await page.setViewportSize(viewport);
    expect([await fits(page), await seriousFindings(page)]).toEqual([true, []]);
  }
  await rulesButton.click();
  const rules = page.getByRole('dialog', { name: 'Alert Rules' });
  await rules.getByText('Nobody is told yet: alerts show on this screen only.').waitFor();
  await rules.getByRole('button', { name: 'Add Step' }).click();
  await rules.getByRole('button', { name: 'Save Rules' }).click();
  await page.getByText('Alert rules saved').waitFor();
  await rulesButton.waitFor({ state: 'detached' });
  await page.goto(larder.url('/app/dashboard'));
  await steps.getByRole('link', { name: 'Fill it' }).waitFor();
  expect(await todo()).toEqual(['Add a product', 'Add a machine', 'Connect it', 'Fill it']);
  const { product } = await post<{ product: { id: string } }>('products', { sku: 'COLA', name: 'Cola', category: 'Drinks', price: 2, cost: 1, weight: 330 });
  await steps.getByRole('link', { name: 'Add a product' }).waitFor({ state: 'detached' });
  await post('setup-profiles', { machineId: 'FRESH-1', name: 'Attic', location: { address: '1 Main Street' }, wifiSSID: 'attic', wifiPassword: 'correct horse' });
  await steps.getByRole('link', { name: 'Add a machine' }).waitFor({ state: 'detached' });
  expect(await todo()).toEqual(['Connect it', 'Fill it']);
  for (const viewport of [PHONE, DESK]) {
    await page.setViewportSize(viewport);
    expect([await fits(page), await seriousFindings(page)]).toEqual([true, []]);
  }
  await post('machines', { machineId: 'FRESH-2', name: 'Cellar', location: { address: '1 Main Street' } });
  await page.goto(larder.url('/app/machines/FRESH-2'));
  await page.getByRole('button', { name: 'Like Another Machine…' }).click();
  const like = page.getByRole('dialog', { name: 'Lay out Cellar' });
  await like.getByText('No other machine has slots yet.', { exact: false }).waitFor();
  expect([await like.getByRole('combobox').count(), await like.getByRole('button', { name: 'Lay Out' }).count(), await fits(page), await seriousFindings(page)]).toEqual([0, 0, true, []]);
  await like.getByRole('button', { name: 'Close' }).last().click();
  await like.waitFor({ state: 'detached' });
  await page.goto(larder.url('/app/dashboard'));
  await steps.waitFor();
  await post('machines/FRESH-2/inventory', { productId: product.id, slot: 'A1', quantity: 5, maxQuantity: 10 });
  await steps.waitFor({ state: 'detached' });
}, 60_000);

it('a guest finds no machine to tap where none is online', async () => {
  const guest = await larder.open(PHONE, '/vend/new');
  await guest.route('**/vend/machines', (route) => route.fulfill({ json: { success: true, data: [] } }));
  await guest.reload();
  await guest.getByText('No online machines available. Please ensure machines are online in the admin panel.').waitFor();
}, 60_000);
