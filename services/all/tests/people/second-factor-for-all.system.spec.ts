/** An organization that asks a second factor of everybody. */
import { decodeJwt } from 'jose';
import type { Account, TeamMember } from '@larder/contracts/identity/organization.js';
import type { Role } from '@larder/contracts/roles.js';
import { standingClock, type StandingClock } from '@larder/kit/testing.js';
import { operateAt, switchOnAt } from '../second-factor.testing.js';
import { ACCOUNT, PASSWORD, startLarder, type TestLarder } from '../testing.js';

interface Tokens { idToken: string; accessToken: string }
let larder: TestLarder;
let clock: StandingClock;

beforeEach(async () => {
  clock = standingClock(new Date().toISOString());
  larder = await startLarder({ clock });
  await larder.signIn('owner');
});
afterEach(() => larder.stop());

const profile = ({ idToken }: Tokens) => larder.call<{ secondFactor: boolean }>('GET', '/api/cognito-auth/profile', { token: idToken });
const switchOn = ({ accessToken }: Tokens): Promise<() => string> => switchOnAt(larder, accessToken, () => {
  clock.pass(30_000);
  return clock.now().getTime();
});
const demand = ({ idToken }: Tokens, requiresSecondFactor: boolean) => larder.call<{ account: Account }>('PUT', '/api/cognito-auth/account', { token: idToken, body: { requiresSecondFactor } });
const enterAs = (role: Role): Promise<Tokens> => larder.ask<Tokens>('POST', '/api/cognito-auth/auth', { body: { email: `${role}@${ACCOUNT}.example`, password: PASSWORD } });
const account = ({ idToken }: Tokens) => larder.call<{ account: Account }>('GET', '/api/cognito-auth/account', { token: idToken });

it('is refused to whoever has none: they would shut themselves out', async () => {
  const owner = await enterAs('owner');
  expect(await demand(owner, true)).toMatchObject({ status: 409, body: { message: 'Turn on two-step sign-in for yourself first, on your profile.' } });
  await switchOn(owner);
  expect((await demand(owner, true)).body.data?.account.requiresSecondFactor).toBe(true);
  expect((await account(owner)).body.data?.account.requiresSecondFactor).toBe(true);
});

it('lets a member in once they have turned it on, and tells them so until then', async () => {
  const owner = await enterAs('owner');
  const member = await larder.signIn('operator').then(() => enterAs('operator'));
  expect((await account(member)).status).toBe(200);
  await switchOn(owner);
  await demand(owner, true);

  const turnedAway = await fetch(`${larder.url}/api/cognito-auth/machines`, { headers: { authorization: `Bearer ${member.idToken}` } });
  expect(turnedAway.status).toBe(403);
  const told = decodeJwt(turnedAway.headers.get('x-new-token') ?? '');
  expect(told).not.toHaveProperty('custom:account_id');
  expect((await larder.call('GET', '/api/live', { token: member.idToken })).status).toBe(403);
  const { name } = (await account(owner)).body.data?.account ?? {};
  expect((await profile(member)).body.data).toMatchObject({ waitedForBy: name, secondFactor: false });
  expect((await profile(member)).body.data).not.toHaveProperty('account');
  expect(decodeJwt((await enterAs('operator')).idToken)).not.toHaveProperty('custom:user_role');

  await switchOn(member);
  expect((await account(member)).status).toBe(200);
  expect((await profile(member)).body.data).not.toHaveProperty('waitedForBy');
});

it('keeps it on until it is asked for no longer', async () => {
  const owner = await enterAs('owner');
  await switchOn(owner);
  await demand(owner, true);
  const off = () => operateAt(larder, 'SetUserMFAPreference', { AccessToken: owner.accessToken, SoftwareTokenMfaSettings: { Enabled: false }, Password: PASSWORD });
  expect(await off()).toMatchObject({ __type: 'ForbiddenException', message: 'Your organization asks everybody for two-step sign-in, so it stays on.' });
  await demand(owner, false);
  expect(await off()).toEqual({});
});

it('tells who has it to those who see to members, and to nobody else', async () => {
  const owner = await enterAs('owner');
  await switchOn(owner);
  const viewer = await larder.signIn('viewer');
  const members = async (token: string) => (await larder.ask<{ members: TeamMember[] }>('GET', '/api/cognito-auth/account/members', { token })).members.map(({ role, secondFactor }) => [role, secondFactor]);
  expect(await members(owner.idToken)).toEqual(expect.arrayContaining([['owner', true], ['viewer', false]]));
  expect(await members(viewer)).toEqual(expect.arrayContaining([['owner', undefined], ['viewer', undefined]]));
});

it('can be left by whoever does not want to', async () => {
  await larder.signIn('viewer');
  const [owner, viewer] = [await enterAs('owner'), await enterAs('viewer')];
  await switchOn(owner);
  await demand(owner, true);
  expect((await larder.call('DELETE', '/api/cognito-auth/profile', { token: viewer.idToken, body: { email: `viewer@${ACCOUNT}.example` } })).status).toBe(200);
  const { members } = await larder.ask<{ members: TeamMember[] }>('GET', '/api/cognito-auth/account/members', { token: owner.idToken });
  expect(members.map(({ role }) => role)).not.toContain('viewer');
});
