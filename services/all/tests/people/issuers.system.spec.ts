/** Another issuer of tokens beside our own, whose people come in as they are there. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import { membershipOf } from '@larder/contracts/identity.js';
import { People, type KnownPerson } from '@larder/identity/people.js';
import { Tokens } from '@larder/identity/secrets/tokens.js';
import { standingClock, type StandingClock } from '@larder/kit/testing.js';
import { fromOurPages } from '../cognito.testing.js';
import { codeIn, linkIn, mailTo } from '../mailbox.testing.js';
import { PASSWORD, startLarder, type TestLarder } from '../testing.js';

let larder: TestLarder;
let clock: StandingClock;
let other: Server;
let issuer: string;
/** Its public keys. */
let keys: object[];
/** How often its keys were asked for. */
let asked: number;
let key: CryptoKey;
let sign: (claims: object) => Promise<string>;
/** Signed with their key, whatever it says. */
let forge: (claims: Record<string, unknown>) => Promise<string>;

beforeEach(async () => {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'theirs', use: 'sig', alg: 'RS256' };
  [key, keys, asked] = [privateKey, [jwk], 0];
  other = createServer((_, response) => (asked++, response).setHeader('content-type', 'application/json').end(JSON.stringify({ keys }))).listen(0);
  issuer = `http://localhost:${(other.address() as AddressInfo).port}`;
  clock = standingClock(new Date().toISOString());
  larder = await startLarder({ clock, settings: { TRUSTED_ISSUERS: JSON.stringify([{ issuer, audience: 'their-client', jwksUri: `${issuer}/jwks` }]) } });
  await larder.signIn('owner');
  sign = (claims) => new SignJWT({ token_use: 'id', email_verified: true, given_name: 'Wanda', family_name: 'West', ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: 'theirs' }).setIssuer(issuer).setAudience('their-client').setIssuedAt().setExpirationTime('1h').sign(privateKey);
  forge = (claims) => new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'theirs' }).setIssuedAt().setExpirationTime('1h').sign(privateKey);
});
afterEach(async () => {
  other.close();
  await larder.stop();
});

const cognito = async (operation: string, body: object): Promise<{ type: string | null; body: unknown }> => {
  const response = await fromOurPages(larder.url, operation, body);
  return { type: response.headers.get('x-amzn-errortype'), body: await response.json() };
};
const profile = (token: string) => larder.call<{ id: string; email: string; provider: string; role?: string; account?: object }>('GET', '/api/cognito-auth/profile', { token });

/** Told which login is theirs: that a session has expired would lead them in circles. */
const named = () => ({ status: 403, body: { error: 'FORBIDDEN', message: `There is a login here with your address, and ${new URL(issuer).host} has not confirmed that the address is yours. Please sign in with the password of that login, or have the address confirmed there.` } });

it('another issuer brings its people, who found their organization on the first visit', async () => {
  const token = await sign({ sub: 'w1', email: 'wanda@west.example' });
  expect((await profile(token)).body.data).toMatchObject({ email: 'wanda@west.example', firstName: 'Wanda', provider: issuer });
  expect((await larder.call('GET', '/api/cognito-auth/machines', { token })).status).toBe(403);
  await larder.ask('POST', '/api/cognito-auth/account', { token, body: { organizationName: 'West Stays' } });
  expect((await larder.call('GET', '/api/cognito-auth/machines', { token })).status).toBe(200);
  expect((await larder.call('GET', '/api/cognito-auth/machines', { token: await larder.signIn('viewer') })).status).toBe(200);
});

it('whoever comes by another issuer and changes their names is answered as the member they are, also where two-step sign-in is asked of everybody', async () => {
  await larder.stop();
  larder = await startLarder({ clock, settings: { TRUSTED_ISSUERS: JSON.stringify([{ issuer, audience: 'their-client', jwksUri: `${issuer}/jwks` }]), SIGN_IN: JSON.stringify([{ kind: 'oidc', authority: issuer, clientId: 'their-client', scope: 'openid' }]), OWN_SIGN_IN: 'false' } });
  await expect(larder.signIn('owner')).rejects.toThrow('403'); // it is established all the same
  const token = await sign({ sub: 'o1', email: 'owner@acme.example' });
  await larder.ask('PUT', '/api/cognito-auth/account', { token, body: { requiresSecondFactor: true } });
  const changed = await larder.call('PUT', '/api/cognito-auth/profile', { token, body: { firstName: 'Olive', lastName: 'Reed' } });
  expect(changed.body.data).toMatchObject({ firstName: 'Olive', role: 'owner', account: { id: 'acme' } });
  expect(changed.body.data).not.toHaveProperty('waitedForBy');
});

it('a key that another issuer has added is known also where our clock was ahead when its keys were asked for last', async () => {
  clock.pass(86_400_000);
  expect((await profile(await sign({ sub: 'w1', email: 'wanda@west.example' }))).status).toBe(401); // over by this clock
  clock.pass(-86_400_000);
  const added = await generateKeyPair('RS256');
  keys.push({ ...(await exportJWK(added.publicKey)), kid: 'added', use: 'sig', alg: 'RS256' });
  const token = await new SignJWT({ sub: 'w1', email: 'wanda@west.example', email_verified: true }).setProtectedHeader({ alg: 'RS256', kid: 'added' }).setIssuer(issuer).setAudience('their-client').setIssuedAt().setExpirationTime('1h').sign(added.privateKey);
  expect(await profile(token)).toMatchObject({ status: 200, body: { data: { email: 'wanda@west.example' } } });
});

it('another issuer knows a person of ours by a verified address, and takes nobody over by one that is not', async () => {
  expect((await profile(await sign({ sub: 'o1', email: 'owner@acme.example' }))).body.data).toMatchObject({ role: 'owner' });
  // Some issuers say it in words.
  for (const email_verified of [false, 'false', undefined]) expect(await profile(await sign({ sub: 'o2', email: 'admin@acme.example', email_verified }))).toMatchObject(named());
});

it('with sign-ins of our own turned off another issuer alone lets people in, whatever password they have here, and whatever they held before', async () => {
  const settings = { TRUSTED_ISSUERS: JSON.stringify([{ issuer, audience: 'their-client', jwksUri: `${issuer}/jwks` }]), SIGN_IN: JSON.stringify([{ kind: 'oidc', authority: issuer, clientId: 'their-client', scope: 'openid' }]) };
  await larder.stop();
  larder = await startLarder({ clock, settings: { ...settings, OWN_SIGN_IN: 'false' } });
  const off = 'Signing in with a password is turned off here. Please use single sign-on.';
  await expect(larder.signIn('owner')).rejects.toThrow(`403 FORBIDDEN: ${off}`);
  const by = { ClientId: 'larder-web', AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME: 'owner@acme.example', PASSWORD } };
  expect(await cognito('InitiateAuth', by)).toMatchObject({ type: 'NotAuthorizedException', body: { message: off } });
  expect(await cognito('ForgotPassword', { Username: 'owner@acme.example' })).toMatchObject({ type: 'NotAuthorizedException' });
  expect((await fetch(`${larder.url}/idp/.well-known/openid-configuration`)).status).toBe(404);
  const { userId } = await larder.part(People).idOf('owner@acme.example');
  const tokens = larder.part(Tokens);
  const held = await tokens.issue((await larder.part(People).show(userId)) as KnownPerson, await tokens.begin(userId, undefined));
  expect((await profile(held.idToken)).status).toBe(401);
  expect((await larder.call('POST', '/api/cognito-auth/refresh', { body: { refreshToken: held.refreshToken } })).status).toBe(401);
  const token = await sign({ sub: 'o1', email: 'owner@acme.example' });
  expect((await profile(token)).body.data).toMatchObject({ id: userId, role: 'owner', provider: issuer });
  expect((await profile(await sign({ sub: 'o2', email: 'admin@acme.example', email_verified: false }))).body.message).toMatch(/has not confirmed that the address is yours\. Please have the address confirmed there\.$/);
  // What is about passwords here is about nothing any more.
  const { members } = await larder.ask<{ members: { role: string; userId: string; secondFactor?: boolean }[] }>('GET', '/api/cognito-auth/account/members', { token });
  expect(members.map(({ secondFactor }) => secondFactor)).toEqual([undefined, undefined, undefined, undefined]);
  expect(await larder.call('POST', `/api/auth/organization/members/${members.find(({ role }) => role === 'viewer')?.userId}/demand-new-password`, { token, body: {} })).toMatchObject({ status: 409, body: { message: /^They sign in with single sign-on, where their password is/ as never } });
  expect(await larder.call('PUT', '/api/cognito-auth/account', { token, body: { requiresSecondFactor: true } })).toMatchObject({ status: 200 });
  expect((await larder.call('GET', '/api/cognito-auth/machines', { token })).status).toBe(200);
});

it('another issuer says which address its people have, also when that changes there, and an older token does not take it back', async () => {
  const [now, later] = [Math.floor(clock.now().getTime() / 1000), 60];
  const before = await sign({ sub: 'w1', email: 'wanda@west.example', auth_time: now });
  await larder.ask('POST', '/api/cognito-auth/account', { token: before, body: { organizationName: 'West Stays' } });
  const after = await sign({ sub: 'w1', email: 'wanda.wall@west.example', auth_time: now + later });
  expect((await profile(after)).body.data).toMatchObject({ email: 'wanda.wall@west.example', role: 'owner' });
  // The former one is free for others; nothing is believed that is older or not confirmed there, nor taken from anybody.
  expect((await profile(await sign({ sub: 'w2', email: 'wanda@west.example' }))).body.data).not.toHaveProperty('role');
  for (const claims of [{ email: 'else@west.example', auth_time: now }, { email: 'else@west.example', email_verified: false }, { email: 'admin@acme.example' }]) expect((await profile(await sign({ sub: 'w1', auth_time: now + 2 * later, ...claims }))).body.data).toMatchObject({ email: 'wanda.wall@west.example' });
  // Nor does it matter which one they had before.
  for (const [n, email] of ['way@west.example', 'ways@west.example', 'way@west.example'].entries()) expect((await profile(await sign({ sub: 'w3', email, auth_time: now + n * later }))).body.data).toMatchObject({ email });
});

it('another issuer says nothing of the address of whoever has a password here: they change it here', async () => {
  const owner = await larder.signIn('owner');
  await profile(await sign({ sub: 'o1', email: 'owner@acme.example' }));
  expect((await profile(await sign({ sub: 'o1', email: 'olive@west.example', auth_time: Math.floor(clock.now().getTime() / 1000) }))).body.data).toMatchObject({ email: 'owner@acme.example', role: 'owner' });
  expect((await profile(owner)).status).toBe(200);
});

it('another issuer takes an address from whoever signed up with it and never showed that it is theirs', async () => {
  const [email, theirs] = ['wren@west.example', 'Squatters-horse-7'];
  const named = [{ Name: 'given_name', Value: 'Some' }, { Name: 'family_name', Value: 'Squatter' }];
  expect((await cognito('SignUp', { Username: email, Password: theirs, UserAttributes: named })).type).toBeNull();
  expect((await profile(await sign({ sub: 'v1', email }))).body.data).toMatchObject({ email, firstName: 'Wanda', provider: issuer });
  expect((await larder.call('POST', '/api/cognito-auth/auth', { body: { email, password: theirs } })).body.success).toBe(false);
});

it('another issuer has people whose address nobody takes by signing up with it, though it was confirmed nowhere', async () => {
  const email = 'wanda@west.example';
  expect((await profile(await sign({ sub: 'w1', email, email_verified: false }))).status).toBe(200);
  clock.pass(25 * 3_600_000);
  const named = [{ Name: 'given_name', Value: 'Some' }, { Name: 'family_name', Value: 'Squatter' }];
  expect((await cognito('SignUp', { Username: email, Password: 'Squatters-horse-7', UserAttributes: named })).type).toBe('UsernameExistsException');
});

it('another issuer brings people who begin no organization before they have shown that their address is theirs', async () => {
  const token = await sign({ sub: 'w1', email: 'wanda@west.example', email_verified: false });
  expect(await larder.call('POST', '/api/cognito-auth/account', { token, body: { organizationName: 'West Stays' } })).toMatchObject({ status: 403, body: { message: 'Please confirm your email address first.' } });
  // Which may be there.
  expect(await larder.call('POST', '/api/cognito-auth/account', { token: await sign({ sub: 'w1', email: 'wanda@west.example' }), body: { organizationName: 'West Stays' } })).toMatchObject({ status: 200 });
});

it('another issuer lets nobody into the login of an address they only named there, once somebody who can read its letters has set a password here', async () => {
  const email = 'wanda@west.example';
  const token = await sign({ sub: 'w1', email, email_verified: false });
  expect((await profile(token)).status).toBe(200);
  await cognito('ForgotPassword', { Username: email });
  const ConfirmationCode = codeIn(await mailTo(larder, email, /password/, new Set()));
  expect((await cognito('ConfirmForgotPassword', { Username: email, ConfirmationCode, Password: 'Another-horse-8' })).body).toEqual({});
  const { idToken } = await larder.ask<{ idToken: string }>('POST', '/api/cognito-auth/auth', { body: { email, password: 'Another-horse-8' } });
  await larder.ask('POST', '/api/cognito-auth/account', { token: idToken, body: { organizationName: 'West Stays' } });
  expect([await profile(token), (await profile(idToken)).body.data]).toMatchObject([named(), { email, role: 'owner' }]);
  // That issuer is out, and they are a member all the same: whoever writes to members goes on writing to them.
  const { userId } = await larder.part(People).idOf(email);
  expect(await larder.kit.ask(membershipOf, { userId }, { caller: { kind: 'service', name: 'sales' }, commandId: 'asks', correlationId: 'asks' })).toMatchObject({ role: 'owner' });
  // As they were told: once it is confirmed there, both are known to be the same person.
  expect((await profile(await sign({ sub: 'w1', email }))).body.data).toMatchObject({ email, role: 'owner' });
});

it('another issuer stands for a second factor there, and not for one of a password that was set here', async () => {
  const email = 'wanda@west.example';
  const token = await sign({ sub: 'w1', email });
  await larder.ask('POST', '/api/cognito-auth/account', { token, body: { organizationName: 'West Stays' } });
  await larder.ask('PUT', '/api/cognito-auth/account', { token, body: { requiresSecondFactor: true } });
  await cognito('ForgotPassword', { Username: email });
  const ConfirmationCode = codeIn(await mailTo(larder, email, /password/, new Set()));
  expect((await cognito('ConfirmForgotPassword', { Username: email, ConfirmationCode, Password: 'Another-horse-8' })).body).toEqual({});
  const { idToken } = await larder.ask<{ idToken: string }>('POST', '/api/cognito-auth/auth', { body: { email, password: 'Another-horse-8' } });
  expect((await larder.call('GET', '/api/cognito-auth/machines', { token: idToken })).status).toBe(403);
  expect((await profile(idToken)).body.data).toMatchObject({ waitedForBy: 'West Stays' });
  expect((await larder.call('GET', '/api/cognito-auth/machines', { token })).status).toBe(200);
  expect((await profile(token)).body.data).toMatchObject({ role: 'owner' });
});

it('another issuer stands for a second factor there also of somebody who had a password here first, and their password does not', async () => {
  const [wanda, admin] = [await sign({ sub: 'w1', email: 'wanda@west.example' }), await larder.signIn('admin')];
  await larder.ask('POST', '/api/cognito-auth/account', { token: wanda, body: { organizationName: 'West Stays' } });
  await larder.ask('POST', '/api/cognito-auth/account/members/invite', { token: wanda, body: { email: 'admin@acme.example', role: 'viewer' } });
  const invitation = new URLSearchParams(linkIn(await mailTo(larder, 'admin@acme.example', /invites you/, new Set())).split('?')[1]).get('invitation');
  await larder.ask('POST', `/api/auth/invitations/${invitation}/accept`, { token: admin, body: { leaves: 'acme' } });
  await larder.ask('PUT', '/api/cognito-auth/account', { token: wanda, body: { requiresSecondFactor: true } });
  const statusOf = async (token: string) => (await larder.call('GET', '/api/cognito-auth/machines', { token })).status;
  const token = await sign({ sub: 'a1', email: 'admin@acme.example' });
  expect([await statusOf(admin), await statusOf(token)]).toEqual([403, 200]);
  expect((await profile(token)).body.data).toMatchObject({ role: 'viewer', account: { name: 'West Stays' } });
});

it('another issuer brings somebody who had their login deleted back as a new person once they sign in there again, and not before', async () => {
  const email = 'wanda@west.example';
  const authTime = (): number => Math.floor(clock.now().getTime() / 1000);
  const before = authTime();
  const token = await sign({ sub: 'w1', email, auth_time: before });
  const { data: first } = (await profile(token)).body;
  await larder.ask('DELETE', '/api/cognito-auth/profile', { token, body: { email } });
  clock.pass(60_000);
  // A screen that is open elsewhere renews its token without anybody signing in.
  expect((await profile(token)).status).toBe(401);
  const renewed = await sign({ sub: 'w1', email, auth_time: before, jti: 'renewed' });
  expect(await profile(renewed)).toMatchObject({ status: 403, body: { message: `This login was deleted. To begin anew, please sign out, also at ${new URL(issuer).host}, and sign in there again.` } });
  const again = await sign({ sub: 'w1', email, auth_time: authTime() });
  const { status, body: { data: second } } = await profile(again);
  expect([status, second?.email, second?.id === first?.id]).toEqual([200, email, false]);
});

it('another issuer brings them back also where the process ended right when their login was deleted, and anybody else who has the address now', async () => {
  const email = 'wanda@west.example';
  const token = await sign({ sub: 'w1', email });
  const { data: first } = (await profile(token)).body;
  await larder.part(People).do(first?.id ?? '', { type: 'Forget', now: clock.now().toISOString() }, { account: 'people', actor: `user:${first?.id}`, correlationId: 'c', commandId: 'ended' });
  clock.pass(60_000);
  expect((await profile(token)).status).toBe(401);
  const { status, body: { data: second } } = await profile(await sign({ sub: 'w2', email }));
  expect([status, second?.email, second?.id === first?.id]).toEqual([200, email, false]);
  expect((await profile(await sign({ sub: 'w1', email, auth_time: Math.floor(clock.now().getTime() / 1000) }))).body.data).toMatchObject({ id: second?.id });
});

it('another issuer lets nobody in any more who came to a login by an address from which it was taken back', async () => {
  const seen = new Set<string>();
  const own = await sign({ sub: 'o1', email: 'owner@acme.example' });
  expect((await profile(own)).body.data).toMatchObject({ role: 'owner' });
  // Somebody knows the password, gives the login their address, and signs in with it there.
  const thief = await larder.signIn('owner');
  await larder.ask('POST', '/api/cognito-auth/profile/email', { token: thief, body: { email: 'thief@west.example', password: PASSWORD } });
  await larder.ask('POST', '/api/cognito-auth/profile/email/confirm', { token: thief, body: { code: codeIn(await mailTo(larder, 'thief@west.example', /is the code/, seen)) } });
  const theirs = await sign({ sub: 't1', email: 'thief@west.example' });
  const { data: asOwner } = (await profile(theirs)).body;
  expect(asOwner).toMatchObject({ role: 'owner' });
  const back = new URLSearchParams(linkIn(await mailTo(larder, 'owner@acme.example', /was changed/, seen)).split('?')[1]).get('back');
  await larder.ask('POST', '/api/auth/take-back-address', { body: { token: back, password: 'Another-horse-8' } });
  expect((await profile(theirs)).status).toBe(401);
  // They are whom they are there, and nobody here.
  const { data: asThemselves } = (await profile(theirs)).body;
  expect(asThemselves).toMatchObject({ email: 'thief@west.example' });
  expect([asThemselves?.role, asThemselves?.id === asOwner?.id]).toEqual([undefined, false]);
  expect((await profile(own)).body.data).toMatchObject({ id: asOwner?.id, role: 'owner', email: 'owner@acme.example' });
});

it('another issuer keeps the passwords of its people: none is demanded of them here', async () => {
  const owner = await larder.signIn('owner');
  await sign({ sub: 'w1', email: 'wanda@west.example' }).then(profile);
  await larder.ask('POST', '/api/cognito-auth/account/members/invite', { token: owner, body: { email: 'wanda@west.example', role: 'viewer' } });
  const invitation = new URLSearchParams(linkIn(await mailTo(larder, 'wanda@west.example', /invites you/, new Set())).split('?')[1]).get('invitation') as string;
  const token = await sign({ sub: 'w1', email: 'wanda@west.example' });
  await larder.ask('POST', `/api/auth/invitations/${invitation}/accept`, { token, body: {} });
  const { id } = (await profile(token)).body.data as { id: string };
  expect(await larder.call('POST', `/api/auth/organization/members/${id}/demand-new-password`, { token: owner, body: {} })).toMatchObject({ status: 409, body: { message: `They sign in at ${new URL(issuer).host}, where their password is: have it changed there. To keep them out meanwhile, remove them from the team.` } });
  expect((await profile(token)).status).toBe(200);
});

it('another issuer is believed while somebody makes up names of keys', async () => {
  const made = (n: number): Promise<string> => new SignJWT({ sub: 'w1' }).setProtectedHeader({ alg: 'RS256', kid: `made up ${n}` }).setIssuer(issuer).setAudience('their-client').setExpirationTime('1h').sign(key);
  for (let n = 0; n < 30; n++) expect((await profile(await made(n))).status).toBe(401);
  expect([(await profile(await sign({ sub: 'w1', email: 'wanda@west.example' }))).status, asked]).toEqual([200, 1]);
});

it('another issuer is believed about its own client only, and cannot speak as us', async () => {
  const ours = JSON.parse(Buffer.from((await larder.signIn('owner')).split('.')[1] as string, 'base64url').toString()) as Record<string, string>;
  const token = await sign({ sub: 'x1', email: 'x@west.example' });
  const [head, , signature] = token.split('.');
  const as = (claims: object): string => `${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`;
  expect((await profile(token)).status).toBe(200);
  expect((await profile(as(ours))).status).toBe(401);
  expect((await profile(await forge({ ...ours }))).status).toBe(401);
  const meantFor = async (aud: string | string[]): Promise<number> => (await profile(await forge({ sub: 'x1', iss: issuer, aud, email: 'x@west.example' }))).status;
  expect([await meantFor('larder-web'), await meantFor(['larder-web', 'another']), await meantFor(['another', 'their-client'])]).toEqual([401, 401, 200]);
});
