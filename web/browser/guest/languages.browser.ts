/** Guests of holiday homes come from everywhere: their pages are in the language of their phone, or in the one they choose. */
import type { Page } from 'playwright-core';
import { languages } from '../../src/features/guest/words/languages.js';
import { words } from '../../src/features/guest/words/in/de.js';
import { words as standInWords } from '../../src/features/guest/words/stand-ins/de.js';
import { patternOf } from '../../src/features/guest/words/say.js';
import { inBrowser, PHONE } from '../in-browser.js';
import { fits, holds } from '../on-page.js';

const larder = inBrowser();
const german = [...Object.values(words), ...Object.values(standInWords)].map(patternOf);
const lang = (page: Page) => page.locator('html').getAttribute('lang');

/** What stands on the page that is neither a German sentence nor a figure, a name or a number of a visit. */
async function foreign(page: Page, names: readonly string[]): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const found: string[] = [];
    const nodes = document.createTreeWalker(document.querySelector('main') as Node, NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) if (!node.parentElement?.closest('select, svg')) found.push(node.textContent?.trim() ?? '');
    return found;
  });
  return texts.filter((text) => /\$\d/.test(text) || (/[a-z]{2}/i.test(text) && !german.some((sentence) => sentence.test(text)) && !names.some((name) => text.includes(name))));
}

it('a guest whose phone speaks German buys, pays, has the receipt sent, and says that something was wrong in German', async () => {
  const phone = await larder.open(PHONE, '/vend/start?nfcSessionId=VM-001-081', { locale: 'de-DE' });
  await phone.locator('.goods li').first().waitFor();
  expect(await lang(phone)).toBe('de');
  const [, sessionId = ''] = /session\/(.+)$/.exec(new URL(phone.url()).pathname) ?? [];
  const visit = await larder.call<{ machine: { name: string; location: { address: string } } }>('GET', `/api/vend/session/${sessionId}`);
  const { products } = await larder.call<{ products: { name: string; sku: string }[] }>('GET', '/api/cognito-auth/products?limit=100', await larder.bearer());
  const names = ['Larder', visit.machine.name, visit.machine.location.address, ...products.flatMap(({ name, sku }) => [name, sku])];
  await phone.getByText('Artikel entnommen – bitte bezahlen').waitFor({ timeout: 30_000 });
  expect(await foreign(phone, names)).toEqual([]);
  await holds(phone);
  await phone.getByRole('button', { name: /^\d+,\d\d\s\$ bezahlen$/ }).click();
  await phone.getByText('TEST-Zahlung').waitFor();
  expect(await foreign(phone, names)).toEqual([]);
  await holds(phone);
  larder.causes(409);
  await phone.getByRole('button', { name: 'Karte ablehnen' }).click();
  await phone.getByText('Ihre Karte wurde abgelehnt').waitFor();
  await phone.getByRole('button', { name: /^\d+,\d\d\s\$ bezahlen$/ }).click();

  await phone.getByRole('heading', { name: 'Vielen Dank, bezahlt!' }).waitFor();
  await phone.getByText('bezahlt mit Karte').waitFor();
  const here = [...names, 'gast@larder.example', new URL(larder.url('/')).origin, new URL(phone.url()).searchParams.get('session_id')?.slice(-8) ?? '-', 'Seaside Stays', '/vend/receipt/'];
  expect(await foreign(phone, here)).toEqual([]);
  expect(await phone.title()).toBe('Vielen Dank, bezahlt! · Larder');
  await phone.getByLabel('Beleg per E-Mail schicken').fill('gast@larder.example');
  await phone.locator('.mail').getByRole('button', { name: 'Senden' }).click();
  await phone.getByText('Beleg an gast@larder.example geschickt').waitFor();
  const { text } = await larder.mailTo('gast@larder.example', /^Ihr Beleg von Seaside Stays/);
  expect(text).toContain('Guten Tag,');
  await phone.getByRole('button', { name: /^Stimmt etwas mit/ }).first().click();
  await phone.getByRole('button', { name: 'Senden' }).first().click();
  await phone.getByText('Bitte wählen Sie, was geschehen ist').waitFor();
  await phone.getByLabel('Etwas stimmte nicht').check();
  expect(await foreign(phone, here)).toEqual([]);
  expect(await fits(phone)).toBe(true);
  await phone.locator('.ask').getByRole('button', { name: 'Senden' }).click();
  await phone.getByText('Danke. Wir sehen es uns an').waitFor();

  // Whoever has the letter may do the same; whom they send the address of its page to may look.
  const [link = ''] = /http\S+proof=\S+/.exec(text) ?? [];
  const letter = await larder.open(PHONE, new URL(link).pathname + new URL(link).search, { locale: 'de-DE' });
  await letter.getByLabel('Beleg per E-Mail schicken').waitFor();
  expect(new URL(letter.url()).search).toBe('');
  await letter.reload();
  await letter.getByLabel('Beleg per E-Mail schicken').waitFor();
  const sentOn = await larder.open(PHONE, new URL(letter.url()).pathname, { locale: 'de-DE' });
  await sentOn.getByText('bezahlt mit Karte').waitFor();
  expect(await sentOn.getByLabel('Beleg per E-Mail schicken').count()).toBe(0);
}, 60_000);

it('where a tag is simulated, that is said in German, too', async () => {
  const phone = await larder.open(PHONE, '/vend/new', { locale: 'de-DE' });
  await phone.getByRole('button', { name: 'NFC-Plakette antippen' }).waitFor();
  expect(await foreign(phone, ['Larder'])).toEqual([]);
  await holds(phone);
}, 60_000);

it('a visit is begun while the words of its language are still on their way', async () => {
  const phone = await larder.open(PHONE, '/vend/cancelled', { locale: 'de-DE' });
  let comes: (() => void) | undefined;
  const begun = new Promise<void>((done) => (comes = done));
  await phone.route('**/api/vend/start', async (route) => {
    await route.continue();
    comes?.();
  });
  await phone.route(/\/assets\/de-/, async (route) => {
    await begun;
    await route.continue();
  });
  await phone.goto(larder.url('/vend/start?nfcSessionId=VM-003-085'));
  await phone.getByText(/^Noch \d:\d\d Zeit$/).waitFor();
}, 60_000);

it('where the words of its language do not come, a page is shown in English after some seconds', async () => {
  const phone = await larder.open(PHONE, '/vend/cancelled', { locale: 'de-DE' });
  await phone.clock.install();
  const asked = phone.waitForRequest(/\/assets\/de-/);
  await phone.route(/\/assets\/de-/, () => undefined); // nobody answers
  await phone.goto(larder.url('/vend/cancelled'), { waitUntil: 'commit' });
  await asked;
  await phone.clock.runFor(8_000);
  await phone.getByRole('heading', { level: 1, name: 'Payment Cancelled' }).waitFor();
  expect(await lang(phone)).toBe('en');
}, 60_000);

it('what is refused is refused in it, too', async () => {
  larder.causes(404);
  const phone = await larder.open(PHONE, '/vend/start?nfcSessionId=NOBODY-001', { locale: 'fr-CA' });
  await phone.getByRole('alert').waitFor();
  expect(await lang(phone)).toBe('fr');
  expect(await phone.getByRole('alert').textContent()).not.toMatch(/Machine not found/);
}, 60_000);

it('a page in Hebrew or Arabic begins at the right, and what it names stands whole', async () => {
  for (const locale of ['he-IL', 'ar-AE']) {
    const phone = await larder.open(PHONE, `/vend/start?nfcSessionId=VM-001-${locale === 'he-IL' ? '083' : '084'}`, { locale });
    await phone.locator('.goods li').first().waitFor({ timeout: 30_000 });
    expect(await phone.locator('html').getAttribute('dir')).toBe('rtl');
    const [name, price] = await Promise.all(['.goods .name', '.goods .price'].map(async (part) => (await phone.locator(part).first().boundingBox())?.x ?? 0));
    expect(name).toBeGreaterThan(price as number);
    await holds(phone);
    await phone.locator('.ways .button:not([disabled])').waitFor({ timeout: 30_000 });
    await phone.locator('.ways .button').click();
    await phone.locator('.test').waitFor();
    await holds(phone);
    await phone.locator('.actions .button:not(.quiet)').click();
    await phone.locator('.emblem.good').waitFor();
    await holds(phone);
  }
}, 90_000);

it('another one is chosen on the page, is kept, and fits a phone; a phone whose language there is not speaks English', async () => {
  const phone = await larder.open(PHONE, '/vend/start?nfcSessionId=VM-002-082', { locale: 'uk-UA' });
  await phone.getByText(/Session expires in/).waitFor();
  expect(await lang(phone)).toBe('en');
  for (const [code, name] of Object.entries(languages)) {
    await phone.getByRole('combobox').selectOption(name);
    await phone.waitForFunction((it) => document.documentElement.lang === it && document.querySelector('main.visit'), code);
    expect(await phone.getByRole('combobox').inputValue()).toBe(code);
    expect([code, await fits(phone)]).toEqual([code, true]);
  }
  await phone.goto(larder.url('/vend/session/vNothingHere'));
  larder.causes(404);
  await phone.waitForFunction(() => document.documentElement.lang === 'zh' && document.querySelector('h1'));
  await holds(phone);
}, 90_000);

it('what is inside is read before the card is held, with its prices and allergens, and is there afterwards for who asks', async () => {
  await larder.call('PUT', '/api/cognito-auth/account', await larder.bearer(), { paymentFlow: 'hold-first', holdCents: 2000 });
  const phone = await larder.open(PHONE, '/vend/start?nfcSessionId=VM-001-085', { locale: 'de-DE' });
  const inside = phone.getByRole('group').filter({ hasText: 'Was im Automaten ist' });
  const chocolate = inside.getByRole('listitem').filter({ hasText: 'Dark Chocolate 70%' });
  await chocolate.waitFor();
  expect(await chocolate.innerText()).toMatch(/^Dark Chocolate 70%\s+Enthält Milch und Soja\s+3,75\s\$$/);
  const names = await inside.locator('.name').evaluateAll((all) => all.map((name) => name.firstChild?.textContent ?? ''));
  expect(names.length).toBeGreaterThan(5);
  expect(await foreign(phone, ['Larder', 'Seaside Lobby', '12 Ocean Avenue', ...names])).toEqual([]);
  await holds(phone);
  await phone.getByRole('button', { name: '20,00 $ reservieren' }).click();
  await phone.waitForURL(/\/checkout\//);
  await phone.getByRole('button', { name: '20,00 $ reservieren' }).click();
  await phone.locator('.goods li').first().waitFor({ timeout: 30_000 });
  expect(await chocolate.isVisible()).toBe(false);
  await inside.getByText('Was im Automaten ist').click();
  await chocolate.waitFor();
  await holds(phone);
}, 60_000);

it('who cannot be told what is inside may ask again, and buys all the same', async () => {
  larder.causes('net::ERR_FAILED');
  const phone = await larder.open(PHONE, '/vend/new');
  await phone.route('**/offers', (route) => route.abort());
  await phone.goto(larder.url('/vend/start?nfcSessionId=VM-002-086'));
  await phone.getByText('What is inside cannot be shown right now.').waitFor();
  await phone.getByRole('button', { name: /^Authorize/ }).waitFor();
  await holds(phone);
  await phone.unroute('**/offers');
  await phone.getByRole('button', { name: 'Try Again' }).click();
  await phone.getByRole('group').filter({ hasText: 'What is inside' }).getByText('Cola 0.33 l').waitFor();
}, 60_000);
