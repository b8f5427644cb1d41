/** An organization's members sign in at its own identity provider, a real one on another port. */
import * as client from 'openid-client';
import type { setSingleSignOn } from '@larder/contracts/identity/single-sign-on.js';
import { isRefusal } from '@larder/contracts/reply.js';
import type { In, Out } from '@larder/contracts/request.js';
import { Teams } from '@larder/identity/teams.js';
import { freePort, standingClock, type StandingClock } from '@larder/kit/testing.js';
import { linkIn, mailTo } from '../mailbox.testing.js';
import { PASSWORD, startLarder, type TestLarder } from '../testing.js';
import { begin, Browser, configurationAt, exchange } from './hosted-browser.testing.js';
import { CLIENT, startOwnProvider, type OwnProvider, type TheirPerson } from './own-provider.testing.js';

const AT = '/api/cognito-auth/account/single-sign-on';
let larder: TestLarder;
let clock: StandingClock;
let url: string;
let config: client.Configuration;
let theirs: OwnProvider;
let owner: string;

beforeEach(async () => {
  const port = await freePort();
  url = `http://localhost:${port}`;
  clock = standingClock(new Date().toISOString());
  larder = await startLarder({ clock, settings: { PORT: String(port), PUBLIC_URL: url } });
  owner = await larder.signIn('owner');
  config = await configurationAt(url);
  theirs = await startOwnProvider(`${url}/idp/elsewhere`);
});
afterEach(async () => {
  await theirs.stop();
  await larder.stop();
});

const set = (also: Partial<In<typeof setSingleSignOn>> = {}) => larder.ask<Out<typeof setSingleSignOn>>('PUT', AT, { token: owner, body: { issuer: theirs.issuer, ...CLIENT, isRequired: false, ...also } });
const ADMIN: TheirPerson = { sub: 'a1', email: 'Admin@acme.example', email_verified: true, given_name: 'Other', family_name: 'Name' };
const go = (extra: Record<string, string> = {}, browser = new Browser()) => begin(config, url, browser, { organization: 'acme', prompt: 'login', ...extra });
const profile = (token: string | undefined) => larder.call<{ id: string; email: string; role?: string; firstName: string; provider: string }>('GET', '/api/cognito-auth/profile', { token });
/** The ID token of somebody whom their provider lets in. */
async function enter(person: TheirPerson, extra?: Record<string, string>): Promise<string> {
  theirs.signedIn = person;
  return (await exchange(config, await go(extra))).id_token as string;
}
/** What the page says to somebody who does not come in. */
async function refused(person: TheirPerson | undefined, extra?: Record<string, string>): Promise<string> {
  theirs.signedIn = person;
  const { page: { status, html } } = await go(extra);
  expect([status, html]).toEqual([403, expect.stringContaining('Sign-in is not possible')]);
  return /<h1>.*?<\/h1><p>(.*?)<\/p>/.exec(html)?.[1] ?? '';
}

it('a member comes in as who they are here, also when their provider calls them by another address later', async () => {
  await set();
  const token = await enter(ADMIN);
  const { body: { data } } = await profile(token);
  expect(data).toMatchObject({ email: 'admin@acme.example', role: 'admin', firstName: 'Test', provider: theirs.issuer });
  expect((await profile(await larder.signIn('admin'))).body.data).toMatchObject({ id: data?.id, provider: 'larder' });
  expect((await profile(await enter({ ...ADMIN, email: 'renamed@acme.example' }))).body.data?.id).toBe(data?.id);
  expect(await refused(undefined)).toBe(`${new URL(theirs.issuer).host} did not let you in.`);
});

it('what their provider says is good once, in the browser that was sent there', async () => {
  await set();
  theirs.signedIn = ADMIN;
  const browser = new Browser();
  let at = client.buildAuthorizationUrl(config, { redirect_uri: `${url}/auth/callback`, scope: 'openid', state: 's', code_challenge: 'a'.repeat(43), code_challenge_method: 'S256', organization: 'acme' }).href;
  while (!at.startsWith(`${url}/idp/elsewhere`)) at = (await browser.step(at)).next as string;
  const sent = at;
  // Whoever has it carried to somebody else's browser would have them work as another person.
  expect(await new Browser().step(sent)).toMatchObject({ status: 400, html: expect.stringContaining('This page has expired') });
  expect(await browser.step(sent.replace(/state=[^&]+/, 'state=another'))).toMatchObject({ status: 403 });
  expect(await browser.step(sent)).toMatchObject({ status: 400 });
});

it.each(['client_secret_basic', 'client_secret_post'] as const)('shows the secret as their provider takes it: %s', async (way) => {
  await theirs.stop();
  theirs = await startOwnProvider(`${url}/idp/elsewhere`, way);
  await set();
  expect((await profile(await enter(ADMIN))).status).toBe(200);
});

it('nobody else comes in, whatever address their provider names', async () => {
  await set();
  const stranger = await refused({ sub: 's1', email: 'stranger@acme.example', email_verified: true });
  expect(stranger).toBe('acme has nobody with the address stranger@acme.example in its team. Ask there for an invitation, and come by the link in its letter.');
  // Of another organization, and named by this one's provider.
  expect(await refused({ sub: 's2', email: 'owner@bolt.example', email_verified: true })).toContain('has nobody with the address owner@bolt.example');
  expect(await refused({ ...ADMIN, email_verified: false })).toContain('has not confirmed that Admin@acme.example is your address');
  expect(await refused({ sub: 's3' })).toContain('told no e-mail address of yours');
});

it('whoever is invited joins by it without a password, under the address that the letter went to', async () => {
  await set();
  await larder.ask('POST', '/api/cognito-auth/account/members/invite', { token: owner, body: { email: 'nina@acme.example', role: 'operator' } });
  const invitation = new URL(linkIn(await mailTo(larder, 'nina@acme.example', /invites you/, new Set())), url).searchParams.get('invitation') as string;
  expect(await larder.ask('GET', `/api/auth/invitations/${invitation}`)).toMatchObject({ singleSignOn: { slug: 'acme', isRequired: false } });
  const nina: TheirPerson = { sub: 'n1', email: 'nina@acme.example', given_name: 'Nina', family_name: 'North' };
  expect(await refused({ ...nina, email: 'other@acme.example' }, { invitation })).toContain('The invitation is for nina@acme.example');
  expect(await refused(nina)).toContain('has nobody with the address nina@acme.example');
  const first = await profile(await enter(nina, { invitation }));
  expect(first.body.data).toMatchObject({ email: 'nina@acme.example', role: 'operator', firstName: 'Nina' });
  expect((await profile(await enter(nina))).body.data?.id).toBe(first.body.data?.id);
});

it('ends with the membership, at every door, and does not follow anybody into another organization', async () => {
  await set();
  const token = await enter(ADMIN);
  const userId = (await profile(token)).body.data?.id;
  await larder.ask('DELETE', `/api/auth/organization/members/${userId}`, { token: owner });
  expect((await profile(token)).status).toBe(401);
  expect(await refused(ADMIN)).toContain('has nobody with the address');
  const own = await larder.ask<{ idToken: string }>('POST', '/api/cognito-auth/auth', { body: { email: 'admin@acme.example', password: PASSWORD } });
  await larder.ask('POST', '/api/cognito-auth/account', { token: own.idToken, body: { organizationName: 'Their Own' } });
  expect((await profile(token)).status).toBe(401);
  expect((await profile(own.idToken)).body.data).toMatchObject({ role: 'owner' });
});

it('ends after a day: then their provider says again that they still may', async () => {
  await set();
  theirs.signedIn = ADMIN;
  const { refresh_token: held = '', id_token: token } = await exchange(config, await go());
  clock.pass(25 * 3_600_000);
  expect((await profile(token)).status).toBe(401);
  const response = await fetch(`${url}/idp/oauth2/token`, { method: 'POST', body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: held, client_id: 'larder-web' }) });
  expect(await response.json()).toMatchObject({ error: 'invalid_grant' });
});

it('stands for the two-step sign-in that the organization asks of everybody, as it is asked for there', async () => {
  await set();
  const asked = await larder.part(Teams).do('acme', { type: 'ChangeOrganization', changes: { requiresSecondFactor: true } }, { account: 'acme', actor: 'system:test', correlationId: 'c', commandId: 'asks' });
  expect(isRefusal(asked)).toBe(false);
  const own = await larder.ask<{ idToken: string }>('POST', '/api/cognito-auth/auth', { body: { email: 'admin@acme.example', password: PASSWORD } });
  expect((await profile(own.idToken)).body.data).not.toHaveProperty('role');
  const token = await enter(ADMIN);
  expect((await profile(token)).body.data).toMatchObject({ role: 'admin' });
  expect((await larder.call('GET', '/api/cognito-auth/machines', { token })).status).toBe(200);
});

it('lets in also whoever is to choose a new password: none was shown', async () => {
  await set();
  const userId = (await profile(await larder.signIn('admin'))).body.data?.id;
  await larder.ask('POST', `/api/auth/organization/members/${userId}/demand-new-password`, { token: owner, body: {} });
  expect((await profile(await enter(ADMIN))).body.data).toMatchObject({ id: userId });
});

it('whoever came in by it is out when it is turned off, or another provider takes its place; who came by a password stays', async () => {
  await set();
  const [byPassword, first] = [await larder.signIn('admin'), await enter(ADMIN)];
  const [before, theirs2] = [theirs, await startOwnProvider(`${url}/idp/elsewhere`)];
  await set({ clientSecret: undefined });
  expect((await profile(first)).status).toBe(200);
  theirs = theirs2;
  await set();
  await before.stop();
  expect((await profile(first)).status).toBe(401);
  const second = await enter(ADMIN);
  await larder.ask('DELETE', AT, { token: owner });
  expect([(await profile(second)).status, (await profile(byPassword)).status]).toEqual([401, 200]);
});

it('where it is required a password alone lets in owners only, and whoever is in by one comes anew', async () => {
  const before = await larder.signIn('admin');
  await set({ isRequired: true });
  expect((await profile(before)).status).toBe(401);
  const told = `acme asks you to sign in by its single sign-on: ${url}/login?organization=acme`;
  expect(await larder.call('POST', '/api/cognito-auth/auth', { body: { email: 'admin@acme.example', password: PASSWORD } })).toMatchObject({ status: 403, body: { message: told } });
  expect((await larder.call('POST', '/api/cognito-auth/auth', { body: { email: 'admin@acme.example', password: 'wrong' } })).body.message).toBe('Incorrect email or password. Please try again.');
  const hosted = await begin(config, url);
  expect((await hosted.browser.go(hosted.page.at, { email: 'admin@acme.example', password: PASSWORD })).html).toContain(told);
  expect((await larder.call('POST', '/api/cognito-auth/auth', { body: { email: 'owner@acme.example', password: PASSWORD } })).status).toBe(200);
  expect((await profile(await enter(ADMIN))).body.data).toMatchObject({ role: 'admin' });
  await larder.ask('POST', '/api/cognito-auth/account/members/invite', { token: owner, body: { email: 'ole@acme.example', role: 'viewer' } });
  const invitation = new URL(linkIn(await mailTo(larder, 'ole@acme.example', /invites you/, new Set())), url).searchParams.get('invitation') as string;
  expect(await larder.call('POST', `/api/auth/invitations/${invitation}`, { body: { firstName: 'Ole', lastName: 'Olsen', password: PASSWORD } })).toMatchObject({ status: 403, body: { message: told } });
  await larder.ask('DELETE', AT, { token: owner });
  expect((await larder.call('POST', '/api/cognito-auth/auth', { body: { email: 'admin@acme.example', password: PASSWORD } })).status).toBe(200);
  expect((await go()).page).toMatchObject({ status: 404, html: expect.stringContaining('No organization signs in under this name.') });
});

it('where it is required whoever is an owner no more comes anew, as does whoever joins with a login that has a password; who came in by it stays', async () => {
  await set();
  const enterByPassword = () => larder.ask<{ idToken: string }>('POST', '/api/cognito-auth/auth', { body: { email: 'admin@acme.example', password: PASSWORD } });
  const bySingleSignOn = await enter(ADMIN);
  const userId = (await profile(bySingleSignOn)).body.data?.id;
  const has = (role: string) => larder.ask('PUT', `/api/auth/organization/members/${userId}`, { token: owner, body: { role } });
  await has('owner');
  await set({ isRequired: true });
  const { idToken: asOwner } = await enterByPassword();
  await has('admin');
  expect([(await profile(asOwner)).status, (await profile(bySingleSignOn)).status]).toEqual([401, 200]);
  await larder.ask('DELETE', `/api/auth/organization/members/${userId}`, { token: owner });
  const { idToken: asNobody } = await enterByPassword();
  await larder.ask('POST', '/api/cognito-auth/account/members/invite', { token: owner, body: { email: 'admin@acme.example', role: 'viewer' } });
  const invitation = new URL(linkIn(await mailTo(larder, 'admin@acme.example', /invites you/, new Set())), url).searchParams.get('invitation') as string;
  await larder.ask('POST', `/api/auth/invitations/${invitation}/accept`, { token: asNobody, body: {} });
  expect((await profile(asNobody)).status).toBe(401);
  expect((await profile(await enter(ADMIN))).body.data).toMatchObject({ id: userId, role: 'viewer' });
});

it('whoever was let in and has not come yet is asked anew where single sign-on was required, turned off or another provider took its place since', async () => {
  const waiting = async (to: string, form?: Record<string, string>, browser = new Browser()): Promise<() => Promise<string>> => {
    let next: string | undefined = to;
    for (let body = form; next && !next.includes('/oauth2/authorize/'); body = undefined) next = (await browser.step(next, body)).next;
    return async () => new URL((await browser.go(next ?? '')).at).pathname;
  };
  const asked = () => client.buildAuthorizationUrl(config, { redirect_uri: `${url}/auth/callback`, scope: 'openid', state: 's', code_challenge: 'a'.repeat(43), code_challenge_method: 'S256', organization: 'acme' }).href;
  const byPassword = async () => {
    const { browser, page } = await begin(config, url);
    return waiting(page.at, { email: 'admin@acme.example', password: PASSWORD }, browser);
  };
  const comes = await byPassword();
  expect(await comes()).toBe('/auth/callback');
  const late = await byPassword();
  await set({ isRequired: true });
  expect(await late()).toMatch('/idp/interaction/');
  theirs.signedIn = ADMIN;
  const [first, second] = [await waiting(asked()), await waiting(asked())];
  expect(await first()).toBe('/auth/callback');
  await larder.ask('DELETE', AT, { token: owner });
  expect(await second()).toMatch('/idp/interaction/');
  await set();
  const third = await waiting(asked());
  const [before, next] = [theirs, await startOwnProvider(`${url}/idp/elsewhere`)];
  theirs = next;
  await set();
  await before.stop();
  expect(await third()).not.toBe('/auth/callback');
});

it('is set by an owner, for a provider that answers as one, and shows its secret to nobody', async () => {
  const admin = await larder.signIn('admin');
  expect((await larder.call('PUT', AT, { token: admin, body: { issuer: theirs.issuer, ...CLIENT, isRequired: false } })).status).toBe(403);
  const shown = await set();
  expect(shown).toEqual({ settings: { issuer: theirs.issuer, clientId: CLIENT.clientId, isRequired: false }, callbackUrl: `${url}/idp/elsewhere`, signInUrl: `${url}/login?organization=acme` });
  expect(await larder.ask('GET', AT, { token: admin })).toEqual(shown);
  expect((await set({ clientSecret: undefined, isRequired: true })).settings?.isRequired).toBe(true);
  const wrong = (body: object) => larder.call('PUT', AT, { token: owner, body: { issuer: theirs.issuer, ...CLIENT, isRequired: false, ...body } });
  expect(await wrong({ clientSecret: undefined, clientId: 'another' })).toMatchObject({ status: 400, body: { message: 'The client secret is required' } });
  expect(await wrong({ issuer: 'nonsense' })).toMatchObject({ status: 400, body: { message: 'This is no address' } });
  const { host } = new URL(url);
  expect(await wrong({ issuer: url })).toMatchObject({ status: 400, body: { message: `${host} cannot be used for single sign-on: It does not answer as an OpenID provider of this name. Please compare the address with what the provider calls its issuer.` } });
  await theirs.stop();
  expect((await wrong({})).body.message).toBe(`${new URL(theirs.issuer).host} cannot be used for single sign-on: The address refuses connections.`);
  expect((await go({}, new Browser())).page).toMatchObject({ status: 502 });
});

it('tells every owner when it is set, and whose it is by its short name', async () => {
  await set();
  expect(await mailTo(larder, 'owner@acme.example', /single sign-on/, new Set())).toMatchObject({ subject: 'Members of acme can sign in by single sign-on', text: expect.stringContaining(new URL(theirs.issuer).host) });
  expect(await larder.ask('GET', '/api/auth/organization-entry/ACME')).toEqual({ name: 'acme', host: new URL(theirs.issuer).host });
  expect((await larder.call('GET', '/api/auth/organization-entry/bolt')).status).toBe(404);
  expect((await larder.call('GET', '/api/auth/organization-entry/nobody')).status).toBe(404);
});
