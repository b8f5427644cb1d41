/** The guest's way for those who listen, type, read large letters or have a poor network: the focus stays where they are, everything fits, and a page that could not be had comes by itself. */
import type { Page } from 'playwright-core';
import { inBrowser, PHONE } from '../in-browser.js';
import { fits, holds } from '../on-page.js';

const larder = inBrowser();
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

it('the focus stays where one is: at what was refused, what was said and what was closed', async () => {
  larder.causes(409);
  const phone = await larder.open(PHONE, '/vend/start?nfcSessionId=VM-001-071');
  await phone.getByText('Items removed - Payment required').waitFor({ timeout: 30_000 }); // what is said of a visit goes when more is taken
  await phone.getByRole('button', { name: 'Cancel' }).focus();
  await phone.keyboard.press('Enter');
  await phone.getByRole('alert').getByText('Cannot cancel').waitFor();
  expect(await focused(phone)).toBe('Cancel');
  const pay = phone.getByRole('button', { name: /^Pay \$/ });
  await pay.click();
  await phone.getByText('TEST payment').waitFor();
  await pay.click();

  const mail = phone.getByLabel('E-mail me the receipt');
  await mail.fill('nobody');
  await phone.keyboard.press('Enter');
  await phone.getByRole('status').getByText('Please enter a valid email address').waitFor();
  expect(await mail.evaluate((it) => [document.activeElement === it, it.getAttribute('aria-invalid')])).toEqual([true, 'true']);
  await mail.fill('guest@larder.example');
  await phone.locator('.mail').getByRole('button', { name: 'Send' }).click();
  await phone.getByText('Receipt sent to guest@larder.example').waitFor();
  expect(await focused(phone)).toBe('Send');

  const row = phone.locator('.goods li').first();
  const wrong = row.getByRole('button', { name: /Something wrong/ });
  await wrong.click();
  await row.getByRole('button', { name: 'Cancel' }).click();
  await wrong.waitFor();
  expect(await row.evaluate((it) => document.activeElement === it)).toBe(true);
  await phone.keyboard.press('Tab');
  await phone.keyboard.press('Enter');
  await row.getByRole('button', { name: 'Send' }).click();
  await row.getByText('Please choose what happened').waitFor();
  expect(await row.getByLabel('I put it back').evaluate((it) => document.activeElement === it)).toBe(true);
  await holds(phone);
  await row.getByLabel('Something was wrong').check();
  await row.getByRole('button', { name: 'Send' }).click();
  await row.getByText('Thank you.').waitFor();
  expect(await row.evaluate((it) => document.activeElement === it)).toBe(true);
}, 60_000);

it('letters twice as large leave nothing of the receipt beside the screen', async () => {
  const phone = await larder.open(PHONE, '/vend/start?nfcSessionId=VM-002-072');
  const pay = phone.getByRole('button', { name: /^Pay \$/ });
  await phone.getByText('Items removed - Payment required').waitFor({ timeout: 30_000 });
  await pay.click();
  await phone.getByText('TEST payment').waitFor();
  await pay.click();
  await phone.getByRole('button', { name: /Something wrong/ }).first().click();
  await phone.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  await phone.evaluate(() => new Promise(requestAnimationFrame));
  expect(await fits(phone)).toBe(true);
  // No word of a heading is broken where it would be too long for its line.
  expect(await phone.locator('h1').evaluate((it) => {
    it.style.overflowWrap = 'normal';
    return it.scrollWidth <= it.clientWidth;
  })).toBe(true);
  expect(await phone.evaluate(() => [...document.querySelectorAll('.card *')].filter((it) => it.getBoundingClientRect().right > (it.closest('.card') as Element).getBoundingClientRect().right).map((it) => it.outerHTML.slice(0, 60)))).toEqual([]);
}, 60_000);

it('on a slow network a button that was pressed says what is on its way, and that nobody pays twice when it takes long', async () => {
  const phone = await larder.open(PHONE, '/vend/cancelled');
  await phone.clock.install();
  let come = (): void => undefined;
  const waited = new Promise<void>((resolve) => (come = resolve));
  await phone.route('**/api/vend/session/*/pay', async (route) => {
    await waited;
    await route.continue();
  });
  await phone.goto(larder.url('/vend/start?nfcSessionId=VM-003-073'));
  const pay = phone.getByRole('button', { name: /^Pay \$/ });
  await phone.getByText('Items removed - Payment required').waitFor({ timeout: 30_000 });
  await pay.click();
  const told = phone.getByRole('status');
  await told.getByText('Opening the checkout...').waitFor();
  expect(await phone.locator('.ways .hint').textContent()).toBe('Opening the checkout...'); // and where the thumb is
  await phone.clock.fastForward(5_000);
  await told.getByText('This takes longer than usual. Please wait: you are not charged twice.').waitFor();
  await holds(phone);
  come();
  await phone.getByText('TEST payment').waitFor();
}, 60_000);

it('who follows the link of a visit that is not there any more reads how to begin another one', async () => {
  larder.causes(404);
  const phone = await larder.open(PHONE, '/vend/session/vNothingHere');
  await phone.getByRole('alert').getByText('No session found').waitFor();
  await phone.getByText('Tap the tag on the machine to begin a new session.').waitFor();
  await holds(phone);
}, 60_000);

it('on a slow network something is there before the scripts are', async () => {
  const phone = await larder.open(PHONE, '/vend/cancelled');
  let come = (): void => undefined;
  const waited = new Promise<void>((resolve) => (come = resolve));
  await phone.route('**/assets/vend-*.js', async (route) => {
    await waited;
    await route.continue();
  });
  await phone.goto(larder.url('/vend/new'), { waitUntil: 'commit' });
  await phone.getByRole('status').getByText('Loading...').waitFor();
  come();
  await phone.getByRole('button', { name: 'Tap NFC Tag' }).waitFor();
}, 60_000);

it('where the scripts of a page do not come, one may ask for them again', async () => {
  larder.causes('net::ERR_FAILED');
  const phone = await larder.open(PHONE, '/favicon.svg');
  await phone.route('**/assets/guest-*.js', (route) => route.abort());
  await phone.goto(larder.url('/vend/new'));
  const again = phone.getByRole('link', { name: 'Try Again' });
  await again.waitFor();
  await holds(phone);
  await phone.unroute('**/assets/guest-*.js');
  await again.click();
  await phone.getByRole('button', { name: 'Tap NFC Tag' }).waitFor();
}, 60_000);

it('what could not be had without a network comes when it is back', async () => {
  larder.causes('net::ERR_INTERNET_DISCONNECTED');
  const phone = await larder.open(PHONE, '/vend/new');
  const tap = phone.getByRole('button', { name: 'Tap NFC Tag' });
  await tap.waitFor();
  await phone.context().setOffline(true);
  await tap.click();
  await phone.getByRole('alert').getByText('Network error. Please check your connection.').waitFor();
  await phone.context().setOffline(false);
  await phone.getByText(/Session expires in \d:\d\d/).waitFor();

  await phone.route('**/api/vend/receipt/*', (route) => route.abort());
  larder.causes('net::ERR_FAILED');
  await phone.goto(larder.url('/vend/receipt/nothing-here'));
  await phone.getByRole('heading', { name: 'Session Error' }).waitFor(); // nobody knows whether there is a receipt
  await phone.unroute('**/api/vend/receipt/*');
  larder.causes(404);
  await phone.getByRole('button', { name: 'Try Again' }).click();
  await phone.getByRole('heading', { name: 'No receipt here' }).waitFor();
}, 60_000);

it('a tap that could not be sent begins no visit an hour later, wherever the phone has its network back: nobody is before the door', async () => {
  larder.causes('net::ERR_INTERNET_DISCONNECTED');
  const begun: string[] = [];
  const phone = await larder.open(PHONE, '/vend/new');
  await phone.clock.install();
  const tap = phone.getByRole('button', { name: 'Tap NFC Tag' });
  await tap.waitFor();
  await phone.context().setOffline(true);
  await tap.click();
  await phone.getByRole('alert').getByText('Network error. Please check your connection.').waitFor();
  phone.on('request', (asked) => void (asked.url().endsWith('/api/vend/start') && begun.push(asked.url())));
  await phone.clock.fastForward('01:00:00');
  await phone.context().setOffline(false);
  await tap.waitFor(); // to be tapped anew
  expect(begun).toEqual([]);
}, 60_000);

it('whoever was told to wait may ask again as late as they like', async () => {
  larder.causes(409);
  const [first, second] = [await larder.open(PHONE, '/vend/start?nfcSessionId=VM-003-074'), await larder.open(PHONE, '/vend/cancelled')];
  await first.getByText(/Session expires in/).waitFor();
  await second.clock.install();
  await second.goto(larder.url('/vend/start?nfcSessionId=VM-003-075'));
  await second.getByRole('alert').getByText('Somebody is using this machine right now').waitFor();
  await second.clock.fastForward('00:10:00');
  await first.getByText('Items removed - Payment required').waitFor({ timeout: 30_000 });
  await second.getByRole('button', { name: 'Try Again' }).click();
  await second.getByText(/Session expires in \d:\d\d/).waitFor();
}, 60_000);

it('a tag\'s address that a browser loads ahead, or in a tab behind another, begins a visit only when somebody looks at it', async () => {
  const begun: string[] = [];
  const phone = await larder.open(PHONE, '/vend/cancelled');
  phone.on('request', (asked) => void (asked.url().endsWith('/api/vend/start') && begun.push(asked.url())));
  await phone.addInitScript(() => {
    const shown = { now: false };
    Object.defineProperty(document, 'visibilityState', { get: () => (shown.now ? 'visible' : 'hidden') });
    const look = (): void => {
      shown.now = true;
      document.dispatchEvent(new Event('visibilitychange'));
    };
    Object.assign(window, { look });
  });
  await phone.goto(larder.url('/vend/start?nfcSessionId=VM-001-076'), { waitUntil: 'networkidle' });
  expect(begun).toEqual([]);
  await phone.evaluate(() => (window as unknown as { look(): void }).look());
  await phone.getByText(/Session expires in \d:\d\d/).waitFor();
}, 60_000);

it('no further file is needed for a visit, which may not come where the phone has hardly a network', async () => {
  const phone = await larder.open(PHONE, '/vend/cancelled');
  const came: string[] = [];
  await phone.goto(larder.url('/vend/new'));
  await phone.getByRole('button', { name: 'Tap NFC Tag' }).waitFor();
  await phone.route('**/assets/*', async (route) => {
    const url = route.request().url();
    if (/cancelled-page|after-visit/.test(url)) return route.continue(); // for afterwards
    came.push(url);
    await route.abort();
  });
  await phone.getByLabel('Machine').selectOption('VM-002');
  await phone.getByRole('button', { name: 'Tap NFC Tag' }).click();
  await phone.getByRole('group').filter({ hasText: 'What is inside' }).waitFor();
  expect(came).toEqual([]);
}, 60_000);
