/** The public pages in a real browser: a visitor walks through them, leaves an address, and finds nothing in the way. */
import type { Page } from 'playwright-core';
import { DESK, inBrowser, PHONE } from '../in-browser.js';
import { fits, seriousFindings } from '../on-page.js';

const product = inBrowser();
const pages = ['/', '/pricing', '/roi-calculator', '/features', '/help', '/docs'];
const LEAD = '**/api/marketing/lead-capture';
const PROFILE = '**/api/cognito-auth/profile';
const TABS = 80;

/** Goes on with the Tab key until something of this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let n = 0; n < TABS; n++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : element?.textContent;
      return element?.getAttribute('aria-label') ?? label ?? '';
    });
    if (focused.startsWith(name)) return;
  }
  throw new Error(`Nothing called “${name}” can be reached with the Tab key`);
}
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).waitFor();

it('a visitor gets from the landing page over the prices to the calculator and leaves an address, by keyboard alone', async () => {
  const page = await product.open(DESK, '/');
  await heading(page, 'A small shop in every stay.');
  await tabTo(page, 'Pricing');
  await page.keyboard.press('Enter');
  await heading(page, 'Growth Most Popular');
  await tabTo(page, 'Calculate yours');
  await page.keyboard.press('Enter');
  await page.getByText('$3,780').waitFor();

  await tabTo(page, 'Number of properties');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.getByText('$11,340').waitFor();
  await tabTo(page, 'Nightly rate, slider');
  await page.keyboard.press('End');
  await page.getByText('$17,010').waitFor();

  await tabTo(page, 'E-mail');
  await page.keyboard.press('Enter');
  await page.getByText('Email is required').waitFor();
  await page.keyboard.type('wren@seaside.example');
  await page.keyboard.press('Enter');
  await heading(page, 'Thank you!');
}, 60_000);

it('help names the ways that the screens have', async () => {
  const page = await product.open(PHONE, '/help');
  await page.getByText('press Add Machine Profile', { exact: false }).waitFor();
  await page.getByText('give it the claim code', { exact: false }).waitFor();
  await page.getByText('I was charged for something I did not take').click();
  await page.getByText('press “Something wrong?” beside the item', { exact: false }).waitFor();
  expect(await fits(page)).toBe(true);
});

it('a call that fails keeps the form and says so, and Retry sends the same again', async () => {
  const page = await product.open(PHONE, '/roi-calculator');
  const keys: (string | undefined)[] = [];
  await page.route(LEAD, (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    return route.abort();
  });
  await page.getByLabel('E-mail').fill('wren@seaside.example');
  await page.getByRole('button', { name: 'Save my estimate' }).click();
  await page.getByText('This was not saved.').waitFor();
  expect(await page.getByText('Thank you').count()).toBe(0);
  expect(await page.getByLabel('E-mail').inputValue()).toBe('wren@seaside.example');
  expect(await fits(page)).toBe(true);
  expect(await seriousFindings(page)).toEqual([]);
  await page.unroute(LEAD);
  const sent = page.waitForRequest(LEAD);
  await page.getByRole('button', { name: 'Retry' }).click();
  await heading(page, 'Thank you!');
  expect(await seriousFindings(page)).toEqual([]);
  expect([...keys, (await sent).headers()['idempotency-key']]).toEqual([keys[0], keys[0], keys[0]]);
  product.causes('net::ERR_FAILED');
}, 60_000);

it('numbers out of range are named, and nothing is calculated or sent from them', async () => {
  const page = await product.open(PHONE, '/roi-calculator');
  await page.getByRole('spinbutton', { name: /^Number of properties/ }).fill('51');
  await page.getByText('Please enter a whole number from 1 to 50').waitFor();
  expect(await page.getByText('$3,780').count()).toBe(0);
  await page.getByLabel('E-mail').fill('wren@seaside.example');
  await page.getByRole('button', { name: 'Save my estimate' }).click();
  await page.getByText('Please correct the numbers above first').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
}, 60_000);

it('the landing page can be read before any script has come', async () => {
  const page = await product.open(PHONE, '/', { scripts: false });
  await heading(page, 'A small shop in every stay.');
  expect(await page.title()).toBe('Larder: a small shop in every stay');
  expect(await page.getByRole('link', { name: 'Get Started' }).first().getAttribute('href')).toBe('/register');
}, 60_000);

it('a page whose part cannot be loaded says so, and comes when it can be', async () => {
  const page = await product.open(PHONE, '/');
  await page.route(/\/assets\/pricing-page-/, (route) => route.abort());
  await page.goto(product.url('/pricing'));
  await heading(page, 'Something went wrong');
  expect(await fits(page)).toBe(true);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Reload Page' }).click();
  await heading(page, 'Growth Most Popular');
  product.causes('net::ERR_FAILED');
});

it('a click on a plan carries it to the registration', async () => {
  const page = await product.open(DESK, '/pricing');
  expect(await page.getByRole('link', { name: 'Get Started with Growth' }).getAttribute('href')).toBe('/register?plan=growth');
  expect(await page.getByRole('link', { name: 'Get Started with Essential' }).getAttribute('href')).toBe('/register?plan=essential');
  expect(await page.getByRole('link', { name: 'Contact Sales' }).getAttribute('href')).toMatch(/^mailto:/);
}, 60_000);

it('whoever is signed in goes to the dashboard, and whoever is not is never asked to wait', async () => {
  const page = await product.open(DESK, '/');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.reload();
  await page.getByRole('link', { name: 'Sign In' }).waitFor();
  expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([]);

  await page.getByRole('link', { name: 'Sign In' }).click();
  await product.signIn(page);
  await page.route(PROFILE, async (route) => {
    await page.getByText('Loading...').waitFor();
    await route.continue();
  });
  await page.goto(product.url('/'));
  await page.getByRole('link', { name: 'Go to Dashboard' }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  expect(await page.getByRole('link', { name: /^(Sign In|Get Started)$/ }).and(page.locator('header a')).count()).toBe(0);
  await page.getByRole('link', { name: 'Go to Dashboard' }).click();
  await page.waitForURL('**/app/dashboard');
}, 60_000);

it('an address that nobody knows leads to the landing page', async () => {
  for (const path of ['/nowhere', '/nowhere?email=wren@seaside.example', '/docs/nowhere', '/vend/nowhere']) {
    const page = await product.open(PHONE, path);
    await page.waitForURL(product.url('/'));
    await heading(page, 'A small shop in every stay.');
  }
}, 60_000);

describe.each(pages)('%s', (path) => {
  it.each([PHONE, DESK])('fits into %j and keeps nobody out', async (viewport) => {
    const page = await product.open(viewport, path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    // What is folded away must be readable as well.
    await page.locator('details').evaluateAll((all) => all.forEach((one) => one.setAttribute('open', '')));
    expect(await fits(page)).toBe(true);
    expect(await seriousFindings(page)).toEqual([]);
    // The spacing that some need to read.
    await page.locator('body *').evaluateAll((all) => all.forEach((one) => Object.assign((one as HTMLElement).style, { letterSpacing: '0.12em', wordSpacing: '0.16em', lineHeight: '1.5' })));
    expect(await fits(page)).toBe(true);
  }, 60_000);

  it('fits into a desk\'s browser at 400 %', async () => {
    const page = await product.open({ width: 320, height: 256 }, path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await fits(page)).toBe(true);
  }, 60_000);
});
