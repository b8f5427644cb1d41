/** What people do, in a real browser on the built product: a guest buys on a phone while an operator watches; then the power goes. */
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page, Request } from 'playwright-core';
import { until } from '@larder/kit/testing.js';
import { hasCome } from '../asked.js';
import { DESK, inBrowser, PHONE } from '../in-browser.js';
import { fits } from '../on-page.js';

const product = inBrowser({}, { moves: true });

it('a guest buys on a phone, and the operator\'s open dashboard shows it within a second, without reload', async () => {
  const dashboard = await product.open(DESK, '/login');
  await product.signIn(dashboard);
  await dashboard.getByText('No sales data').or(dashboard.getByText('$0.00')).first().waitFor();

  const phone = await product.open(PHONE, '/vend/new');
  await phone.getByRole('button', { name: 'Tap NFC Tag' }).click();
  await phone.getByText(/Session expires in \d:\d\d/).waitFor();
  await phone.getByText('Select Your Items').waitFor();
  await phone.getByText('Items removed - Payment required').waitFor({ timeout: 30_000 });
  const button = phone.getByRole('button', { name: /^Pay \$/ });
  const price = /\$[\d.]+/.exec((await button.textContent()) ?? '')?.[0] as string;
  expect(await fits(phone)).toBe(true);
  await button.click();
  await phone.getByText('TEST payment').waitFor();
  expect(await dashboard.getByText(price, { exact: true }).count()).toBe(0);
  const paidAt = Date.now();
  await phone.getByRole('button', { name: /^Pay \$/ }).click();
  await dashboard.getByText(price, { exact: true }).first().waitFor({ timeout: 5_000 });
  const shownAfterMs = Date.now() - paidAt;
  await dashboard.locator('.apexcharts-bar-area').last().waitFor();
  await phone.getByText('Payment Successful!').waitFor();
  expect(phone.url()).toContain('/vend/success?session_id=');

  await dashboard.getByRole('link', { name: 'Sales', exact: true }).click();
  await dashboard.getByText('Completed').first().waitFor();
  process.stderr.write(`paid on the phone → shown on the dashboard: ${shownAfterMs} ms\n`);
}, 60_000);

it('everything is still there after kill -9, and the machines come back', async () => {
  const page = await product.signedIn('/app/sales');
  await page.getByText('Completed').first().waitFor();
  const before = await page.locator('table tbody').innerText();
  await hasCome(page);
  await product.restart();
  product.causes('net::ERR_CONNECTION_REFUSED', 'net::ERR_INCOMPLETE_CHUNKED_ENCODING', 503); // the last while it starts
  await page.reload();
  await page.getByText('Completed').first().waitFor();
  expect(await page.locator('table tbody').innerText()).toBe(before);
  const phone = await product.open(PHONE, '/vend/new');
  await phone.getByRole('button', { name: 'Tap NFC Tag' }).click();
  await phone.getByText(/Session expires in \d:\d\d/).waitFor();
}, 60_000);

it('nobody without sign-in gets into the operator area, and comes back to where they wanted', async () => {
  const page = await product.open(PHONE, '/app/alerts');
  await page.waitForURL('**/login?returnTo=*');
  await product.signIn(page, 'viewer');
  await page.waitForURL('**/app/alerts');
  await page.getByText('Monitor and manage system alerts').waitFor();
  expect(await fits(page)).toBe(true);
}, 60_000);

it('signing in leaves in the browser what a test begins with that does not sign in itself', async () => {
  const kept = async (page: Page): Promise<unknown> => page.evaluate(() => [Object.keys(localStorage).sort(), localStorage.getItem('larder.signInWay')]);
  const by = await product.open(DESK, '/login?returnTo=/app/profile');
  await product.signIn(by, 'viewer');
  expect(await kept(await product.signedIn('/app/profile', DESK, 'viewer'))).toEqual(await kept(by));
}, 60_000);

it('a phone that gets no newer browser is served as well', async () => {
  const phone = await product.open(PHONE, '/vend/new');
  await phone.addInitScript("delete AbortSignal.timeout"); // Safari 15 has none
  await phone.reload();
  await phone.getByLabel('Machine').selectOption({ index: 1 }); // somebody is at the first one
  await phone.getByRole('button', { name: 'Tap NFC Tag' }).click();
  await phone.getByText(/Session expires in \d:\d\d/).waitFor({ timeout: 5_000 });
}, 60_000);

it('names of one long word fit a phone, from the tap to the receipt', async () => {
  const named = { name: 'Ferienwohnungsverwaltungsgesellschaft', location: { address: 'Donaudampfschifffahrtsgesellschaftsstraße' } };
  await product.call('PUT', '/api/cognito-auth/machines/VM-003', await product.bearer(), named);
  const phone = await product.open(PHONE, '/vend/start?nfcSessionId=VM-003-042');
  const pay = phone.getByRole('button', { name: /^Pay \$/ });
  await phone.getByText('Items removed - Payment required').waitFor({ timeout: 30_000 });
  await phone.getByRole('heading', { name: named.name }).waitFor();
  expect(await fits(phone)).toBe(true);
  await pay.click();
  await phone.getByText('TEST payment').waitFor();
  expect(await fits(phone)).toBe(true);
  await pay.click();
  await phone.getByLabel('E-mail me the receipt').waitFor();
  expect(await fits(phone)).toBe(true);
}, 60_000);

it('a phone that is cut off just after paying gets the receipt when it is back', async () => {
  const phone = await product.open(PHONE, '/vend/start?nfcSessionId=VM-003-043');
  const pay = phone.getByRole('button', { name: /^Pay \$/ });
  await phone.getByText('Items removed - Payment required').waitFor({ timeout: 30_000 });
  await pay.click();
  await phone.getByText('TEST payment').waitFor();
  await phone.route('**/api/vend/receipt/*', (route) => route.abort(), { times: 1 });
  product.causes('net::ERR_FAILED');
  await pay.click();
  await phone.getByText('Payment Successful!').waitFor();
  await phone.getByLabel('E-mail me the receipt').waitFor({ timeout: 10_000 });
}, 60_000);

describe('Behind a proxy that keeps what is pushed to itself', () => {
  const asked: string[] = [];
  let proxy: Server;
  const behindIt = (path: string): string => `http://localhost:${(proxy.address() as AddressInfo).port}${path}`;
  const times = (path: RegExp): number => asked.filter((its) => path.test(its)).length;
  beforeAll(async () => {
    proxy = createServer((from, to) => {
      const path = from.url ?? '';
      asked.push(path);
      from.pipe(request(product.url(path), { method: from.method, headers: from.headers }, (answer) => {
        to.writeHead(answer.statusCode ?? 502, answer.headers);
        if (/\/events$|\/live$/.test(path)) to.flushHeaders();
        else answer.pipe(to);
      }));
    });
    await new Promise<void>((listening) => proxy.listen(0, 'localhost', listening));
  });
  afterAll(async () => {
    proxy.closeAllConnections();
    await new Promise((closed) => proxy.close(closed));
  });

  it('the guest\'s screen asks as often as without a push', async () => {
    const phone = await product.open(PHONE, '/vend/new');
    await phone.goto(behindIt('/vend/new'));
    await phone.getByRole('button', { name: 'Tap NFC Tag' }).click();
    await phone.getByText(/Session expires in \d:\d\d/).waitFor();
    await until('it has asked for the third time', () => times(/\/api\/vend\/session\/[^/]+$/) > 2, 15_000);
    await phone.context().close();
  }, 60_000);

  it('an operator\'s screen asks every half minute, as without a push', async () => {
    const page = await product.open(DESK, '/login?returnTo=%2Fapp%2Fsales');
    await page.clock.install();
    await page.route('**/api/live', (route) => route.continue({ url: behindIt('/api/live') }));
    let [begun, read] = [0, 0];
    const isOfList = (its: Request): boolean => /\/admin\/sales\?/.test(its.url());
    page.on('request', (its) => void (begun += isOfList(its) ? 1 : 0)).on('requestfinished', (its) => void (read += isOfList(its) ? 1 : 0));
    await product.signIn(page);
    await until('the push has begun', () => times(/\/api\/live$/) > 0 && read > 0, 15_000);
    const before = read;
    let seconds = 0;
    // A push that begins has everything read once, and after 90 s of silence it would begin again.
    await until('it has asked twice', async () => {
      if (begun === read && seconds < 70) await page.clock.fastForward(10_000).then(() => (seconds += 10));
      return read > before + 1;
    }, 12_000);
    await page.context().close();
  }, 60_000);
});
