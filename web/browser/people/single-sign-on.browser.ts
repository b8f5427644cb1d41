/** An organization's owner sets up single sign-on; its members, and whom it invites, come in at its own provider. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { Page } from 'playwright-core';
import { invitedElsewhere } from '../invited.js';
import { DESK, inBrowser, PHONE, type Viewport } from '../in-browser.js';
import { fits, press, seriousFindings } from '../on-page.js';

let theirs: Server;
let issuer: string;
/** Who is signed in there. */
let person = { sub: 'a1', email: 'admin@larder.example', given_name: 'Ada', family_name: 'Admin' };
/** What was asked for, by the code that was given for it. */
const codes = new Map<string, { nonce: string; client: string }>();

// The least that a provider is: its configuration, its keys, a page that lets in at once, and tokens for codes.
beforeAll(async () => {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'theirs', use: 'sig', alg: 'RS256' };
  const idToken = ({ nonce, client }: { nonce: string; client: string }) => new SignJWT({ ...person, nonce }).setProtectedHeader({ alg: 'RS256', kid: 'theirs' }).setIssuer(issuer).setAudience(client).setIssuedAt().setExpirationTime('5m').sign(privateKey);
  theirs = createServer((request, response) => {
    const { pathname, searchParams: asked } = new URL(request.url ?? '', issuer);
    const answer = (body: object) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    if (pathname === '/.well-known/openid-configuration') return answer({ issuer, authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token`, jwks_uri: `${issuer}/jwks`, response_types_supported: ['code'], subject_types_supported: ['public'], id_token_signing_alg_values_supported: ['RS256'] });
    if (pathname === '/jwks') return answer({ keys: [jwk] });
    if (pathname === '/authorize') {
      const code = `code-${codes.size}`;
      codes.set(code, { nonce: asked.get('nonce') ?? '', client: asked.get('client_id') ?? '' });
      return response.writeHead(302, { location: `${asked.get('redirect_uri')}?code=${code}&state=${asked.get('state')}` }).end();
    }
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString())).on('end', () => {
      const begun = codes.get(new URLSearchParams(body).get('code') ?? '');
      if (begun) void idToken(begun).then((token) => answer({ access_token: 'theirs', token_type: 'Bearer', expires_in: 60, id_token: token }));
      else response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_grant"}');
    });
  });
  await new Promise<void>((listening) => theirs.listen(0, '127.0.0.1', listening));
  issuer = `http://127.0.0.1:${(theirs.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((closed) => theirs.close(closed)));
const larder = inBrowser();

const card = (page: Page) => page.getByRole('region', { name: 'Single Sign-On' });
const looksRight = async (page: Page, viewports: readonly Viewport[] = [PHONE, DESK]) => {
  for (const viewport of viewports) {
    await page.setViewportSize(viewport);
    expect([await seriousFindings(page), await fits(page)]).toEqual([[], true]);
  }
};

it('an owner sets it up with what their provider says, and is told where it does not answer', async () => {
  larder.causes(400);
  const page = await larder.signedIn('/app/organization');
  await card(page).getByRole('button', { name: 'Set Up' }).click();
  const dialog = page.getByRole('dialog', { name: 'Single sign-on' });
  await press(page, 'Save');
  for (const complaint of ['The issuer address is required', 'The client ID is required', 'The client secret is required']) await dialog.getByText(complaint).waitFor();
  await dialog.getByText(larder.url('/idp/elsewhere')).waitFor();
  await dialog.getByLabel('Issuer address').fill(`${issuer}/nowhere`);
  await dialog.getByLabel('Client ID').fill('larder');
  await dialog.getByLabel('Client secret', { exact: true }).fill('a secret of theirs');
  await press(page, 'Save');
  await dialog.getByText('It does not answer as an OpenID provider of this name.', { exact: false }).waitFor();
  await looksRight(page);
  await dialog.getByLabel('Issuer address').fill(issuer);
  await dialog.getByLabel('Let owners in only').check();
  await press(page, 'Save');
  await card(page).getByText(larder.url('/login?organization=seaside-stays')).waitFor();
  await card(page).getByText('Let owners in only').waitFor();
  await looksRight(page);
  // Another setting takes no secret.
  await card(page).getByRole('button', { name: 'Change' }).click();
  expect(await dialog.getByLabel('Client secret', { exact: true }).inputValue()).toBe('');
  await press(page, 'Save');
  await dialog.waitFor({ state: 'detached' });
}, 120_000);

it('a member who tries a password is shown the way, comes in there, and finds it again next time', async () => {
  larder.causes(400, 404);
  const page = await larder.open(PHONE, '/login');
  await page.getByLabel('Email').fill('admin@larder.example');
  await page.getByLabel('Password', { exact: true }).fill(larder.demoPassword());
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('alert').getByText('Seaside Stays asks you to sign in by its single sign-on.').waitFor();
  await page.getByRole('link', { name: 'Sign in there' }).click();
  await page.getByRole('heading', { name: 'Sign in to Seaside Stays' }).waitFor();
  await looksRight(page, [DESK, PHONE]);
  await page.getByRole('button', { name: `Continue to ${new URL(issuer).host}` }).click();
  await page.waitForURL('**/app/dashboard');
  await page.goto(larder.url('/app/profile'));
  await page.getByText(`Your password is kept by ${new URL(issuer).host}. Change it there.`).waitFor();
  await looksRight(page, [DESK, PHONE]);
  // As when the day is over; signing out leaves nothing in the browser.
  await page.evaluate(() => ['idToken', 'accessToken', 'refreshToken'].forEach((name) => localStorage.removeItem(`larder.${name}`)));
  await page.goto(larder.url('/login'));
  await page.getByRole('link', { name: 'Sign in through your organization' }).click();
  expect(await page.getByLabel('Organization').inputValue()).toBe('seaside-stays');
  // A tile of theirs leads on by itself, once; one of somebody else's does not.
  await page.goto(larder.url('/login?organization=seaside-stays&iss=https%3A%2F%2Felsewhere.example'));
  await page.getByRole('button', { name: `Continue to ${new URL(issuer).host}` }).waitFor();
  const tile = `/login?organization=seaside-stays&iss=${encodeURIComponent(issuer)}`;
  await page.goto(larder.url(tile));
  await page.waitForURL('**/app/dashboard');
  // Nor does a link lead somebody there who has never gone there.
  const stranger = await larder.open(PHONE, tile);
  const onward = stranger.getByRole('button', { name: `Continue to ${new URL(issuer).host}` });
  await onward.waitFor();
  expect([await onward.isEnabled(), new URL(stranger.url()).pathname]).toEqual([true, '/login']);
  await stranger.getByRole('link', { name: 'Another organization' }).click();
  await stranger.getByRole('heading', { name: 'Sign in through your organization' }).waitFor();
  expect([await onward.count(), await stranger.getByLabel('Organization').inputValue()]).toEqual([0, '']);
  await stranger.getByLabel('Organization').fill('nobody-here');
  await stranger.getByRole('button', { name: 'Continue' }).click();
  await stranger.getByRole('alert').getByText('No organization signs in under this name.', { exact: false }).waitFor();
  expect(await onward.count()).toBe(0);
  await page.evaluate(() => ['idToken', 'accessToken', 'refreshToken'].forEach((name) => localStorage.removeItem(`larder.${name}`)));
  await page.goto(larder.url('/login?way=organization'));
  await page.getByLabel('Organization').fill('nobody-here');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('alert').getByText('No organization signs in under this name.', { exact: false }).waitFor();
  await looksRight(page);
}, 120_000);

it('somebody who is invited joins without a password; who is not invited is told so', async () => {
  larder.causes(403);
  person = { sub: 'n1', email: 'nina@north.example', given_name: 'Nina', family_name: 'North' };
  const page = await larder.open(PHONE, '/login?organization=seaside-stays');
  await page.getByRole('button', { name: 'Continue to' }).click();
  await page.getByText('Seaside Stays has nobody with the address nina@north.example in its team.', { exact: false }).waitFor();
  const { idToken } = await larder.call<{ idToken: string }>('POST', '/api/cognito-auth/auth', '', { email: 'owner@larder.example', password: larder.demoPassword() });
  await larder.call('POST', '/api/cognito-auth/account/members/invite', `Bearer ${idToken}`, { email: 'nina@north.example', role: 'viewer' });
  const { text } = await larder.mailTo('nina@north.example', /invites you to Seaside Stays/);
  await page.goto(/^https?:\S+$/m.exec(text)?.[0] ?? '');
  await page.getByRole('button', { name: 'Join with single sign-on' }).waitFor();
  expect(await page.getByLabel('Password', { exact: true }).count()).toBe(0);
  await looksRight(page, [DESK, PHONE]);
  await page.getByRole('button', { name: 'Join with single sign-on' }).click();
  await page.waitForURL('**/app/dashboard');
  await page.goto(larder.url('/app/profile'));
  await page.getByText('nina@north.example').first().waitFor();
}, 120_000);

it('whoever has a login joins with it, and comes in by single sign-on from then on', async () => {
  larder.causes(401); // the sign-in by their password has ended with the answer
  const { idToken } = await larder.call<{ idToken: string }>('POST', '/api/cognito-auth/auth', '', { email: 'owner@larder.example', password: larder.demoPassword() });
  await invitedElsewhere(larder, 'nobody@other.example'); // Other Stays begins, with its owner
  await larder.call('POST', '/api/cognito-auth/account/members/invite', `Bearer ${idToken}`, { email: 'boss@other.example', role: 'viewer' });
  const { text } = await larder.mailTo('boss@other.example', /invites you to Seaside Stays/);
  const page = await larder.open(PHONE, /\/register\?invitation=\S+$/m.exec(text)?.[0] ?? '');
  await page.getByLabel('Password', { exact: true }).fill('Correct-horse-7');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('button', { name: 'Leave Other Stays and join' }).click();
  await press(page, 'Leave and join');
  await page.getByRole('heading', { name: 'Sign in to Seaside Stays' }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  person = { sub: 'b1', email: 'boss@other.example', given_name: 'Bo', family_name: 'Reed' };
  await page.getByRole('button', { name: 'Continue to' }).click();
  await page.waitForURL('**/app/dashboard');
  await page.goto(larder.url('/app/profile'));
  await page.getByText('boss@other.example').first().waitFor();
}, 120_000);

it('is turned off after a question, and passwords let everybody in again', async () => {
  const page = await larder.signedIn('/app/organization', PHONE);
  await card(page).getByRole('button', { name: 'Turn Off' }).click();
  await page.getByRole('dialog', { name: 'Turn off single sign-on?' }).waitFor();
  await press(page, 'Turn Off');
  await card(page).getByRole('button', { name: 'Set Up' }).waitFor();
  expect(await larder.call<object>('POST', '/api/cognito-auth/auth', '', { email: 'admin@larder.example', password: larder.demoPassword() })).toMatchObject({ idToken: expect.any(String) });
}, 120_000);
