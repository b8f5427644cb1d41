/** A second factor, and what there is when it is lost. An organization that asks it of everybody is in second-factor-for-all.system.spec.ts. */
import type { TeamMember } from '@larder/contracts/identity/organization.js';
import { People } from '@larder/identity/people.js';
import { person } from '@larder/identity/person.js';
import { standingClock, type StandingClock } from '@larder/kit/testing.js';
import { signIn } from '../../commands/operator.js';
import { codeIn, mailTo } from '../mailbox.testing.js';
import { operateAt, switchOnAt } from '../second-factor.testing.js';
import { ACCOUNT, PASSWORD, startLarder, type TestLarder } from '../testing.js';

interface Tokens { idToken: string; accessToken: string }
interface Challenge { ChallengeName: string; Session: string }
const RECOVERY = '/api/cognito-auth/profile/recovery-codes';
const OWNER = `owner@${ACCOUNT}.example`;
let larder: TestLarder;
let clock: StandingClock;
const seen = new Set<string>();

beforeEach(async () => {
  clock = standingClock(new Date().toISOString());
  larder = await startLarder({ clock });
  await larder.signIn('owner');
});
afterEach(() => larder.stop());

const enter = (code?: string) => larder.call<Tokens>('POST', '/api/cognito-auth/auth', { body: { email: OWNER, password: PASSWORD, code } });
const entered = async (code?: string): Promise<Tokens> => (await enter(code)).body.data as Tokens;
const operate = <T>(operation: string, body: object): Promise<T> => operateAt<T>(larder, operation, body);
const profile = async ({ idToken }: Tokens) => larder.call<{ secondFactor: boolean; recoveryCodes: number }>('GET', '/api/cognito-auth/profile', { token: idToken });
const make = ({ idToken }: Tokens, password = PASSWORD) => larder.call<{ codes: string[] }>('POST', RECOVERY, { token: idToken, body: { password } });

const switchOn = ({ accessToken }: Tokens): Promise<() => string> => switchOnAt(larder, accessToken, () => {
  clock.pass(30_000);
  return clock.now().getTime();
});

it('ends every other sign-in when it is switched on: those came in by the password alone', async () => {
  const [here, there] = [await entered(), await entered()];
  await switchOn(here);
  expect([(await profile(here)).status, (await profile(there)).status]).toEqual([200, 401]);
  expect((await mailTo(larder, OWNER, /Two-step sign-in is on/, seen)).text).toContain('Everywhere else you were signed out.');
});

it('takes the code that the app showed last as well, for clocks that differ, and none from before', async () => {
  const shown = await switchOn(await entered());
  const [late, last] = [shown(), shown()];
  clock.pass(30_000);
  expect([(await enter(late)).status, (await enter(last)).status]).toEqual([400, 200]);
});

it('takes a code once, also in the half minute after its own', async () => {
  const shown = await switchOn(await entered());
  const code = shown();
  expect((await enter(code)).status).toBe(200);
  clock.pass(30_000);
  expect((await enter(code)).status).toBe(400);
});

it('lets nobody in whose password was right before another one was chosen', async () => {
  const shown = await switchOn(await entered());
  const knock = async () => (await operate<{ Session: string }>('InitiateAuth', { ClientId: 'larder-web', AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME: OWNER, PASSWORD } })).Session;
  const answer = (Session: string) => operate<{ __type?: string }>('RespondToAuthChallenge', { ClientId: 'larder-web', ChallengeName: 'SOFTWARE_TOKEN_MFA', Session, ChallengeResponses: { USERNAME: OWNER, SOFTWARE_TOKEN_MFA_CODE: shown() } });
  expect(await answer(await knock())).toMatchObject({ AuthenticationResult: { IdToken: expect.any(String) } });
  const before = await knock();
  await operate('ForgotPassword', { ClientId: 'larder-web', Username: OWNER });
  expect(await operate('ConfirmForgotPassword', { ClientId: 'larder-web', Username: OWNER, ConfirmationCode: codeIn(await mailTo(larder, OWNER, /password code/, seen)), Password: 'Another-horse-8' })).toEqual({});
  expect(await answer(before)).toMatchObject({ __type: 'NotAuthorizedException' });
});

it('is shown before a new password that was demanded counts: whoever knows the old one alone chooses none', async () => {
  const here = await entered();
  const shown = await switchOn(here);
  const { userId } = await larder.part(People).idOf(OWNER);
  await larder.ask('POST', `/api/auth/organization/members/${userId}/demand-new-password`, { token: here.idToken, body: {} });
  const knock = (PASSWORD_KNOWN = PASSWORD) => operate<Challenge>('InitiateAuth', { ClientId: 'larder-web', AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME: OWNER, PASSWORD: PASSWORD_KNOWN } });
  const answer = (ChallengeName: string, Session: string, given: object) => operate<Challenge>('RespondToAuthChallenge', { ClientId: 'larder-web', ChallengeName, Session, ChallengeResponses: { USERNAME: OWNER, ...given } });
  const choose = async (NEW_PASSWORD: string): Promise<string> => {
    const asked = await knock();
    expect(asked.ChallengeName).toBe('NEW_PASSWORD_REQUIRED');
    const next = await answer('NEW_PASSWORD_REQUIRED', asked.Session, { NEW_PASSWORD });
    expect(next.ChallengeName).toBe('SOFTWARE_TOKEN_MFA');
    return next.Session;
  };
  expect(await answer('SOFTWARE_TOKEN_MFA', await choose('A-thiefs-horse-9'), { SOFTWARE_TOKEN_MFA_CODE: '000000' })).toMatchObject({ __type: 'CodeMismatchException' });
  expect(await knock('A-thiefs-horse-9')).toMatchObject({ __type: 'NotAuthorizedException' });
  expect(await answer('SOFTWARE_TOKEN_MFA', await choose('Another-horse-8'), { SOFTWARE_TOKEN_MFA_CODE: shown() })).toMatchObject({ AuthenticationResult: { IdToken: expect.any(String) } });
  expect(await knock()).toMatchObject({ __type: 'NotAuthorizedException' });
  expect(await knock('Another-horse-8')).toMatchObject({ ChallengeName: 'SOFTWARE_TOKEN_MFA' });
});

it('is shown within three minutes of the password, once for each time, and not without one', async () => {
  const shown = await switchOn(await entered());
  const begin = <T>(AuthFlow: string, more: object): Promise<T> => operate<T>('InitiateAuth', { ClientId: 'larder-web', AuthFlow, AuthParameters: { USERNAME: OWNER, ...more } });
  const byPassword = async (): Promise<string> => (await begin<{ Session: string }>('USER_PASSWORD_AUTH', { PASSWORD })).Session;
  const show = (Session: string) => operate('RespondToAuthChallenge', { ClientId: 'larder-web', ChallengeName: 'SOFTWARE_TOKEN_MFA', Session, ChallengeResponses: { USERNAME: OWNER, SOFTWARE_TOKEN_MFA_CODE: shown() } });
  const [welcome, refused] = [{ AuthenticationResult: { TokenType: 'Bearer' } }, { __type: 'NotAuthorizedException' }];
  const late = await byPassword();
  clock.pass(3 * 60_000);
  const session = await byPassword();
  expect([await show(late), await show(session), await show(session)]).toMatchObject([refused, welcome, refused]);
  // Anybody is told what to prove a password with.
  const { ChallengeParameters } = await begin<{ ChallengeParameters: { SECRET_BLOCK: string } }>('USER_SRP_AUTH', { SRP_A: 'abcdef' });
  expect(await show(Buffer.from(ChallengeParameters.SECRET_BLOCK, 'base64').toString())).toMatchObject(refused);
});

it('can be lost: a recovery code lets in once, however it is typed, and the person hears of it', async () => {
  const here = await entered();
  const shown = await switchOn(here);
  const { codes } = (await make(here)).body.data as { codes: string[] };
  expect(codes).toHaveLength(10);
  expect(new Set(codes).size).toBe(10);
  const [first = '', second = ''] = codes;
  expect([(await enter(first)).status, (await enter(first)).status, (await enter(second.replace('-', ' ').toUpperCase())).status, (await enter(shown())).status]).toEqual([200, 400, 200, 200]);
  expect((await profile(here)).body.data).toMatchObject({ secondFactor: true, recoveryCodes: 8 });
  await mailTo(larder, OWNER, /A recovery code was used/, seen);
  const { Session } = await operate<{ Session: string }>('InitiateAuth', { ClientId: 'larder-web', AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME: OWNER, PASSWORD } });
  expect(await operate('RespondToAuthChallenge', { ClientId: 'larder-web', ChallengeName: 'SOFTWARE_TOKEN_MFA', Session, ChallengeResponses: { USERNAME: OWNER, SOFTWARE_TOKEN_MFA_CODE: codes[2] } })).toMatchObject({ AuthenticationResult: { TokenType: 'Bearer' } });
});

it('is asked for after a forgotten password was set anew', async () => {
  await switchOn(await entered());
  await operate('ForgotPassword', { ClientId: 'larder-web', Username: OWNER });
  const ConfirmationCode = codeIn(await mailTo(larder, OWNER, /password code/, seen));
  expect(await operate('ConfirmForgotPassword', { ClientId: 'larder-web', Username: OWNER, ConfirmationCode, Password: 'Another-horse-8' })).toEqual({});
  expect(await larder.call('POST', '/api/cognito-auth/auth', { body: { email: OWNER, password: 'Another-horse-8' } })).toMatchObject({ status: 401, body: { data: { code: 'SecondFactorRequired' } } });
});

it('gives recovery codes to whoever knows the password as well, and those of before are good no more', async () => {
  const here = await entered();
  expect(await make(here)).toMatchObject({ status: 400, body: { message: 'Please turn on two-step sign-in first.' } });
  await switchOn(here);
  expect(await make(here, 'a guess at it')).toMatchObject({ status: 400, body: { message: 'Your current password is not right.' } });
  const [old = ''] = ((await make(here)).body.data as { codes: string[] }).codes;
  await mailTo(larder, OWNER, /You have new recovery codes/, seen);
  const [fresh = ''] = ((await make(here)).body.data as { codes: string[] }).codes;
  expect([(await enter(old)).status, (await enter(fresh)).status]).toEqual([400, 200]);
});

it('gives codes that are good each time they are asked for, also under one Idempotency-Key', async () => {
  const here = await entered();
  await switchOn(here);
  const again = () => larder.ask<{ codes: string[] }>('POST', RECOVERY, { token: here.idToken, body: { password: PASSWORD }, headers: { 'idempotency-key': 'the same' } });
  await again();
  const { codes: [code = ''] } = await again();
  expect((await enter(code)).status).toBe(200);
});

it('leaves in the log with what somebody came in, and at what somebody failed', async () => {
  const here = await entered();
  const shown = await switchOn(here);
  const { codes: [code = ''] } = (await make(here)).body.data as { codes: string[] };
  await larder.call('POST', '/api/cognito-auth/auth', { body: { email: OWNER, password: 'a guess' } });
  await enter('000000');
  await enter('aaaaa-aaaaa');
  await enter(shown());
  await enter(code);
  const { userId } = await larder.part(People).idOf(OWNER);
  const facts = await larder.kit.history(person, userId, 'people');
  const steps = facts.flatMap(({ type, data }) => (type === 'SignedIn' || type === 'SignInFailed' ? [`${type} ${data.by}`] : []));
  expect(steps.slice(-5)).toEqual(['SignInFailed password', 'SignInFailed code', 'SignInFailed recovery-code', 'SignedIn code', 'SignedIn recovery-code']);
});

it('is as hard to guess by recovery codes as by any other: each wrong one counts', async () => {
  const here = await entered();
  await switchOn(here);
  await make(here);
  const statuses: number[] = [];
  for (let n = 0; n < 6; n += 1) statuses.push((await enter(`aaaaa-aaaa${n}`)).status);
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
});

it('is not taken away, nor moved to another phone, by a screen that was left open: the password is asked for, and guesses at it count', async () => {
  const here = await entered();
  const shown = await switchOn(here);
  const off = (Password?: string) => operate('SetUserMFAPreference', { AccessToken: here.accessToken, SoftwareTokenMfaSettings: { Enabled: false }, Password });
  const move = (Password?: string) => operate<{ SecretCode?: string }>('AssociateSoftwareToken', { AccessToken: here.accessToken, Password });
  for (const weaken of [off, move]) expect([await weaken(), await weaken('a guess')]).toMatchObject([{ __type: 'NotAuthorizedException', message: 'Please enter your password to change two-step sign-in.' }, { __type: 'NotAuthorizedException' }]);
  expect((await profile(here)).body.data).toMatchObject({ secondFactor: true });
  expect((await enter(shown())).status).toBe(200);
  expect(await move(PASSWORD)).toEqual({ SecretCode: expect.any(String) });
  expect(await off(PASSWORD)).toEqual({});
  expect((await profile(here)).body.data).toMatchObject({ secondFactor: false });
  await mailTo(larder, OWNER, /Two-step sign-in is off/, seen);

  await switchOn(here);
  for (let n = 0; n < 5; n += 1) await off('a guess');
  expect(await off(PASSWORD)).toMatchObject({ __type: 'TooManyRequestsException' });
});

it('is turned off, and on again with another secret, within one half minute; a code that was used is good for neither', async () => {
  const here = await entered();
  const now = () => clock.now().getTime();
  const first = await switchOnAt(larder, here.accessToken, now);
  expect(await operate('SetUserMFAPreference', { AccessToken: here.accessToken, SoftwareTokenMfaSettings: { Enabled: false }, Password: PASSWORD })).toEqual({});
  const second = await switchOnAt(larder, here.accessToken, now);
  expect([(await enter(first())).status, (await enter(second())).status]).toEqual([400, 400]);
  clock.pass(30_000);
  expect([(await enter(first())).status, (await enter(second())).status]).toEqual([400, 200]);
});

it('lost with its codes, it is reset by whoever sees to members: the password alone lets in, nobody stays in, and the person hears of it', async () => {
  const admin = await larder.signIn('admin');
  const here = await entered();
  const idOf = async (role: string): Promise<string> => (await larder.ask<{ members: TeamMember[] }>('GET', '/api/cognito-auth/account/members', { token: admin })).members.find((member) => member.role === role)?.userId ?? '';
  const reset = async (role: string, token: string) => larder.call('POST', `/api/auth/organization/members/${await idOf(role)}/reset-second-factor`, { token, body: {} });
  const { accessToken, idToken } = await larder.ask<Tokens>('POST', '/api/cognito-auth/auth', { body: { email: `operator@${ACCOUNT}.example`, password: PASSWORD } });
  expect(await reset('operator', admin)).toMatchObject({ status: 409, body: { message: 'Two-step sign-in is not on.' } });
  await switchOn({ accessToken, idToken });
  await switchOn(here);
  expect(await reset('owner', admin)).toMatchObject({ status: 403 });
  expect(await reset('owner', here.idToken)).toMatchObject({ status: 409, body: { message: 'Please turn off your own on your profile.' } });
  expect((await reset('operator', admin)).status).toBe(200);
  expect((await profile({ accessToken, idToken })).status).toBe(401);
  expect((await larder.call('POST', '/api/cognito-auth/auth', { body: { email: `operator@${ACCOUNT}.example`, password: PASSWORD } })).status).toBe(200);
  expect((await mailTo(larder, `operator@${ACCOUNT}.example`, /Two-step sign-in was reset/, seen)).text).toContain('Please turn it on again');
});

it('is asked for once where the command line works for longer than a token is good', async () => {
  const shown = await switchOn(await entered());
  const askCode = jest.fn(async () => shown());
  const operator = await signIn(larder.url, OWNER, PASSWORD, askCode);
  clock.pass(61 * 60_000);
  expect(await operator.ask('GET', '/api/cognito-auth/profile')).toMatchObject({ email: OWNER });
  expect(askCode).toHaveBeenCalledTimes(1);
});
