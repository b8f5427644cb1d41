/** A team's life through the front door: signing up, joining, roles that count at once, leaving, and being forgotten. */
import { pino } from 'pino';
import type { AnyFact } from '@larder/contracts/fact.js';
import type { LeadFact } from '@larder/contracts/identity/leads.js';
import { openSqliteEventStore } from '@larder/kit/events/sqlite/sqlite-event-store.js';
import { openMemoryReadStore } from '@larder/kit/rows/memory-read-store.js';
import { standingClock, until, type StandingClock } from '@larder/kit/testing.js';
import { leadKey } from '@larder/identity/leads/lead.js';
import { MAILER, Outbox } from '@larder/identity/mail/mailer.js';
import { VAULT, type Vault } from '@larder/identity/secrets/vault.js';
import { lettersTo, linkIn, mailTo } from '../mailbox.testing.js';
import { startLarder, type TestLarder } from '../testing.js';
import { PASSWORD, teamsIn, type Member } from './team.testing.js';

let larder: TestLarder;
let clock: StandingClock;
const seen = new Set<string>();
const { cognito, signUp, signIn, founded, team, invite, invitationFor, join, joined, confirm } = teamsIn(() => ({ larder, seen }));
const withHeaders = async (method: string, path: string, token: string) => fetch(`${larder.url}${path}`, { method, headers: { authorization: `Bearer ${token}` } });

beforeAll(async () => {
  clock = standingClock(new Date().toISOString());
  larder = await startLarder({ clock });
});
afterAll(() => larder.stop());
// An address may sign up ten times in a quarter of an hour.
beforeEach(() => clock.pass(16 * 60_000));

it('a link verifies an address as a code does, confirmed once or five times, and the organization begins with a trial', async () => {
  await signUp('link@one.example', 'Link Stays');
  const link = linkIn(await mailTo(larder, 'link@one.example', /confirmation code/, seen));
  for (let n = 0; n < 5; n++) expect(await confirm(link)).toEqual({ email: 'link@one.example' });
  const token = await signIn('link@one.example');
  expect(await larder.ask('GET', '/api/cognito-auth/account', { token })).toMatchObject({
    account: { name: 'Link Stays', slug: 'link-stays', subscriptionPlan: 'professional', subscriptionStatus: 'trialing', machineCount: 0, userCount: 1, limits: { maxMachines: 2, maxUsers: 8 } },
    member: { email: 'link@one.example', role: 'owner' }, permissions: expect.arrayContaining(['billing.manage']), features: expect.arrayContaining(['advanced_analytics']),
  });
  await expect(confirm(`${link}x`)).rejects.toThrow('BAD_INPUT: Confirmation code has expired');
});

it('takes no name that breaks a line or turns the words after it around: invitations and letters carry it to others', async () => {
  expect(await (await signUp('turned@one.example', 'Stays\u202e reganam')).json()).toMatchObject({ __type: 'InvalidParameterException', message: 'Names cannot contain control characters' });
  const owner = await founded('straight@one.example', 'Straight Stays');
  expect(await larder.call('PUT', '/api/cognito-auth/account', { token: owner, body: { name: 'Straight\nStays' } })).toMatchObject({ status: 400 });
});

it('a link that is merely opened verifies nothing: programs that look through mail open it before people do', async () => {
  await signUp('scanned@one.example', 'Scanned Stays');
  const link = linkIn(await mailTo(larder, 'scanned@one.example', /confirmation code/, seen));
  const opened = await fetch(`${larder.url}${link}`, { redirect: 'manual' });
  const { pathname, searchParams } = new URL(opened.headers.get('location') ?? '', larder.url);
  expect([opened.status, pathname, [...searchParams.keys()]]).toEqual([302, '/email-verification', ['token']]);
  await expect(signIn('scanned@one.example')).rejects.toThrow();
  await confirm(link);
  expect(await signIn('scanned@one.example')).toEqual(expect.any(String));
});

it('the plan chosen on the pricing page comes back with the link, also with one that was sent again', async () => {
  await signUp('growth@one.example', 'Growth Stays', 'growth');
  await mailTo(larder, 'growth@one.example', /confirmation code/, seen);
  await larder.ask('POST', '/api/auth/resend-verification', { body: { email: 'growth@one.example' } });
  const again = linkIn(await mailTo(larder, 'growth@one.example', /confirmation code/, seen));
  expect(await confirm(again)).toEqual({ email: 'growth@one.example', wantedPlan: 'professional' });
  await signUp('none@one.example', 'None Stays', 'no-such-plan');
  expect(await confirm(linkIn(await mailTo(larder, 'none@one.example', /confirmation code/, seen)))).toEqual({ email: 'none@one.example' });
});

it('two organizations whose names differ in accents only have slugs of their own', async () => {
  const [one, two] = [await founded('a@same.example', 'Same Name'), await founded('b@same.example', 'Sämé & Ñame')];
  const slug = async (token: string) => (await larder.ask<{ account: { slug: string } }>('GET', '/api/cognito-auth/account', { token })).account.slug;
  expect([await slug(one), await slug(two)]).toEqual(['same-name', 'same-name-2']);
});

it('a colleague joins by the link, sees what the role may see, and a raised role counts with the next request', async () => {
  const owner = await founded('owner@two.example', 'Two Stays');
  expect((await invite(owner, 'ned@two.example', 'operator')).body.data?.invitation).toMatchObject({ email: 'ned@two.example', role: 'operator', status: 'invited' });
  const link = await invitationFor('ned@two.example');
  expect(await larder.ask('GET', `/api/auth/invitations/${link}`)).toMatchObject({ organizationName: 'Two Stays', email: 'ned@two.example', role: 'operator', invitedBy: 'Olive Reedwater', hasLogin: false });
  expect((await join(link)).body.data).toEqual({ email: 'ned@two.example' });
  expect((await join(link)).status).toBe(404);
  expect(await invite(owner, 'NED@two.example', 'viewer')).toMatchObject({ status: 409, body: { message: 'This person is already a member of the organization.' } });
  const ned = await signIn('ned@two.example');
  expect((await larder.call('POST', '/api/cognito-auth/machines', { token: ned, body: {} })).status).toBe(403);

  const { userId } = (await team(owner)).find(({ email }) => email === 'ned@two.example') as Member;
  expect((await withHeaders('GET', '/api/cognito-auth/profile', ned)).headers.get('x-new-token')).toBeNull();
  await larder.ask('PUT', `/api/auth/organization/members/${userId}`, { token: owner, body: { role: 'admin' } });
  expect((await larder.call('POST', '/api/cognito-auth/machines', { token: ned, body: {} })).status).toBe(400);
  const fresh = (await withHeaders('GET', '/api/cognito-auth/profile', ned)).headers.get('x-new-token') as string;
  const claims = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString()) as Record<string, unknown>;
  expect(claims(fresh)).toMatchObject({ 'custom:user_role': 'admin', sub: claims(ned).sub, auth_time: claims(ned).auth_time, origin_jti: claims(ned).origin_jti, aud: 'larder-web' });

  await larder.ask('DELETE', `/api/auth/organization/members/${userId}`, { token: owner });
  const turnedAway = await withHeaders('GET', '/api/cognito-auth/machines', ned);
  expect([turnedAway.status, claims(turnedAway.headers.get('x-new-token') as string)['custom:account_id']]).toEqual([403, undefined]);
  expect((await larder.ask<{ account?: object }>('GET', '/api/cognito-auth/profile', { token: ned })).account).toBeUndefined();
  await mailTo(larder, 'ned@two.example', /removed/, seen);
});

it('a request that is sent again is the same one, also when whoever sends it has another role meanwhile', async () => {
  const owner = await founded('owner@again.example', 'Again Stays');
  const ned = await joined(owner, 'ned@again.example', 'admin');
  const invites = () => larder.call<{ invitation: Member }>('POST', '/api/cognito-auth/account/members/invite', { token: ned, body: { email: 'new@again.example', role: 'viewer' }, headers: { 'idempotency-key': 'one click' } });
  const first = await invites();
  const { userId } = (await team(owner)).find(({ email }) => email === 'ned@again.example') as Member;
  await larder.ask('PUT', `/api/auth/organization/members/${userId}`, { token: owner, body: { role: 'owner' } });
  expect([first.status, await invites()]).toEqual([200, first]);
});

it('whoever is removed is told from where, and has no reason to fear for their password', async () => {
  const owner = await founded('owner@fourteen.example', 'Fourteen Stays');
  await joined(owner, 'ned@fourteen.example', 'viewer');
  const { userId } = (await team(owner)).find(({ role }) => role === 'viewer') as Member;
  await larder.ask('DELETE', `/api/auth/organization/members/${userId}`, { token: owner });
  const { text } = await mailTo(larder, 'ned@fourteen.example', /You were removed from Fourteen Stays/, seen);
  expect(text).toContain('You no longer belong to Fourteen Stays on Larder.');
  expect(text).not.toContain('choose a new password');
});

it('whoever is given another role is told which, and owners are told who has joined and as what', async () => {
  const owner = await founded('owner@eighteen.example', 'Eighteen Stays');
  await joined(owner, 'ned@eighteen.example', 'owner');
  await mailTo(larder, 'owner@eighteen.example', /Somebody has joined Eighteen Stays as owner/, seen);
  const [boss, other] = ['owner@eighteen.example', 'ned@eighteen.example'].map((email) => async () => (await team(owner)).find((one) => one.email === email)?.userId);
  await larder.ask('PUT', `/api/auth/organization/members/${await other?.()}`, { token: owner, body: { role: 'operator' } });
  expect((await mailTo(larder, 'ned@eighteen.example', /Your role in Eighteen Stays is operator now/, seen)).text).toContain('If you did not expect this, please ask an owner of Eighteen Stays.');
  const third = await joined(owner, 'third@eighteen.example', 'owner');
  await larder.ask('PUT', `/api/auth/organization/members/${await boss?.()}`, { token: owner, body: { role: 'admin' } });
  await larder.ask('PUT', `/api/auth/organization/members/${await other?.()}`, { token: third, body: { role: 'viewer' } });
  await mailTo(larder, 'ned@eighteen.example', /is viewer now/, seen);
  // Who has laid it down by themselves knows; and whoever has joined, or is no owner, is not told of joining.
  expect(await lettersTo(larder, 'owner@eighteen.example', /is admin now/)).toEqual([]);
  for (const email of ['ned@eighteen.example', 'third@eighteen.example']) expect(await lettersTo(larder, email, /has joined/)).toEqual([]);
});

it('somebody without an organization founds one, once', async () => {
  const token = await founded('alone@three.example', '');
  expect(await larder.call('GET', '/api/cognito-auth/account', { token })).toMatchObject({ status: 403 });
  await larder.ask('POST', '/api/cognito-auth/account', { token, body: { organizationName: 'Three Stays', timeZone: 'Europe/Vienna' } });
  expect(await larder.ask('GET', '/api/cognito-auth/account', { token })).toMatchObject({ account: { name: 'Three Stays', timeZone: 'Europe/Vienna' }, member: { role: 'owner' } });
  expect((await larder.call('POST', '/api/cognito-auth/account', { token, body: { organizationName: 'Again' } })).status).toBe(409);
});

it('the only member deletes the login when no machine is left, and not before', async () => {
  const token = await founded('last@twelve.example', 'Twelve Stays');
  await larder.ask('POST', '/api/cognito-auth/machines', { token, body: { machineId: 'TWELVE-1', name: 'One', location: { address: 'Here' } } });
  const forget = () => larder.call('DELETE', '/api/cognito-auth/profile', { token, body: { email: 'last@twelve.example' } });
  expect(await forget()).toMatchObject({ status: 409, body: { message: 'Nobody would be left to see to the machines of Twelve Stays. Make somebody else its owner or remove its machines first.' } });
  expect(await larder.ask('GET', '/api/cognito-auth/profile', { token })).toMatchObject({ account: { name: 'Twelve Stays' } });
  await larder.ask('DELETE', '/api/cognito-auth/machines/TWELVE-1', { token });
  expect(await forget()).toMatchObject({ status: 200 });
  expect((await larder.call('GET', '/api/cognito-auth/profile', { token })).status).toBe(401);
});

it('the only owner of others does not leave them, anybody else does', async () => {
  const owner = await founded('owner@ten.example', 'Ten Stays');
  const boss = await founded('boss@eleven.example', 'Eleven Stays');
  const { account: eleven } = await larder.ask<{ account: { id: string } }>('GET', '/api/cognito-auth/profile', { token: boss });
  const helper = await joined(boss, 'helper@eleven.example', 'admin');
  const goes = async (token: string, email: string) => {
    await invite(owner, email, 'viewer');
    return larder.call('POST', `/api/auth/invitations/${await invitationFor(email)}/accept`, { token, body: { leaves: eleven.id } });
  };
  expect(await goes(boss, 'boss@eleven.example')).toMatchObject({ status: 409, body: { message: 'An organization needs an owner. Make somebody else the owner first.' } });
  expect(await goes(helper, 'helper@eleven.example')).toMatchObject({ status: 200 });
  expect((await team(boss)).map(({ email }) => email)).toEqual(['boss@eleven.example']);
});

it('two owners who leave in the same moment do not both go: somebody is left to see to the machines', async () => {
  const one = await founded('one@thirteen.example', 'Thirteen Stays');
  const two = await joined(one, 'two@thirteen.example', 'owner');
  await larder.ask('POST', '/api/cognito-auth/machines', { token: one, body: { machineId: 'VM-13', name: 'Hall', location: { address: '13 Harbour Road' } } });
  const forget = (token: string, email: string) => larder.call('DELETE', '/api/cognito-auth/profile', { token, body: { email } });
  const [first, second] = await Promise.all([forget(one, 'one@thirteen.example'), forget(two, 'two@thirteen.example')]);
  expect([first.status, second.status].sort()).toEqual([200, 409]);
  expect((await team(first.status === 200 ? two : one)).map(({ role }) => role)).toEqual(['owner']);
});

it('a sign-up that was never confirmed holds its address for as long as its code is good, and no longer', async () => {
  const first = await (await signUp('squat@one.example', 'Squatters')).json() as { UserSub: string };
  expect(await (await signUp('squat@one.example', 'Real Stays')).json()).toMatchObject({ __type: 'UsernameExistsException' });
  const link = linkIn(await mailTo(larder, 'squat@one.example', /confirmation code/, seen));
  clock.pass(24 * 3_600_000 + 1000);
  const second = await (await signUp('squat@one.example', 'Real Stays')).json() as { UserSub: string };
  expect(second.UserSub).not.toBe(first.UserSub);
  await expect(confirm(link)).rejects.toThrow('Confirmation code has expired');
  await confirm(linkIn(await mailTo(larder, 'squat@one.example', /confirmation code/, seen)));
  expect(await larder.ask('GET', '/api/cognito-auth/account', { token: await signIn('squat@one.example') })).toMatchObject({ account: { name: 'Real Stays' } });
  clock.pass(24 * 3_600_000 + 1000);
  expect(await (await signUp('squat@one.example', 'Thieves')).json()).toMatchObject({ __type: 'UsernameExistsException' });
});

it('what a visitor told us is not forgotten with a sign-up under their address that nobody confirmed', async () => {
  const email = 'visitor@one.example';
  const roiResults = { monthlyRevenue: 315, annualRevenue: 3780, annualROI: 298.7, tier: 'Essential', tierCost: 948 };
  await larder.ask('POST', '/api/marketing/lead-capture', { body: { email, propertyCount: 1, interestedInTrial: true, leadSource: 'roi-calculator', roiResults } });
  await signUp(email, 'Squatters');
  clock.pass(24 * 3_600_000 + 1000);
  await founded(email, 'Real Stays');
  const vault = larder.part<Vault>(VAULT as never);
  const leadId = vault.fingerprint(email);
  const [told] = await larder.kit.stream(`lead-${leadId}`) as { data: LeadFact['data'] }[];
  expect(await vault.open(leadKey(leadId), told?.data.lead ?? '')).toContain(email);
});

it('nobody gives a role above their own, and an organization keeps an owner', async () => {
  const owner = await founded('owner@five.example', 'Five Stays');
  const admin = await joined(owner, 'admin@five.example', 'admin');
  expect(await invite(admin, 'boss@five.example', 'owner')).toMatchObject({ status: 403 });
  const { userId } = (await team(owner)).find(({ role }) => role === 'owner') as Member;
  for (const [method, body] of [['PUT', { role: 'viewer' }], ['DELETE', undefined]] as const) {
    expect(await larder.call(method, `/api/auth/organization/members/${userId}`, { token: owner, body })).toMatchObject({ status: 409, body: { message: 'An organization needs an owner. Make somebody else the owner first.' } });
  }
});

it('the plan\'s cap on machines is the server\'s', async () => {
  const owner = await founded('owner@six.example', 'Six Stays');
  clock.pass(15 * 86_400_000);
  const again = await signIn('owner@six.example');
  expect(await larder.ask('GET', '/api/cognito-auth/subscription', { token: again })).toMatchObject({ plan: { name: 'starter', displayName: 'Essential' }, status: 'expired' });
  const add = (n: number) => larder.call('POST', '/api/cognito-auth/machines', { token: again, body: { machineId: `SIX-${n}`, name: 'One', location: { address: 'Here' } } });
  const together = await Promise.all(Array.from({ length: 12 }, (_, n) => add(n)));
  expect(together.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(await add(13)).toMatchObject({ status: 402, body: { error: 'PLAN_LIMIT', message: 'Your plan allows 5 machines. Please upgrade to add more.' } });
  expect(await larder.ask('GET', '/api/admin/account/usage', { token: again })).toMatchObject({ machines: { current: 5, limit: 1 }, users: { current: 1, limit: 3 }, transactions: { current: 0, limit: 500 } });
  expect(owner).not.toBe(again);
});

it('being forgotten leaves no readable personal data anywhere, and the organization goes on', async () => {
  const { store, bookmarks } = await openSqliteEventStore(':memory:');
  const rows = openMemoryReadStore();
  const logged: string[] = [];
  const saved: string[] = [];
  const other = larder;
  const save = rows.save.bind(rows);
  rows.save = (collection, changed, checkpoint) => {
    saved.push(JSON.stringify(changed));
    return save(collection, changed, checkpoint);
  };
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  larder = await startLarder({ events: store, bookmarks, rows, clock, log });
  try {
    const owner = await founded('owner@forget.example', 'Forgetful Stays');
    const ned = await joined(owner, 'ned@forget.example', 'operator');
    const roiResults = { monthlyRevenue: 315, annualRevenue: 3780, annualROI: 298.7, tier: 'Essential', tierCost: 948 };
    await larder.ask('POST', '/api/marketing/lead-capture', { body: { email: 'Ned@forget.example', propertyCount: 1, interestedInTrial: true, leadSource: 'roi-calculator', roiResults } });
    await larder.ask('PUT', '/api/cognito-auth/profile', { token: ned, body: { firstName: 'Nedward', lastName: 'Ostrichfeather' } });
    expect((await larder.call('DELETE', '/api/cognito-auth/profile', { token: ned, body: { email: 'somebody@else.example' } })).status).toBe(400);
    await larder.ask('DELETE', '/api/cognito-auth/profile', { token: ned, body: { email: 'NED@forget.example' } });
    expect((await larder.call('GET', '/api/cognito-auth/profile', { token: ned })).status).toBe(401);
    expect(await cognito('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME: 'ned@forget.example', PASSWORD } }).then((response) => response.headers.get('x-amzn-errortype'))).toBe('NotAuthorizedException');

    const following = store.follow('', undefined, async (facts) => void logged.push(JSON.stringify(facts)));
    await following.live;
    await following.stop();
    const personal = /ned@forget|Nedward|Ostrich|Correct-horse/i;
    expect(logged.join()).toContain('PersonForgotten');
    const vault = larder.part<Vault>(VAULT as never);
    const [left] = logged.flatMap((text) => JSON.parse(text) as AnyFact[]).filter(({ type }) => type === 'LeadCaptured') as { data: LeadFact['data'] }[];
    expect(await vault.open(leadKey(left?.data.leadId ?? ''), left?.data.lead ?? '')).toBeUndefined();
    expect(logged.join()).not.toMatch(personal);
    expect(saved.join()).not.toMatch(personal);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.join()).not.toMatch(personal);
    const outbox = larder.part<Outbox>(MAILER as never);
    await until('the outbox has forgotten', async () => !JSON.stringify(await outbox.newest(1000)).match(personal));
    expect((await team(owner)).map(({ email }) => email)).toEqual(['owner@forget.example']);
    // The address is free again.
    expect((await signUp('ned@forget.example', 'New Life')).status).toBe(200);
  } finally {
    await larder.stop();
    larder = other;
  }
});
