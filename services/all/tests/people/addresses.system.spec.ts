/** Another e-mail address to sign in with: shown to be one's own before anything changes. */
import type { LeadFact } from '@larder/contracts/identity/leads.js';
import { Addresses } from '@larder/identity/addresses.js';
import { leadKey } from '@larder/identity/leads/lead.js';
import { People } from '@larder/identity/people.js';
import { VAULT, type Vault } from '@larder/identity/secrets/vault.js';
import { openSqliteEventStore } from '@larder/kit/events/sqlite/sqlite-event-store.js';
import { standingClock, type StandingClock } from '@larder/kit/testing.js';
import { codeIn, lettersTo, linkIn, mailTo } from '../mailbox.testing.js';
import { startLarder, type TestLarder } from '../testing.js';
import { PASSWORD, teamsIn } from './team.testing.js';

let larder: TestLarder;
let clock: StandingClock;
/** While it is set, nothing about people is kept. */
let isFull = false;
/** Happens right before the next fact about somebody is kept. */
let rightBefore: (() => Promise<unknown>) | undefined;
const seen = new Set<string>();
const { cognito, signUp, signIn, founded, team, joined, invite, invitationFor } = teamsIn(() => ({ larder, seen }));
beforeAll(async () => {
  clock = standingClock(new Date().toISOString());
  const { store, bookmarks } = await openSqliteEventStore(':memory:');
  const append = store.append.bind(store);
  store.append = async (stream, ...rest) => {
    if (!stream.startsWith('user-')) return append(stream, ...rest);
    if (isFull) throw new Error('the disk is full');
    const happens = rightBefore;
    rightBefore = undefined;
    await happens?.();
    return append(stream, ...rest);
  };
  larder = await startLarder({ clock, events: store, bookmarks, settings: { TRUSTED_PROXIES: '1' } });
});
afterAll(() => larder.stop());
beforeEach(() => clock.pass(16 * 60_000));

const ask = (token: string, email: string, password = PASSWORD) => larder.call('POST', '/api/cognito-auth/profile/email', { token, body: { email, password } });
const confirm = (token: string, code: string) => larder.call<{ email: string }>('POST', '/api/cognito-auth/profile/email/confirm', { token, body: { code } });
const codeTo = async (email: string) => codeIn(await mailTo(larder, email, /is the code for your new address/, seen));

it('is good once its code was entered: with it one signs in, letters go to it, and the former one is told and free', async () => {
  const owner = await founded('old@one.example', 'One Stays');
  expect(await ask(owner, 'New@one.example')).toMatchObject({ status: 200 });
  const code = await codeTo('New@one.example');
  expect((await larder.ask<{ email: string }>('GET', '/api/cognito-auth/profile', { token: owner })).email).toBe('old@one.example');
  expect(await confirm(owner, code)).toMatchObject({ status: 200, body: { data: { email: 'New@one.example', role: 'owner', account: { name: 'One Stays' } } } });
  expect((await mailTo(larder, 'old@one.example', /was changed/, seen)).text).not.toMatch(/new@one/i);
  await expect(signIn('old@one.example')).rejects.toThrow('401');
  expect((await team(await signIn('new@one.example')))[0]).toMatchObject({ email: 'New@one.example' });
  await cognito('ForgotPassword', { Username: 'new@one.example' });
  await mailTo(larder, 'New@one.example', /password code/, seen);
  await founded('old@one.example', 'Other Stays');
  // And back is as far as there.
  expect(await ask(owner, 'old@one.example')).toMatchObject({ status: 409, body: { message: 'Somebody signs in with this address already.' } });
});

it('that was mistyped changes nothing, and whoever gets its letter can do nothing with it', async () => {
  const [owner, other] = [await founded('ann@two.example', 'Two Stays'), await founded('bob@three.example', 'Three Stays')];
  await ask(owner, 'anm@two.example');
  const code = await codeTo('anm@two.example');
  expect(await confirm(other, code)).toMatchObject({ status: 400, body: { message: 'Confirmation code has expired. Please request a new code.' } });
  await ask(owner, 'anna@two.example');
  expect(await confirm(owner, code)).toMatchObject({ status: 400, body: { message: 'Invalid confirmation code. Please check the code and try again.' } });
  const right = await codeTo('anna@two.example');
  clock.pass(3_600_000);
  const token = await signIn('ann@two.example');
  expect(await confirm(token, right)).toMatchObject({ status: 400 });
  expect(await lettersTo(larder, 'ann@two.example', /was changed/)).toEqual([]);
});

it('takes the password, and an address that nobody has shown to be theirs', async () => {
  const owner = await founded('ann@four.example', 'Four Stays');
  await joined(owner, 'bob@four.example', 'viewer');
  expect(await ask(owner, 'else@four.example', 'Wrong-horse-7')).toMatchObject({ status: 400, body: { message: 'Your current password is not right.' } });
  expect(await ask(owner, 'BOB@four.example')).toMatchObject({ status: 409, body: { message: 'Somebody signs in with this address already.' } });
  expect(await ask(owner, 'ann@four.example')).toMatchObject({ status: 400, body: { message: 'This is your address already.' } });
  await signUp('squat@four.example', 'Squatters');
  await ask(owner, 'squat@four.example');
  expect(await confirm(owner, await codeTo('squat@four.example'))).toMatchObject({ status: 200, body: { data: { email: 'squat@four.example' } } });
  await mailTo(larder, 'ann@four.example', /was changed/, seen);
  // Whoever goes back to the one they had has it again.
  await ask(owner, 'ann@four.example');
  expect(await confirm(owner, await codeTo('ann@four.example'))).toMatchObject({ status: 200 });
  await mailTo(larder, 'squat@four.example', /was changed/, seen);
  expect(await signIn('ann@four.example')).toEqual(expect.any(String));
  await founded('squat@four.example', 'Squatters');
});

it('is the new one also for whoever enters its code once more, because the answer was lost', async () => {
  const owner = await founded('ann@eight.example', 'Eight Stays');
  await ask(owner, 'anna@eight.example');
  const code = await codeTo('anna@eight.example');
  for (const _ of ['at first', 'again']) expect(await confirm(owner, code)).toMatchObject({ status: 200, body: { data: { email: 'anna@eight.example' } } });
  expect(await lettersTo(larder, 'ann@eight.example', /was changed/)).toHaveLength(1);
});

it('is told to nobody who finds the letter that once confirmed the former one', async () => {
  const owner = await founded('ann@nine.example', 'Nine Stays');
  const [letter] = await lettersTo(larder, 'ann@nine.example', /confirmation code/);
  const open = () => larder.call<{ email: string }>('POST', '/api/auth/verify-email', { body: { token: new URLSearchParams(letter && linkIn(letter).split('?')[1]).get('token') } });
  expect(await open()).toMatchObject({ status: 200, body: { data: { email: 'ann@nine.example' } } });
  await ask(owner, 'secret@nine.example');
  await confirm(owner, await codeTo('secret@nine.example'));
  expect(await open()).toMatchObject({ status: 400, body: { message: 'Confirmation code has expired. Please request a new code.' } });
});

/** What the page behind the link of a letter to a former address sends. */
const backOf = async (email: string) => new URLSearchParams(linkIn(await mailTo(larder, email, /was changed/, seen)).split('?')[1]).get('back') ?? '';
const takeBack = (token: string, password = 'Another-horse-8') => larder.call<{ email: string }>('POST', '/api/auth/take-back-address', { body: { token, password } });
const gone = { status: 404, body: { message: 'This link is no longer good. If somebody has your login, tell an owner of your organization, or whoever runs Larder for you.' } };

it('that somebody else has set is taken back from the former one, with a new password, and whoever has the login is out', async () => {
  await founded('ann@ten.example', 'Ten Stays');
  // Who knows the password, and moves on once more.
  const thief = await signIn('ann@ten.example');
  await ask(thief, 'thief@ten.example');
  await confirm(thief, await codeTo('thief@ten.example'));
  const back = await backOf('ann@ten.example');
  await ask(thief, 'other@ten.example');
  await confirm(thief, await codeTo('other@ten.example'));
  const thiefs = await backOf('thief@ten.example');
  expect(await takeBack(back.replace(/.$/, (sign) => (sign === 'A' ? 'B' : 'A')))).toMatchObject(gone);
  expect(await takeBack(back, 'Larder-vending-1')).toMatchObject({ status: 400 });
  expect(await takeBack(back)).toMatchObject({ status: 200, body: { data: { email: 'ann@ten.example' } } });
  expect((await larder.call('GET', '/api/cognito-auth/profile', { token: thief })).status).toBe(401);
  await expect(signIn('other@ten.example')).rejects.toThrow('401');
  const { idToken } = await larder.ask<{ idToken: string }>('POST', '/api/cognito-auth/auth', { body: { email: 'ann@ten.example', password: 'Another-horse-8' } });
  expect((await team(idToken))[0]).toMatchObject({ email: 'ann@ten.example', role: 'owner' });
  // There is no way back to what they had set, by whichever letter.
  expect((await mailTo(larder, 'other@ten.example', /was changed/, seen)).text).not.toContain('back=');
  expect(await takeBack(thiefs)).toMatchObject(gone);
  expect(await takeBack(back)).toMatchObject({ status: 409, body: { message: 'You sign in with this address again. If you do not know the password, choose a new one under "Forgot password?".' } });
});

it('is not taken back after a week, nor by who had it in between', async () => {
  const owner = await founded('ann@eleven.example', 'Eleven Stays');
  await ask(owner, 'thief@eleven.example');
  await confirm(owner, await codeTo('thief@eleven.example'));
  const back = await backOf('ann@eleven.example');
  await ask(owner, 'ann@eleven.example');
  await confirm(owner, await codeTo('ann@eleven.example'));
  expect((await mailTo(larder, 'thief@eleven.example', /was changed/, seen)).text).not.toContain('back=');
  clock.pass(16 * 60_000);
  const again = await signIn('ann@eleven.example');
  await ask(again, 'anna@eleven.example');
  await confirm(again, await codeTo('anna@eleven.example'));
  clock.pass(7 * 86_400_000);
  expect(await takeBack(back)).toMatchObject(gone);
});

it('can be taken by whoever is first of two who want it', async () => {
  const [ann, bob] = [await founded('ann@five.example', 'Five Stays'), await founded('bob@five.example', 'Bobs Stays')];
  await ask(ann, 'both@five.example');
  const hers = await codeTo('both@five.example');
  await ask(bob, 'both@five.example');
  const his = await codeTo('both@five.example');
  const statuses = (await Promise.all([confirm(ann, hers), confirm(bob, his)])).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, 409]);
});

it('that somebody goes back to stays theirs when a letter about having left it is tried again in that moment', async () => {
  const owner = await founded('ann@returned.example', 'Returned Stays');
  const { id: userId } = await larder.ask<{ id: string }>('GET', '/api/cognito-auth/profile', { token: owner });
  await ask(owner, 'anna@returned.example');
  await confirm(owner, await codeTo('anna@returned.example'));
  await mailTo(larder, 'ann@returned.example', /was changed/, seen);
  await ask(owner, 'ann@returned.example');
  const code = await codeTo('ann@returned.example');
  const formerHash = larder.part(People).fingerprint('ann@returned.example');
  rightBefore = () => larder.part(Addresses).releaseFormer({ userId, formerHash }, { account: 'people', actor: 'system:identity', correlationId: 'c', commandId: 'released:again' });
  expect(await confirm(owner, code)).toMatchObject({ status: 200, body: { data: { email: 'ann@returned.example' } } });
  expect(rightBefore).toBeUndefined();
  expect(await signIn('ann@returned.example')).toEqual(expect.any(String));
});

it('is changed also while somebody who is not signed in guesses at codes of that person, and asks for them', async () => {
  const owner = await founded('ann@guessed.example', 'Guessed Stays');
  for (let n = 0; n < 10; n++) await cognito('ForgotPassword', { Username: 'ann@guessed.example' });
  for (let n = 0; n < 10; n++) await cognito('ConfirmForgotPassword', { Username: 'ann@guessed.example', ConfirmationCode: 'none', Password: PASSWORD });
  const wanted = { 'x-forwarded-for': '10.0.3.1' };
  expect(await larder.call('POST', '/api/cognito-auth/profile/email', { token: owner, body: { email: 'anna@guessed.example', password: PASSWORD }, headers: wanted })).toMatchObject({ status: 200 });
  const code = await codeTo('anna@guessed.example');
  expect(await larder.call('POST', '/api/cognito-auth/profile/email/confirm', { token: owner, body: { code }, headers: wanted })).toMatchObject({ status: 200, body: { data: { email: 'anna@guessed.example' } } });
});

it('of a login that was deleted is free for everybody, also where the process ended right then', async () => {
  const [owner, gone] = [await founded('ann@ended.example', 'Ended Stays'), await founded('gone@ended.example', '')];
  const { id: userId } = await larder.ask<{ id: string }>('GET', '/api/cognito-auth/profile', { token: gone });
  await larder.part(People).do(userId, { type: 'Forget', now: clock.now().toISOString() }, { account: 'people', actor: `user:${userId}`, correlationId: 'c', commandId: 'ended' });
  await invite(owner, 'gone@ended.example', 'viewer');
  expect(await larder.ask('GET', `/api/auth/invitations/${await invitationFor('gone@ended.example')}`)).toMatchObject({ hasLogin: false });
  await ask(owner, 'gone@ended.example');
  expect(await confirm(owner, await codeTo('gone@ended.example'))).toMatchObject({ status: 200, body: { data: { email: 'gone@ended.example' } } });
});

it('guesses at its code are counted', async () => {
  const owner = await founded('ann@six.example', 'Six Stays');
  await ask(owner, 'anna@six.example');
  const right = await codeTo('anna@six.example');
  for (let n = 0; n < 10; n++) expect([n, (await confirm(owner, right === '000000' ? '111111' : '000000')).status]).toEqual([n, 400]);
  expect((await confirm(owner, right)).status).toBe(429);
});

it('leaves nothing behind of the former one when its person is forgotten', async () => {
  const roiResults = { monthlyRevenue: 315, annualRevenue: 3780, annualROI: 298.7, tier: 'Essential', tierCost: 948 };
  await larder.ask('POST', '/api/marketing/lead-capture', { body: { email: 'ann@seven.example', propertyCount: 1, interestedInTrial: true, leadSource: 'roi-calculator', roiResults } });
  const owner = await founded('ann@seven.example', 'Seven Stays');
  await ask(owner, 'anna@seven.example');
  expect(await confirm(owner, await codeTo('anna@seven.example'))).toMatchObject({ status: 200 });
  const vault = larder.part<Vault>(VAULT as never);
  const leadId = vault.fingerprint('ann@seven.example');
  const [told] = await larder.kit.stream(`lead-${leadId}`) as { data: LeadFact['data'] }[];
  const left = () => vault.open(leadKey(leadId), told?.data.lead ?? '');
  expect(await left()).toContain('ann@seven.example');
  await larder.ask('DELETE', '/api/cognito-auth/profile', { token: owner, body: { email: 'anna@seven.example' } });
  expect(await left()).toBeUndefined();
});

it('is free again where whoever signed up with it, or wanted it, never came to have it because nothing could be kept just then', async () => {
  isFull = true;
  await signUp('ann@nine.example', 'Nine Stays');
  isFull = false;
  const owner = await founded('bob@nine.example', 'Bobs Stays');
  await ask(owner, 'carl@nine.example');
  const code = await codeTo('carl@nine.example');
  isFull = true;
  expect((await confirm(owner, code)).status).toBe(500);
  isFull = false;
  clock.pass(3_600_000);
  expect(await founded('ann@nine.example', 'Nine Stays')).toEqual(expect.any(String));
  expect(await founded('carl@nine.example', 'Carls Stays')).toEqual(expect.any(String));
  expect((await team(await signIn('bob@nine.example')))[0]).toMatchObject({ email: 'bob@nine.example' });
});
