/** What people have set in their browsers: nothing is to move, as movement makes some ill; no site may keep anything; letters are to be larger; pages are to be translated. And clocks that are wrong. */
import type { Page } from 'playwright-core';
import { DESK, inBrowser, PHONE } from '../in-browser.js';
import { fits } from '../on-page.js';
import { SCREENS } from '../screens.js';

const product = inBrowser();

const moving = (page: Page): Promise<number> => page.evaluate(() => document.getAnimations().length);

it.each([['a desk', DESK], ['a phone', PHONE]])('where nothing is to move, at %s menus, lists, calendars and dialogs open on the screen', async (_, viewport) => {
  const page = await product.open(viewport, '/login?returnTo=/app/machines/VM-001', { still: true });
  await product.signIn(page);
  // A second one beside the first: each is measured anew.
  for (const opener of ['More actions for slot A1', 'More actions for Seaside Lobby']) {
    await page.getByRole('button', { name: opener }).click();
    await page.getByRole('menuitem').first().hover();
    expect(await moving(page)).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'hidden' });
  }
  await page.getByRole('button', { name: 'More actions for Seaside Lobby' }).click();
  await page.getByRole('menuitem', { name: 'Edit…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).hover();
  await page.getByRole('dialog').getByRole('combobox', { name: 'Time zone' }).click();
  await page.locator('.ant-select-dropdown .ant-select-item-option').first().hover();
  expect(await moving(page)).toBe(0);

  await page.goto(product.url('/app/sales'));
  if (viewport === PHONE) await page.getByRole('button', { name: /^Filters/ }).click();
  await page.getByLabel('Start Date').click();
  await page.locator('.ant-picker-dropdown .ant-picker-cell-inner').first().hover();
  expect(await moving(page)).toBe(0);
}, 120_000);

/** What browsers that block all cookies do. */
const keepsNothing = () => {
  for (const storage of ['localStorage', 'sessionStorage']) Object.defineProperty(window, storage, { get: () => { throw new DOMException('Denied', 'SecurityError'); } });
};

it('where nothing may be kept the public pages are there, a guest can begin, and who signs in is signed in until the page is closed', async () => {
  const page = await product.open(PHONE, '/vend/cancelled');
  await page.context().addInitScript(keepsNothing);
  await page.goto(product.url('/'));
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.goto(product.url('/vend/start?nfcSessionId=VM-001-001'));
  await page.getByText('Select Your Items').waitFor();
  await page.goto(product.url('/login'));
  await product.signIn(page);
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await page.reload();
  await page.getByLabel('Password', { exact: true }).waitFor();
}, 60_000);

/** What a larger size of letters in a browser's settings comes to. */
const letters = () => document.addEventListener('DOMContentLoaded', () => void (document.documentElement.style.fontSize = '200%'));

it('where letters are to be twice as large nothing leaves a phone\'s screen', async () => {
  const page = await product.open(PHONE, '/vend/cancelled');
  await page.context().addInitScript(letters);
  const wide: string[] = [];
  const look = async (...paths: string[]) => {
    for (const path of paths) {
      await page.goto(product.url(path), { waitUntil: 'load' });
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForFunction(() => document.querySelector('[aria-busy=true], .ant-skeleton') === null);
      if (!(await fits(page))) wide.push(path);
    }
  };
  await look('/', '/features', '/help', '/vend/new', '/vend/start?nfcSessionId=VM-003-001', '/login');
  await product.signIn(page);
  await look('/app/dashboard', '/app/machines', '/app/machines/VM-001', '/app/products', '/app/sales', '/app/alerts', '/app/analytics', '/app/restock', '/app/team', '/app/organization');
  expect(wide).toEqual([]);
}, 120_000);

/** As Chromium's translator does it: what React has made is taken out of the page, with the translation in its place. */
const translate = () => {
  const replace = (text: Node): void => {
    const parent = text.parentElement;
    if (!text.nodeValue?.trim() || !parent || ['FONT', 'SCRIPT', 'STYLE', 'OPTION'].includes(parent.tagName)) return;
    const translated = document.createElement('font');
    translated.textContent = `«${text.nodeValue}»`;
    text.parentNode?.replaceChild(translated, text);
  };
  const replaceIn = (node: Node): void => {
    if (node.nodeType === Node.TEXT_NODE) return replace(node);
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const texts: Node[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    texts.forEach(replace);
  };
  document.addEventListener('DOMContentLoaded', () => {
    replaceIn(document.body);
    const watch = new MutationObserver((changes) => changes.forEach(({ type, target, addedNodes }) => (type === 'characterData' ? replace(target) : addedNodes.forEach(replaceIn))));
    watch.observe(document.body, { subtree: true, childList: true, characterData: true });
  });
};

it('where a page is translated the guest sees what is taken, what it costs and how the visit goes on, and pays', async () => {
  const page = await product.open(PHONE, '/vend/cancelled');
  await page.context().addInitScript(translate);
  await page.goto(product.url('/vend/start?nfcSessionId=VM-002-001'));
  await page.getByText(/^«Session .+ · active»$/).waitFor();
  await page.getByText(/^«Session .+ · payment required»$/).waitFor({ timeout: 30_000 });
  const total = /\d+\.\d\d/.exec((await page.locator('.total').last().textContent()) ?? '')?.[0];
  expect(total).toBeDefined();
  // What it says of Hebrew and Arabic, and all that it does.
  await page.evaluate(() => document.documentElement.classList.add('translated-rtl'));
  const leftOf = async (what: string): Promise<number> => (await page.locator(what).first().boundingBox())?.x ?? NaN;
  expect(await leftOf('.goods .price')).toBeLessThan(await leftOf('.goods .name'));
  expect(await leftOf('header .link')).toBeLessThan(await leftOf('.mark'));
  expect(await fits(page)).toBe(true);
  await page.getByRole('button', { name: `«Pay $${total}»` }).click();
  await page.waitForURL('**/checkout/**');
  await page.getByRole('button', { name: `«Pay $${total}»` }).click();
  await page.getByText('«Payment Successful!»').waitFor();
}, 90_000);

it('where a page is translated operators see what changes, on every screen and in what opens over it', async () => {
  const page = await product.signedIn('/app/dashboard');
  await page.context().addInitScript(translate);
  await page.reload();
  const updated = page.locator('.updated', { hasText: 'updated' });
  const before = await updated.textContent();
  await page.waitForFunction((was) => document.querySelector('.updated')?.textContent !== was, before);
  await updated.getByText('«2 s»').waitFor();
  for (const [path] of SCREENS) {
    await page.goto(product.url(path));
    await page.waitForFunction(() => document.querySelector('h1, h2') !== null && document.querySelector('[aria-busy=true], .ant-skeleton, .loading') === null);
    expect(await page.getByText('Something went wrong').count()).toBe(0);
  }
  await page.goto(product.url('/app/machines/VM-001'));
  await page.locator('.pager', { hasText: '«1»' }).getByRole('button', { name: '«Next»' }).click();
  await page.locator('.pager', { hasText: '«16»' }).waitFor();
  await page.getByRole('button', { name: 'Restock slot A1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '«Cancel»' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}, 120_000);

it('where the landing page is translated before or while its script comes, it stays as it is, and says to a member what they are offered', async () => {
  const page = await product.open(DESK, '/login');
  await page.context().addInitScript(() => document.addEventListener('readystatechange', () => document.querySelector('h1')?.setAttribute('data-first', 'true')));
  await page.route(/\/assets\/site-[^/]*\.js$/, async (route) => {
    await page.locator('.site-footer').waitFor();
    await page.evaluate(() => document.querySelectorAll('h1, h2, .lead').forEach((element) => {
      const translated = document.createElement('font');
      translated.textContent = `«${element.textContent}»`;
      element.replaceChildren(translated);
    }));
    await route.continue();
  });
  const staysAsItIs = async () => {
    await page.goto(product.url('/'), { waitUntil: 'networkidle' });
    await page.locator('h1[data-first]', { hasText: '«A small shop in every stay.»' }).waitFor();
  };
  await staysAsItIs();
  await page.unrouteAll();
  await page.context().addInitScript(translate);
  await staysAsItIs();
  await page.goto(product.url('/login'));
  await page.locator('input[type=email]').fill('owner@larder.example');
  await page.locator('input[type=password]').fill(product.demoPassword());
  await page.keyboard.press('Enter');
  await page.waitForURL('**/app/**');
  await page.goto(product.url('/'));
  await page.getByRole('link', { name: '«Go to Dashboard»' }).waitFor();
}, 60_000);

it('where a page is translated the calculator names the plan it reckons with', async () => {
  const page = await product.open(DESK, '/vend/cancelled');
  await page.context().addInitScript(translate);
  await page.goto(product.url('/roi-calculator'));
  await page.locator('.results > p', { hasText: '«Essential»' }).waitFor();
  await page.locator('#properties').fill('8');
  await page.locator('.results > p', { hasText: '«Growth»' }).waitFor();
}, 60_000);

/** A computer whose clock is eight hours ahead. */
const clockAhead = () => {
  const { now } = Date;
  const Real = Date;
  const ahead = () => now.call(Real) + 8 * 3_600_000;
  globalThis.Date = new Proxy(Real, {
    construct: (_, given: [number]) => (given.length > 0 ? new Real(...given) : new Real(ahead())),
    get: (real, name) => (name === 'now' ? ahead : (Reflect.get(real, name) as unknown)),
  });
};

it('where the clock is wrong a sign-in is no older for it, and what happened just now did', async () => {
  const page = await product.open(DESK, '/login?returnTo=/app/machines');
  await page.context().addInitScript(clockAhead);
  await page.reload();
  await product.signIn(page);
  const seen = page.locator('tbody tr').filter({ hasText: 'VM-001' });
  await seen.getByText('Just now').waitFor();
  await page.reload();
  await seen.getByText('Just now').waitFor();
  expect(await page.getByText(/session (has expired|is about to expire)/i).count()).toBe(0);
}, 60_000);
