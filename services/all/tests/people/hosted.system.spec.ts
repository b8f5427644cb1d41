/** Hosted sign-in with a stock OpenID client and a browser's cookies, forms and redirects. */
import * as client from 'openid-client';
import { People } from '@larder/identity/people.js';
import { PASSES, type Pass, type Passes } from '@larder/identity/secrets/passes.js';
import { Tokens } from '@larder/identity/secrets/tokens.js';
import { freePort, until } from '@larder/kit/testing.js';
import { mailTo } from '../mailbox.testing.js';
import { switchOnAt } from '../second-factor.testing.js';
import { startLarder, PASSWORD, type TestLarder } from '../testing.js';
import { ADDRESS, begin as beginAt, Browser, configurationAt, exchange as exchangeAt, type Begun } from './hosted-browser.testing.js';

let larder: TestLarder;
let url: string;
let config: client.Configuration;

beforeAll(async () => {
  const port = await freePort();
  url = `http://localhost:${port}`;
  larder = await startLarder({ settings: { PORT: String(port), PUBLIC_URL: url, TRUSTED_PROXIES: '1' } });
  await larder.signIn('owner');
  config = await configurationAt(url);
});
afterAll(() => larder.stop());

const begin = (browser?: Browser, extra?: Record<string, string>): Promise<Begun> => beginAt(config, url, browser, extra);
const enter = async (begun: Begun, email = 'admin@acme.example', password = PASSWORD): Promise<Begun> => ({ ...begun, page: await begun.browser.go(begun.page.at, { email, password }) });
const exchange = (begun: Begun) => exchangeAt(config, begun);
const signIn = async (browser?: Browser) => exchange(await enter(await begin(browser)));
const profile = (token: string | undefined) => larder.call<{ email: string; role: string }>('GET', '/api/cognito-auth/profile', { token });
const refused = async (work: Promise<unknown>): Promise<unknown> => work.then(() => 'nothing was refused', (error: { error?: string; message: string }) => error.error ?? error.message);

it('leads from the form to an ID token with everything a browser needs, good at every door', async () => {
  const tokens = await signIn();
  expect(tokens.claims()).toMatchObject({
    email: 'admin@acme.example', email_verified: true, given_name: 'Test', token_use: 'id', 'custom:account_id': 'acme', 'custom:user_role': 'admin', 'custom:subscription_plan': 'enterprise', origin_jti: expect.any(String), auth_time: expect.any(Number),
  });
  expect((await profile(tokens.id_token)).body.data).toMatchObject({ email: 'admin@acme.example', role: 'admin' });
  expect(await client.fetchUserInfo(config, tokens.access_token, tokens.claims()?.sub as string)).toMatchObject({ email: 'admin@acme.example' });
});

it('is listed with the address that our proxy saw, not with one that the browser made up', async () => {
  const { id_token: token } = await signIn();
  const sessions = await larder.ask<{ address: string; current: boolean }[]>('GET', '/api/auth/sessions', { token });
  expect(sessions.find(({ current }) => current)?.address).toBe(ADDRESS);
});

it('a second sign-in of the same browser needs no password, and prompt=none tells when it would', async () => {
  const browser = new Browser();
  await signIn(browser);
  const again = await begin(browser, { prompt: 'none' });
  expect((await profile((await exchange(again)).id_token)).status).toBe(200);
  expect((await begin(new Browser(), { prompt: 'none' })).page.at).toContain('error=login_required');
});

it('a code is good once: replaying it ends the sign-in it led to', async () => {
  const begun = await enter(await begin());
  const tokens = await exchange(begun);
  expect(await refused(exchange(begun))).toBe('invalid_grant');
  expect((await profile(tokens.id_token)).status).toBe(401);
});

it('without PKCE, with a foreign address to return to, or for another client there is no way in', async () => {
  const ask = async (change: (query: URLSearchParams) => void): Promise<string> => {
    const to = client.buildAuthorizationUrl(config, { redirect_uri: `${url}/auth/callback`, scope: 'openid', state: 's', code_challenge: 'a'.repeat(43), code_challenge_method: 'S256' });
    change(to.searchParams);
    const { at, html } = await new Browser().go(to.href);
    return at + html;
  };
  expect(await ask((query) => query.delete('code_challenge'))).toContain('error=invalid_request');
  expect(await ask((query) => query.set('redirect_uri', 'https://evil.example/'))).toContain('(invalid_redirect_uri)');
  expect(await ask((query) => query.set('client_id', 'nobody'))).toContain('(invalid_client)');
  expect(await ask((query) => query.set('response_type', 'token'))).toContain('error=unsupported_response_type');
});

it('refresh tokens rotate, two tabs at once are forgiven', async () => {
  const first = await signIn();
  const second = await client.refreshTokenGrant(config, first.refresh_token as string);
  expect(second.refresh_token).not.toBe(first.refresh_token);
  expect((await client.refreshTokenGrant(config, first.refresh_token as string)).claims()?.sub).toBe(first.claims()?.sub);
  expect((await profile(second.id_token)).status).toBe(200);
});

it('a refresh token that somebody has copied ends the sign-in when it is used once more, and its person is told', async () => {
  const { id_token: token, refresh_token: copied = '' } = await signIn();
  await larder.part<Passes>(PASSES as never).use('oidc RefreshToken', copied, new Date(larder.kit.clock.now().getTime() - 60_000).toISOString());
  expect(await refused(client.refreshTokenGrant(config, copied))).toBe('invalid_grant');
  expect((await profile(token)).status).toBe(401);
  const letter = await mailTo(larder, 'admin@acme.example', /A sign-in of yours was ended/, new Set());
  expect(letter.text).toContain('was used from two places at once');
  expect(await refused(client.refreshTokenGrant(config, copied))).toBe('invalid_grant');
});

it('is listed with when it was used last', async () => {
  let { refresh_token: held = '', id_token: token } = await signIn();
  const { id_token: other } = await signIn();
  const mine = JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString()) as { origin_jti: string };
  await until('it is listed as used', async () => {
    ({ refresh_token: held = '', id_token: token } = await client.refreshTokenGrant(config, held));
    const sessions = await larder.ask<{ id: string; startedAt: string; lastUsedAt: string }[]>('GET', '/api/auth/sessions', { token: other });
    return sessions.some(({ id, startedAt, lastUsedAt }) => id === mine.origin_jti && lastUsedAt > startedAt);
  });
});

it('wrong passwords are told on the page, counted, and never say whether the address is known', async () => {
  const begun = await begin();
  const wrong = await begun.browser.go(begun.page.at, { email: 'viewer@acme.example', password: 'wrong' });
  expect(wrong.html).toContain('Incorrect email or password. Please try again.');
  // Reloading the page shows it once more, and sends nothing.
  expect(await begun.browser.go(wrong.at)).toEqual(wrong);
  const unknown = await begun.browser.go(begun.page.at, { email: 'nobody@acme.example', password: 'wrong' });
  expect(unknown.html.replaceAll('nobody', 'viewer')).toBe(wrong.html);
  expect((await begun.browser.go(`${begun.page.at}/cancel`, {})).at).toContain('error=access_denied');
});

it('two-step sign-in: a wrong code begins anew, the right one leads in', async () => {
  const { accessToken } = await larder.ask<{ accessToken: string }>('POST', '/api/cognito-auth/auth', { body: { email: 'operator@acme.example', password: PASSWORD } });
  const codes = [0, 30_000].map((later) => () => Date.now() + later);
  const shown = await switchOnAt(larder, accessToken, () => (codes.shift() ?? Date.now)());
  const begun = await begin();
  const toCode = async (): Promise<string> => {
    const { at, html } = await begun.browser.go(begun.page.at, { email: 'operator@acme.example', password: PASSWORD });
    expect([at, html]).toEqual([`${begun.page.at}/second-factor`, expect.stringContaining('six-digit code')]);
    return /name="session" value="([^"]+)"/.exec(html)?.[1] as string;
  };
  const wrong = await begun.browser.go(begun.page.at, { session: await toCode(), code: '000000' });
  expect([wrong.at, wrong.html]).toEqual([begun.page.at, expect.stringMatching(/role="alert"[\s\S]*value="operator@acme.example"/)]);
  const page = await begun.browser.go(begun.page.at, { session: await toCode(), code: shown() });
  expect((await exchange({ ...begun, page })).claims()).toMatchObject({ email: 'operator@acme.example' });
});

it('signing out here or there ends the sign-in, and the browser has to prove itself again', async () => {
  const browser = new Browser();
  const tokens = await signIn(browser);
  await larder.ask('POST', '/api/auth/sign-out-everywhere', { token: tokens.id_token, body: {} });
  expect((await profile(tokens.id_token)).status).toBe(401);
  expect(await refused(client.refreshTokenGrant(config, tokens.refresh_token as string))).toBe('invalid_grant');
  expect((await begin(browser, { prompt: 'none' })).page.at).toContain('error=login_required');
});

it('a password that was shown before signing out everywhere leads in no more afterwards', async () => {
  const { browser, page } = await begin();
  const { next } = await browser.step(page.at, { email: 'admin@acme.example', password: PASSWORD });
  const { id_token: token } = await signIn();
  await larder.ask('POST', '/api/auth/sign-out-everywhere', { token, body: {} });
  const late = await browser.go(next as string);
  expect([late.at, late.html]).toEqual([next, expect.stringContaining('Sign-in is not possible')]);
});

describe('A sign-in that is on its way when another password is chosen', () => {
  const email = 'viewer@acme.example';
  const passes = (): Passes => larder.part<Passes>(PASSES as never);
  const userId = async (): Promise<string> => (await larder.part(People).idOf(email)).userId;
  const kept = async (model: string): Promise<Pass[]> => passes().ofOwner(`oidc ${model}`, await userId(), new Date().toISOString());
  /** As by the code of a letter, once what was on its way has ended; answers what that was. */
  const chooseAnother = async (password: string, model: string): Promise<Pass[]> => {
    const [person, before] = [await userId(), await kept(model)];
    expect(before).not.toEqual([]);
    await larder.part(People).do(person, { type: 'SetPassword', verifier: await larder.part(People).verifierFor(person, password), because: 'reset' }, { account: 'people', actor: 'system:test', correlationId: 'c', commandId: password });
    await until('it has ended', async () => (await kept(model)).length === 0);
    return before;
  };

  it('does not come in by what its browser still has, also where that was written after all others had been removed', async () => {
    const browser = new Browser();
    await exchange(await enter(await begin(browser), email));
    for (const session of await chooseAnother('Another-horse-8', 'Session')) await passes().put(session);
    const again = await begin(browser);
    expect(again.page.html).toContain('<h1>Sign in</h1>');
    expect(await larder.part(Tokens).families(await userId())).toEqual([]);
    const tokens = await exchange(await enter(again, email, 'Another-horse-8'));
    expect((await profile(tokens.id_token)).body.data).toMatchObject({ email });
  });

  it('does not come in, also where its step was written after all others had been removed', async () => {
    const begun = await begin();
    const { next = '' } = await begun.browser.step(begun.page.at, { email, password: 'Another-horse-8' });
    for (const step of await chooseAnother('Another-horse-9', 'Interaction')) await passes().put(step);
    expect((await begun.browser.go(next)).html).toContain('<h1>Sign in</h1>');
    expect(await larder.part(Tokens).families(await userId())).toEqual([]);
  });
});

it('revoking the refresh token answers as JSON and ends the sign-in', async () => {
  const tokens = await signIn();
  const response = await fetch(`${url}/idp/oauth2/revoke`, { method: 'POST', body: new URLSearchParams({ client_id: 'larder-web', token: tokens.refresh_token as string, token_type_hint: 'refresh_token' }) });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, expect.stringContaining('application/json')]);
  expect((await profile(tokens.id_token)).status).toBe(401);
});

it('the sign-out page asks, except when an ID token shows who is leaving; Cognito\'s spelling works', async () => {
  const browser = new Browser();
  const tokens = await signIn(browser);
  const asking = await browser.go(`${url}/idp/logout?client_id=larder-web&logout_uri=${encodeURIComponent(`${url}/`)}`);
  expect(asking.html).toContain('Do you want to sign out of Larder?');
  expect(asking.html).not.toContain('<script');
  const page = await browser.go(client.buildEndSessionUrl(config, { id_token_hint: tokens.id_token as string, post_logout_redirect_uri: `${url}/` }).href);
  expect(page.html).toContain('f.submit()');
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.html)?.[1] as string;
  expect((await browser.go(`${url}/idp/logout/confirm`, { xsrf, logout: 'yes' })).at).toBe(`${url}/`);
  expect((await begin(browser, { prompt: 'none' })).page.at).toContain('error=login_required');
});
