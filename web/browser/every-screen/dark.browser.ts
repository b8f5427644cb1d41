/** The operator's screens, the public pages and the hosted sign-in in the dark, for whom the browser says that they want it: nothing on them is as bright as a page, everything can be read, and what is printed is ink on paper. */
import type { Page } from 'playwright-core';
import { DESK, inBrowser, PHONE, type Viewport } from '../in-browser.js';
import { press, seriousFindings } from '../on-page.js';
import { SCREENS } from '../screens.js';

const product = inBrowser();

/** What is brighter than a page in the dark may be, or, being a button, than something to press need be, and is no paper; 0 is black, 1 white. */
const bright = (page: Page): Promise<string[]> => page.evaluate(() => [...document.querySelectorAll('body, body *')].filter((element) => !element.matches('.sign, .sign *')).flatMap((element) => {
  const { width, height } = element.getBoundingClientRect();
  const [red = 0, green = 0, blue = 0, alpha = 1] = getComputedStyle(element).backgroundColor.match(/[\d.]+/g)?.map(Number) ?? [];
  const light = ((red * 0.2126 + green * 0.7152 + blue * 0.0722) / 255) * alpha;
  const [mostLight, leastArea] = element.matches('button, a.button') ? [0.85, 1000] : [0.4, 14_000];
  return light > mostLight && width * height > leastArea ? [`${element.tagName}.${element.className} ${light.toFixed(2)}`] : [];
}));
/** Whether all that is written stands out from what it stands on; what else has to hold does so in any light. */
const canBeRead = async (page: Page): Promise<void> => expect(await seriousFindings(page, 'color-contrast')).toEqual([]);
const hasLoaded = (page: Page): Promise<unknown> => page.waitForFunction(() => document.querySelector('[aria-busy=true], .ant-skeleton') === null);
const inTheDark = async (viewport: Viewport): Promise<Page> => {
  const page = await product.open(viewport, '/vend/cancelled');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(product.url('/login'));
  return page;
};

it.each([['a desk', DESK], ['a phone', PHONE]])('every screen on %s is dark and can be read', async (_, viewport) => {
  await product.buy();
  const page = await inTheDark(viewport);
  expect(await bright(page)).toEqual([]);
  await canBeRead(page);
  await product.signIn(page);
  for (const [path, text] of SCREENS) {
    await page.goto(product.url(path));
    await page.getByText(text).first().waitFor();
    await hasLoaded(page);
    expect([path, await bright(page)]).toEqual([path, []]);
    await canBeRead(page);
  }
  for (const view of ['trends', 'products', 'machines', 'hours', 'taxes', 'losses']) {
    await page.goto(product.url(`/app/analytics?view=${view}`));
    await page.getByText('Total Revenue').waitFor();
    await hasLoaded(page);
    await canBeRead(page);
  }
}, 240_000);

it.each([['a desk', DESK], ['a phone', PHONE]])('every public page and the hosted sign-in on %s are dark and can be read', async (_, viewport) => {
  const page = await inTheDark(viewport);
  const hosted = new URLSearchParams({ client_id: 'larder-web', redirect_uri: product.url('/auth/callback'), response_type: 'code', scope: 'openid', code_challenge: 'a'.repeat(43), code_challenge_method: 'S256' });
  for (const path of ['/', '/pricing', '/roi-calculator', '/features', '/help', '/docs', '/register', '/forgot-password', `/idp/oauth2/authorize?${hosted.toString()}`]) {
    await page.goto(product.url(path));
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect([path, await bright(page)]).toEqual([path, []]);
    expect([path, await seriousFindings(page, 'color-contrast')]).toEqual([path, []]);
  }
  await page.getByLabel('Email').fill('nobody@larder.example');
  await page.getByLabel('Password').fill('wrong');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('alert').waitFor();
  expect(await bright(page)).toEqual([]);
  await canBeRead(page);
}, 120_000);

it('dialogs, menus, refusals and codes for a camera can be read in the dark', async () => {
  const page = await inTheDark(DESK);
  await product.signIn(page);
  await page.goto(product.url('/app/products'));
  await page.getByRole('button', { name: 'Add Product' }).click();
  await page.getByLabel('SKU').fill('a b');
  await page.keyboard.press('Tab');
  await page.getByText('SKU can only contain letters, numbers, hyphens, and underscores').waitFor();
  await canBeRead(page);
  await page.keyboard.press('Escape');
  await page.goto(product.url('/app/machines/VM-001'));
  await page.getByRole('button', { name: 'More actions for Seaside Lobby' }).click();
  await page.getByRole('menuitem').first().waitFor();
  await canBeRead(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Unlock…' }).click();
  await page.getByRole('dialog').waitFor();
  await canBeRead(page);
  await press(page, 'Cancel');
  await page.goto(product.url('/app/machines?view=map'));
  await page.getByRole('heading', { name: 'Machines' }).waitFor();
  await canBeRead(page);
  await page.goto(product.url('/app/profile'));
  await page.getByRole('button', { name: 'Turn on' }).click();
  const code = page.getByLabel('QR code for the authenticator app').locator('path');
  await code.first().waitFor();
  expect(await code.evaluateAll((paths) => paths.map((path) => path.getAttribute('fill')))).toEqual(['#fff', '#1d2421']);
  await canBeRead(page);
}, 120_000);

it('what is printed is ink on paper, and the screen follows whoever turns the light on', async () => {
  const page = await inTheDark(DESK);
  await product.signIn(page);
  await page.goto(product.url('/app/team'));
  const invite = page.getByRole('button', { name: 'Invite User' });
  await invite.waitFor();
  const ink = (): Promise<string> => page.getByText('Operator Demo').first().evaluate((name) => getComputedStyle(name).color);
  const dark = await ink();
  await page.emulateMedia({ media: 'print' });
  await page.waitForFunction(() => getComputedStyle(document.body).backgroundColor === 'rgb(255, 255, 255)');
  expect(await page.evaluate(() => [getComputedStyle(document.body).color])).toEqual(['rgb(29, 36, 33)']);
  const printed = await ink();
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
  await page.waitForFunction(() => getComputedStyle(document.body).backgroundColor === 'rgb(247, 245, 240)');
  expect([await ink(), printed === dark]).toEqual([printed, false]);
  await canBeRead(page);
}, 60_000);
