/** oidc-client-ts, unmodified, in a real browser against the hosted sign-in: the whole way in, staying in, the way out, and each thing that can go wrong. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import type * as Oidc from 'oidc-client-ts';
import { DESK, inBrowser } from '../in-browser.js';

const larder = inBrowser();
const source = readFileSync(join(dirname(require.resolve('oidc-client-ts/package.json')), 'dist/browser/oidc-client-ts.min.js'), 'utf8');

/** A page with the client on it; the application itself is kept from starting where the hosted sign-in leads back to, so that only the client acts there. */
async function client(settings: Partial<Oidc.UserManagerSettings> = {}): Promise<Page> {
  const page = await larder.open(DESK, '/pricing');
  const origin = larder.url('').replace(/\/$/, '');
  const all = {
    authority: `${origin}/idp`, client_id: 'larder-web', redirect_uri: `${origin}/auth/callback`, post_logout_redirect_uri: `${origin}/`, response_type: 'code',
    scope: 'openid profile email aws.cognito.signin.user.admin', automaticSilentRenew: false, ...settings,
  };
  await page.context().addInitScript(`${source}
    globalThis.manager = new oidc.UserManager({ ...${JSON.stringify(all)}, userStore: new oidc.WebStorageStateStore({ store: sessionStorage }) });
    if (location.pathname === '/auth/callback') {
      window.stop();
      if (parent !== window) void manager.signinSilentCallback();
    }`);
  await page.goto(larder.url('/pricing'));
  return page;
}

/** Runs in the page, where `manager` is the client. */
const run = <T>(page: Page, work: string): Promise<T> => page.evaluate(`(async () => { ${work} })()`) as Promise<T>;
/** What the client throws for `work`. */
const thrown = (page: Page, work: string): Promise<string> => run<string>(page, `try { ${work}; return 'nothing was thrown'; } catch (error) { return [error.error, error.message].filter(Boolean).join(' '); }`);
const password = (): string => larder.demoPassword();

async function toForm(page: Page): Promise<void> {
  await run(page, 'void manager.signinRedirect()');
  await page.waitForURL('**/idp/interaction/**');
}
async function signIn(page: Page): Promise<{ id_token: string; refresh_token: string; profile: Record<string, unknown> }> {
  await toForm(page);
  await page.getByLabel('Email').fill('admin@larder.example');
  await page.getByLabel('Password').fill(password());
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('**/auth/callback?**', { waitUntil: 'commit' });
  return run(page, 'const { id_token, refresh_token, profile } = await manager.signinCallback(); return { id_token, refresh_token, profile };');
}

it('signs in with code and PKCE, renews in silence by refresh token and by hidden frame, and signs out', async () => {
  const page = await client();
  const user = await signIn(page);
  await page.goto(larder.url('/pricing'));
  expect(user.profile).toMatchObject({ email: 'admin@larder.example', 'custom:user_role': 'admin' });
  const renewed = await run<{ id_token: string; refresh_token: string }>(page, 'const { id_token, refresh_token } = await manager.signinSilent(); return { id_token, refresh_token };');
  expect(renewed.refresh_token).not.toBe(user.refresh_token);
  const framed = await run<{ sub: string }>(page, 'const held = await manager.getUser(); held.refresh_token = undefined; await manager.storeUser(held); return (await manager.signinSilent()).profile;');
  expect(framed.sub).toBe(user.profile.sub);
  await run(page, 'void manager.signoutRedirect()');
  await page.waitForURL(larder.url('/'));
  expect(await thrown(page, 'await manager.signinSilent({ silentRequestTimeoutInSeconds: 5 })')).toContain('login_required');
});

it('a sign-in that is cancelled comes back as access_denied', async () => {
  const page = await client();
  await toForm(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.waitForURL('**/auth/callback?error=access_denied**', { waitUntil: 'commit' });
  expect(await thrown(page, 'await manager.signinCallback()')).toMatch(/^access_denied /);
});

it('revocation at the end of a sign-in is understood by the client', async () => {
  const page = await client();
  await signIn(page);
  expect(await thrown(page, "await manager.revokeTokens(['refresh_token'])")).toBe('nothing was thrown');
  expect(await thrown(page, 'await manager.signinSilent()')).not.toBe('nothing was thrown');
});

describe('What can go wrong is told in the client\'s own words', () => {
  const callback = (query: string): string => `await manager.signinCallback('${larder.url(`/auth/callback?${query}`)}')`;

  it.each<[string, string, () => string, Partial<Oidc.UserManagerSettings>]>([
    ['no state', 'No state in response', () => callback('code=x'), {}],
    ['a state of nobody', 'No matching state found in storage', () => callback('code=x&state=made-up'), {}],
    ['another flow', 'Only the Authorization Code flow (with PKCE) is supported', () => 'await manager.signinRedirect()', { response_type: 'token' }],
    ['a blocked popup', 'Popup blocked by user', () => 'window.open = () => ({ closed: true, focus() {}, close() {}, location: { replace() {} } }); await manager.signinPopup({ popupWindowFeatures: { closePopupWindowAfterInSeconds: 1 } })', {}],
    ['a popup that is closed', 'Popup closed by user', () => 'const open = window.open.bind(window); window.open = (...rest) => { const popup = open(...rest); setTimeout(() => popup.close(), 300); return popup; }; await manager.signinPopup({ popupAbortOnClose: true })', {}],
    ['a redirect given up', 'Redirect aborted', () => "const going = await manager._redirectNavigator.prepare({}); const gone = going.navigate({ url: '#' }); going.close(); await gone", {}],
    ['no keys where keys should be', 'Missing keys on keyset', () => `manager.metadataService._metadata.jwks_uri = '${larder.url('/healthz')}'; await manager.metadataService.getSigningKeys()`, { metadata: { jwks_uri: '' } }],
    ['a provider without an address for people', 'Metadata does not contain property userinfo_endpoint', () => 'await manager.metadataService.getUserInfoEndpoint(false)', { metadata: { issuer: 'x' } }],
    ['nobody there to answer the hidden frame', 'IFrame timed out without a response', () => 'await manager.signinSilent({ silentRequestTimeoutInSeconds: 1 })', { metadata: { authorization_endpoint: 'about:blank', token_endpoint: 'about:blank' } }],
    ['nobody signed in', 'login_required', () => 'await manager.signinSilent({ silentRequestTimeoutInSeconds: 10 })', {}],
  ])('%s: %s', async (_, words, work, settings) => {
    const page = await client(settings);
    expect(await thrown(page, work())).toContain(words);
  });

  it('a state that was tampered with: State does not match', async () => {
    const page = await client();
    const state = await run<string>(page, "const request = await manager._client.createSigninRequest({ request_type: 'si:r' }); const { id } = request.state; const kept = JSON.parse(localStorage.getItem('oidc.' + id)); localStorage.setItem('oidc.' + id, JSON.stringify({ ...kept, id: 'another' })); return id;");
    expect(await thrown(page, callback(`code=x&state=${state}`))).toContain('State does not match');
  });

  it('a page where tokens should be: Invalid response Content-Type', async () => {
    const page = await client({ loadUserInfo: true });
    await page.context().route('**/idp/oauth2/userInfo', (route) => route.fulfill({ contentType: 'text/html', body: '<p>a page</p>' }));
    await toForm(page);
    await page.getByLabel('Email').fill('admin@larder.example');
    await page.getByLabel('Password').fill(password());
    await page.keyboard.press('Enter');
    await page.waitForURL('**/auth/callback?**', { waitUntil: 'commit' });
    expect(await thrown(page, 'await manager.signinCallback()')).toContain('Invalid response Content-Type: text/html');
  });

  it('a provider that takes too long: Network timed out', async () => {
    const page = await client({ requestTimeoutInSeconds: 1 });
    await page.context().route('**/idp/oauth2/token', () => undefined);
    await toForm(page);
    await page.getByLabel('Email').fill('admin@larder.example');
    await page.getByLabel('Password').fill(password());
    await page.keyboard.press('Enter');
    await page.waitForURL('**/auth/callback?**', { waitUntil: 'commit' });
    expect(await thrown(page, 'await manager.signinCallback()')).toContain('Network timed out');
  });
});
