/** Somebody whom another issuer lets in: what their page says of sign-ins it does not know, and what they have here once they have a password here, too. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import { turnOnTwoStep } from '../authenticator.js';
import { DESK, inBrowser, PHONE } from '../in-browser.js';
import { fits, press, seriousFindings } from '../on-page.js';

const settings: Record<string, string> = {};
let other: Server;
let issuer: string;
let key: CryptoKey;
// Before the product starts: it is told whom it trusts.
beforeAll(async () => {
  const pair = await generateKeyPair('RS256');
  key = pair.privateKey;
  const jwk = { ...(await exportJWK(pair.publicKey)), kid: 'theirs', use: 'sig', alg: 'RS256' };
  other = createServer((_, response) => response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [jwk] })));
  await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening));
  issuer = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  settings.TRUSTED_ISSUERS = JSON.stringify([{ issuer, audience: 'their-client', jwksUri: `${issuer}/jwks` }]);
});
afterAll(() => new Promise((closed) => other.close(closed)));
const larder = inBrowser(settings);

const tokenOf = (person: { sub: string; email: string; email_verified?: boolean }) => new SignJWT({ email_verified: true, given_name: 'Wanda', family_name: 'West', ...person })
  .setProtectedHeader({ alg: 'RS256', kid: 'theirs' }).setIssuer(issuer).setAudience('their-client').setIssuedAt().setExpirationTime('1h').sign(key);

it('whoever came in through another issuer is told that sign-ins are listed and ended there, and not that all of them end here', async () => {
  const token = await tokenOf({ sub: 'w1', email: 'wanda@west.example' });
  const page = await larder.open(DESK, '/login');
  await page.evaluate((held) => localStorage.setItem('larder.idToken', held), token);
  await page.goto(larder.url('/app/profile'));
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Where you are signed in' }) });
  await card.getByText(`You came in through ${new URL(issuer).host}, where such sign-ins are listed and ended. None was made here.`).waitFor();
  expect(await card.getByRole('button', { name: 'Sign out everywhere' }).count()).toBe(0);
  for (const viewport of [PHONE, DESK]) {
    await page.setViewportSize(viewport);
    expect([await seriousFindings(page), await fits(page)]).toEqual([[], true]);
  }
}, 60_000);

it('whoever had a password here before their company went over to another issuer is not sent to a sign-in page that takes none', async () => {
  const page = await larder.open(PHONE, '/login');
  await page.evaluate((held) => localStorage.setItem('larder.idToken', held), await tokenOf({ sub: 'w4', email: 'operator@larder.example' }));
  await page.route('**/api/settings', async (route) => {
    const { data, ...envelope } = (await (await route.fetch()).json()) as { data: object };
    await route.fulfill({ json: { ...envelope, data: { ...data, signIn: [{ kind: 'oidc', authority: issuer, clientId: 'their-client', scope: 'openid' }] } } });
  });
  await page.goto(larder.url('/app/profile'));
  await page.getByText('You sign in with single sign-on. Your password and two-step sign-in are kept and changed there.').waitFor();
  expect(await page.getByRole('button', { name: 'Change your e-mail address' }).count()).toBe(0);
  expect([await seriousFindings(page), await fits(page)]).toEqual([[], true]);

  // Whose address is not confirmed there is told of nothing that is not on the page.
  await page.evaluate((held) => localStorage.setItem('larder.idToken', held), await tokenOf({ sub: 'w5', email: 'wilma@west.example', email_verified: false }));
  await page.goto(larder.url('/app/dashboard'));
  const text = await page.getByText('We have sent a message to wilma@west.example.', { exact: false }).innerText();
  expect([text, await page.getByText('Sign up again').count()]).toEqual(['We have sent a message to wilma@west.example. Open the link in it. The link expires in 24 hours; check your spam folder if nothing comes.', 0]);
}, 60_000);

it('whoever has set a password here, too, has recovery codes for a second factor here, and turns it off with that password', async () => {
  const [email, password] = ['wren@west.example', 'Another-horse-8'];
  await larder.call('GET', '/api/cognito-auth/profile', `Bearer ${await tokenOf({ sub: 'w2', email })}`);
  const page = await larder.open(DESK, '/forgot-password');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  const { text } = await larder.mailTo(email, /is your Larder password code/);
  await page.getByLabel('Code').fill(/^ {4}(\d{6})$/m.exec(text)?.[1] ?? '');
  await page.getByLabel('New password').fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('button', { name: 'Set password and sign in' }).click();
  await page.waitForURL('**/app/dashboard');
  await page.goto(larder.url('/app/profile'));
  const card = await turnOnTwoStep(page);
  await page.getByRole('dialog').getByLabel('Your password').fill(password);
  await press(page, 'Show codes');
  await press(page, 'I have kept them');
  await card.getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('dialog').getByLabel('Your password').fill(password);
  await press(page, 'Turn off');
  await card.getByText('Off', { exact: true }).waitFor();
}, 60_000);

it('whose address another issuer has not confirmed is told which login it belongs to, and gets out to it', async () => {
  const token = await tokenOf({ sub: 'w3', email: 'viewer@larder.example', email_verified: false });
  const page = await larder.open(PHONE, '/login');
  await page.evaluate((held) => localStorage.setItem('larder.idToken', held), token);
  await page.goto(larder.url('/app/machines'));
  larder.causes(403);
  await page.getByText(`There is a login here with your address, and ${new URL(issuer).host} has not confirmed that the address is yours.`, { exact: false }).waitFor();
  expect([await seriousFindings(page), await fits(page)]).toEqual([[], true]);
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await page.waitForURL('**/login');
  await larder.signIn(page, 'viewer');
}, 60_000);
