/** The product in browsers of some years ago: what Safari learnt after version 15 is taken away. */
import type { MachineView } from '@larder/contracts/fleet.js';
import type { Page } from 'playwright-core';
import { DESK, inBrowser } from '../in-browser.js';
import { SCREENS } from '../screens.js';

const product = inBrowser();
let page: Page;

beforeAll(async () => {
  page = await product.open(DESK, '/login');
  page.setDefaultTimeout(10_000);
  await page.addInitScript(() => {
    const lost: [object, string[]][] = [
      [AbortSignal, ['any', 'timeout']], [Array.prototype, ['toSorted', 'toReversed', 'toSpliced', 'with']], [Object, ['groupBy']], [Map, ['groupBy']],
      [Promise, ['withResolvers', 'try']], [URL, ['canParse', 'parse']], [Set.prototype, ['union', 'difference', 'intersection']], [Element.prototype, ['checkVisibility']], [Intl, ['supportedValuesOf']],
    ];
    for (const [owner, names] of lost) for (const name of names) Reflect.deleteProperty(owner, name);
  });
}, 60_000);

it('a member signs in, and what happens at the machines arrives while they look', async () => {
  await page.goto(product.url('/login?returnTo=/app/machines/VM-001'));
  const live = page.waitForResponse('**/api/live');
  await product.signIn(page);
  expect((await live).status()).toBe(200);
  await page.getByRole('heading', { name: 'Seaside Lobby' }).waitFor();
}, 60_000);

it.each(SCREENS)('%s shows %s', async (screen, text) => {
  await page.goto(product.url(screen));
  await page.locator('main').getByText(text).first().waitFor();
}, 60_000);

it('a file of sales is chosen where the browser lists no time zones', async () => {
  await page.goto(product.url('/app/sales'));
  await page.getByRole('button', { name: 'Import' }).click();
  await page.getByText('Choose a CSV file').waitFor();
}, 60_000);

it('a visitor leaves an address at the calculator', async () => {
  await page.goto(product.url('/roi-calculator'));
  await page.getByRole('heading', { level: 1 }).waitFor();
  const sent = page.waitForResponse('**/api/marketing/lead-capture');
  await page.getByLabel(/e-?mail/i).first().fill('host@harbor.example');
  await page.keyboard.press('Enter');
  expect((await sent).ok()).toBe(true);
}, 60_000);

it('organization and machine are in a time zone that the browser has never heard of', async () => {
  const owner = await product.bearer();
  const { name, location, version } = await product.call<MachineView>('GET', '/api/cognito-auth/machines/VM-001', owner);
  await product.call('PUT', '/api/cognito-auth/machines/VM-001', owner, { name, location: { address: location.address, floor: location.floor }, version, timeZone: 'Europe/Kyiv' });
  await product.call('PUT', '/api/cognito-auth/account', owner, { timeZone: 'Europe/Kyiv' });
  const old = await product.signedIn('/app/profile');
  await old.addInitScript(() => {
    Intl.DateTimeFormat = new Proxy(Intl.DateTimeFormat, {
      construct(its, [language, options]: [string, Intl.DateTimeFormatOptions?]) {
        if (options?.timeZone === 'Europe/Kyiv') throw new RangeError('Invalid time zone specified: Europe/Kyiv');
        return new its(language, options);
      },
    });
  });
  for (const [screen, text] of [['/app/dashboard', 'Machines Online'], ['/app/machines/VM-001', 'Restocked:'], ['/app/restock', 'To bring'], ['/app/analytics', 'Last month']] as const) {
    await old.goto(product.url(screen));
    await old.locator('main').getByText(text).first().waitFor();
  }
}, 60_000);
