/** Somebody whom another issuer lets in, and what their page says of sign-ins it does not know. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import { DESK, fits, inBrowser, PHONE, seriousFindings } from './in-browser.js';

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

it('whoever came in through another issuer is told that sign-ins are listed and ended there, and not that all of them end here', async () => {
  const token = await new SignJWT({ email: 'wanda@west.example', email_verified: true, given_name: 'Wanda', family_name: 'West', sub: 'w1' })
    .setProtectedHeader({ alg: 'RS256', kid: 'theirs' }).setIssuer(issuer).setAudience('their-client').setIssuedAt().setExpirationTime('1h').sign(key);
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
