/** Invitations: how they end, whom they find, and what whoever follows one leaves behind. */
import { isRefusal } from '@larder/contracts/reply.js';
import { standingClock, until, type StandingClock } from '@larder/kit/testing.js';
import { Subscriptions } from '@larder/identity/billing/subscriptions.js';
import { MAILER, Outbox } from '@larder/identity/mail/mailer.js';
import { VAULT, type Vault } from '@larder/identity/secrets/vault.js';
import { invitationKey, Teams } from '@larder/identity/teams.js';
import { linkIn, mailTo } from '../mailbox.testing.js';
import { startLarder, type TestLarder } from '../testing.js';
import { teamsIn, type Member } from './team.testing.js';

let larder: TestLarder;
let clock: StandingClock;
const seen = new Set<string>();
const { signUp, signIn, founded, team, invite, invitationFor, join, joined, confirm } = teamsIn(() => ({ larder, seen }));

beforeAll(async () => {
  clock = standingClock(new Date().toISOString());
  larder = await startLarder({ clock });
});
afterAll(() => larder.stop());
// An address may sign up ten times in a quarter of an hour.
beforeEach(() => clock.pass(16 * 60_000));

it('nobody is let into an organization that its only member has left', async () => {
  const owner = await founded('owner@left.example', 'Left Stays');
  await invite(owner, 'late@left.example', 'admin');
  const invitation = await invitationFor('late@left.example');
  await larder.ask('DELETE', '/api/cognito-auth/profile', { token: owner, body: { email: 'owner@left.example' } });
  expect((await join(invitation)).body).toMatchObject({ success: false, message: 'This invitation is no longer valid. Please ask for a new one.' });
});

it('whoever founds and joins in the same moment belongs to one organization, and no other is left behind', async () => {
  const owner = await founded('owner@eight.example', 'Eight Stays');
  const token = await founded('eager@eight.example', '');
  await invite(owner, 'eager@eight.example', 'viewer');
  const invitation = await invitationFor('eager@eight.example');
  const found = (organizationName: string) => larder.call('POST', '/api/cognito-auth/account', { token, body: { organizationName } });
  const answers = await Promise.all([found('One'), found('Two'), larder.call('POST', `/api/auth/invitations/${invitation}/accept`, { token, body: {} }), found('Three')]);
  expect(answers.map(({ status }) => status)).toEqual([200, 409, 409, 409]);
  expect(await larder.ask('GET', '/api/cognito-auth/account', { token })).toMatchObject({ account: { name: 'One', userCount: 1 }, member: { role: 'owner' } });
});

it('invitations end: by time, when taken back, when sent again, and for another address', async () => {
  const owner = await founded('owner@four.example', 'Four Stays');
  await invite(owner, 'late@four.example', 'viewer');
  expect(await invite(owner, 'LATE@four.example', 'viewer')).toMatchObject({ status: 409, body: { message: /already invited/ as never } });
  const first = await invitationFor('late@four.example');
  const { userId: invitationId } = (await team(owner)).find(({ status }) => status === 'invited') as Member;
  await larder.ask('POST', `/api/auth/organization/members/${invitationId}/resend-invitation`, { token: owner, body: {} });
  const second = await invitationFor('late@four.example');
  expect([(await larder.call('GET', `/api/auth/invitations/${first}`)).status, (await larder.call('GET', `/api/auth/invitations/${second}`)).status]).toEqual([404, 200]);

  const stranger = await founded('stranger@else.example', '');
  expect(await larder.call('POST', `/api/auth/invitations/${second}/accept`, { token: stranger, body: {} })).toMatchObject({ status: 403 });
  await larder.ask('DELETE', `/api/auth/organization/invitations/${invitationId}`, { token: owner });
  expect((await join(second)).status).toBe(404);

  await invite(owner, 'stranger@else.example', 'viewer');
  const third = await invitationFor('stranger@else.example');
  expect(await larder.ask('GET', `/api/auth/invitations/${third}`)).toMatchObject({ hasLogin: true });
  await larder.ask('POST', `/api/auth/invitations/${third}/accept`, { token: stranger, body: {} });
  expect(await larder.ask('GET', '/api/cognito-auth/profile', { token: stranger })).toMatchObject({ role: 'viewer', account: { name: 'Four Stays' } });

  await invite(owner, 'never@four.example', 'viewer');
  const fourth = await invitationFor('never@four.example');
  clock.pass(7 * 86_400_000 + 1000);
  expect((await join(fourth)).status).toBe(404);
});

it('whoever was invited joins in the role that was last chosen for them, by the link they have', async () => {
  const owner = await founded('owner@ten.example', 'Ten Stays');
  await invite(owner, 'rising@ten.example', 'viewer');
  const invitation = await invitationFor('rising@ten.example');
  const { userId } = (await team(owner)).find(({ status }) => status === 'invited') as Member;
  const change = (role: string) => larder.call('PUT', `/api/auth/organization/members/${userId}`, { token: owner, body: { role } });
  for (const role of ['admin', 'operator', 'operator']) expect(await change(role)).toMatchObject({ status: 200, body: { data: { member: { userId, email: 'rising@ten.example', role, status: 'invited' } } } });
  expect(await larder.ask('GET', `/api/auth/invitations/${invitation}`)).toMatchObject({ role: 'operator' });
  await join(invitation);
  expect((await team(owner)).find(({ email }) => email === 'rising@ten.example')).toMatchObject({ role: 'operator', status: 'active' });
  expect(await change('admin')).toMatchObject({ status: 404, body: { message: 'There is no such member' } });
});

it('an invitation to a role above one\'s own is neither taken back nor sent again by whoever could not have sent it', async () => {
  const owner = await founded('owner@sixteen.example', 'Sixteen Stays');
  const admin = await joined(owner, 'admin@sixteen.example', 'admin');
  await invite(owner, 'boss@sixteen.example', 'owner');
  const { userId } = (await team(owner)).find(({ email }) => email === 'boss@sixteen.example') as Member;
  const words = { status: 403, body: { error: 'FORBIDDEN', message: 'This invitation is to a role above your own. Please ask an owner.' } };
  expect(await larder.call('DELETE', `/api/auth/organization/invitations/${userId}`, { token: admin })).toMatchObject(words);
  expect(await larder.call('POST', `/api/auth/organization/members/${userId}/resend-invitation`, { token: admin, body: {} })).toMatchObject(words);
  expect((await join(await invitationFor('boss@sixteen.example'))).status).toBe(200);
});

it('an invitation outlives who sent it and left by themselves, and the team sees that it does', async () => {
  const owner = await founded('owner@seventeen.example', 'Seventeen Stays');
  const admin = await joined(owner, 'admin@seventeen.example', 'admin');
  await invite(admin, 'next@seventeen.example', 'operator');
  const shown = async () => (await team(owner)).find(({ email }) => email === 'next@seventeen.example');
  expect(await shown()).toMatchObject({ status: 'invited', invitedBy: 'Ned Ostrich' });
  await larder.ask('DELETE', '/api/cognito-auth/profile', { token: admin, body: { email: 'admin@seventeen.example' } });
  expect(await shown()).toMatchObject({ status: 'invited', invitedBy: '' });
  expect((await join(await invitationFor('next@seventeen.example'))).status).toBe(200);
  expect(await shown()).not.toHaveProperty('invitedBy');
});

it('an organization sends fifty of them within an hour, and is told so; what was refused counts for none', async () => {
  const owner = await founded('owner@fifty.example', 'Fifty Stays');
  const invites = async (who: string) => larder.call('POST', '/api/cognito-auth/account/members/invite', { token: owner, body: { email: `${who}@fifty.example`, role: 'viewer' } });
  for (let n = 0; n < 5; n++) expect((await invites('owner')).status).toBe(409);
  for (let n = 0; n < 50; n++) expect((await invites(`guest${n}`)).status).toBe(200);
  expect(await invites('late')).toMatchObject({ status: 429, body: { message: 'Your organization has sent 50 invitations within an hour. Please send the others later.' } });
});

it('nobody is flooded with invitations, whoever sends them', async () => {
  const [owner, other] = [await founded('owner@flood.example', 'Flood Stays'), await founded('owner@spring.example', 'Spring Stays')];
  const { invitation: { userId } } = (await invite(owner, 'calm@flood.example', 'viewer')).body.data as { invitation: Member };
  expect((await invite(owner, 'calm@flood.example', 'viewer')).status).toBe(409);
  const again = (): Promise<{ status: number; body: { message?: string } }> => larder.call('POST', `/api/auth/organization/members/${userId}/resend-invitation`, { token: owner, body: {} });
  for (let n = 2; n <= 10; n++) expect([n, (await again()).status]).toEqual([n, 200]);
  const limited = { status: 429, body: { message: 'Attempt limit exceeded. Please try again later.' } };
  expect(await again()).toMatchObject(limited);
  expect(await invite(other, 'CALM@flood.example', 'viewer')).toMatchObject(limited);
  for (const same of ['x<calm@flood.example>', 'x,calm@flood.example']) expect((await invite(other, same, 'viewer')).status).toBe(400);
  expect((await invite(other, 'else@flood.example', 'viewer')).status).toBe(200);
  clock.pass(15 * 60_000 + 1000);
  expect((await again()).status).toBe(200);
});

it('whoever signed up without confirming and is invited joins by the invitation, as who they say then, and founds nothing', async () => {
  const owner = await founded('owner@pending.example', 'Pending Stays');
  await signUp('late@pending.example', 'Never Stays');
  const link = linkIn(await mailTo(larder, 'late@pending.example', /confirmation code/, seen));
  await invite(owner, 'late@pending.example', 'operator');
  const invitation = await invitationFor('late@pending.example');
  expect(await larder.ask('GET', `/api/auth/invitations/${invitation}`)).toMatchObject({ hasLogin: false });
  expect((await join(invitation)).body.data).toEqual({ email: 'late@pending.example' });
  await expect(confirm(link)).rejects.toThrow('Confirmation code has expired');
  expect(await larder.ask('GET', '/api/cognito-auth/profile', { token: await signIn('late@pending.example') })).toMatchObject({ firstName: 'Ned', role: 'operator', account: { name: 'Pending Stays' } });
});

it('whoever signed up alone and is invited leaves their own organization for the other, when they say so and nobody is left with its machines', async () => {
  const owner = await founded('owner@nine.example', 'Nine Stays');
  const token = await founded('alone@nine.example', 'Alone Stays');
  const { account: own } = await larder.ask<{ account: { id: string } }>('GET', '/api/cognito-auth/profile', { token });
  await invite(token, 'friend@nine.example', 'viewer');
  const friends = await invitationFor('friend@nine.example');
  await invite(owner, 'alone@nine.example', 'operator');
  const invitation = await invitationFor('alone@nine.example');
  const accept = (body: object) => larder.call('POST', `/api/auth/invitations/${invitation}/accept`, { token, body });

  for (const body of [{}, { leaves: 'another' }]) expect(await accept(body)).toMatchObject({ status: 409, body: { message: 'This login belongs to another organization. Leave it for this one, or ask to be invited with another address.' } });
  await larder.ask('POST', '/api/cognito-auth/machines', { token, body: { machineId: 'NINE-1', name: 'One', location: { address: 'Here' } } });
  expect(await accept({ leaves: own.id })).toMatchObject({ status: 409, body: { message: /^Nobody would be left to see to the machines of Alone Stays\./ as never } });
  await larder.ask('DELETE', '/api/cognito-auth/machines/NINE-1', { token });

  expect(await accept({ leaves: own.id })).toMatchObject({ status: 200 });
  expect(await larder.ask('GET', '/api/cognito-auth/profile', { token })).toMatchObject({ role: 'operator', account: { name: 'Nine Stays' } });
  expect((await team(owner)).map(({ email }) => email).sort()).toEqual(['alone@nine.example', 'owner@nine.example']);
  expect((await join(friends)).status).toBe(404);
  // Who has left by themselves is not told that they were removed: the next letter is another one.
  await larder.ask('DELETE', `/api/auth/organization/members/${(await team(owner)).find(({ email }) => email === 'alone@nine.example')?.userId}`, { token: owner });
  await mailTo(larder, 'alone@nine.example', /removed/, seen);
  expect((await larder.part<Outbox>(MAILER as never).newest(1000)).filter(({ to, subject }) => to === 'alone@nine.example' && /removed/.test(subject))).toHaveLength(1);
});

it('whoever has accepted and never heard of it is told so when they try again, as long as it is so, and nobody else is', async () => {
  const owner = await founded('owner@lost.example', 'Lost Stays');
  const [token, other] = [await founded('known@lost.example', ''), await founded('other@lost.example', '')];
  await invite(owner, 'known@lost.example', 'operator');
  const invitation = await invitationFor('known@lost.example');
  const accept = (as: string) => larder.call<{ accountId: string }>('POST', `/api/auth/invitations/${invitation}/accept`, { token: as, body: {} });
  const { accountId } = (await accept(token)).body.data as { accountId: string };
  expect(await accept(token)).toMatchObject({ status: 200, body: { data: { accountId } } });
  const over = { status: 404, body: { message: 'This invitation is no longer valid. Please ask for a new one.' } };
  expect(await accept(other)).toMatchObject(over);
  await larder.ask('DELETE', `/api/auth/organization/members/${(await team(owner)).find(({ email }) => email === 'known@lost.example')?.userId}`, { token: owner });
  expect(await accept(token)).toMatchObject(over);
});

it('nobody is left in a team who deletes their login in the moment in which they join it', async () => {
  const owner = await founded('owner@ghost.example', 'Ghost Stays');
  const token = await founded('alone@ghost.example', 'Lonely Stays');
  await invite(owner, 'alone@ghost.example', 'operator');
  const teams = larder.part(Teams);
  const open = await teams.invitation(await invitationFor('alone@ghost.example'));
  if (isRefusal(open)) throw new Error(open.message);
  const { id: userId } = await larder.ask<{ id: string }>('GET', '/api/cognito-auth/profile', { token });
  let joining: Promise<unknown> | undefined;
  jest.spyOn(larder.part(Subscriptions), 'end').mockImplementationOnce(async () => {
    joining = teams.accept(open, userId, { commandId: 'joins', account: open.account, actor: `user:${userId}`, correlationId: 'c' }, async () => undefined);
    return undefined;
  });
  await larder.ask('DELETE', '/api/cognito-auth/profile', { token, body: { email: 'alone@ghost.example' } });
  expect(await joining).toMatchObject({ refused: 'SIGN_IN_REQUIRED' });
  expect((await team(owner)).map(({ email, status }) => [email, status])).toEqual([['owner@ghost.example', 'active'], ['alone@ghost.example', 'invited']]);
});

it('the address that somebody was invited at is unreadable once they have joined, also where the process ended right then', async () => {
  const owner = await founded('owner@sealed.example', 'Sealed Stays');
  const token = await founded('known@sealed.example', '');
  await invite(owner, 'known@sealed.example', 'viewer');
  const [teams, vault] = [larder.part(Teams), larder.part<Vault>(VAULT as never)];
  const open = await teams.invitation(await invitationFor('known@sealed.example'));
  if (isRefusal(open)) throw new Error(open.message);
  const { account, invitationId, nonce } = open;
  const sealed = (await teams.state(account)).invitations[invitationId]?.email ?? '';
  expect(await vault.open(invitationKey(invitationId), sealed)).toBe('known@sealed.example');
  const { id: userId } = await larder.ask<{ id: string }>('GET', '/api/cognito-auth/profile', { token });
  await teams.do(account, { type: 'AcceptInvitation', invitationId, nonce, userId, now: clock.now().toISOString() }, { commandId: 'ended', account, actor: `user:${userId}`, correlationId: 'c' });
  await until('its key is gone', async () => (await vault.open(invitationKey(invitationId), sealed)) === undefined);
});

it('whoever leaves for an invitation that is taken back at that moment still has what they left', async () => {
  const owner = await founded('owner@fifteen.example', 'Fifteen Stays');
  const token = await founded('alone@fifteen.example', 'Lone Stays');
  const { account: own } = await larder.ask<{ account: { id: string } }>('GET', '/api/cognito-auth/profile', { token });
  await invite(owner, 'alone@fifteen.example', 'operator');
  const invitation = await invitationFor('alone@fifteen.example');
  const invited = (await team(owner)).find(({ email }) => email === 'alone@fifteen.example')?.userId;
  jest.spyOn(larder.part(Subscriptions), 'end').mockImplementationOnce(async () => {
    await larder.ask('DELETE', `/api/auth/organization/members/${invited}`, { token: owner });
    return undefined;
  });
  expect(await larder.call('POST', `/api/auth/invitations/${invitation}/accept`, { token, body: { leaves: own.id } })).toMatchObject({ status: 404, body: { message: 'This invitation is no longer valid. Please ask for a new one.' } });
  expect(await larder.ask('GET', '/api/cognito-auth/profile', { token })).toMatchObject({ role: 'owner', account: { name: 'Lone Stays' } });
});
