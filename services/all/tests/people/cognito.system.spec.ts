/** Amazon's own browser client, unmodified, against the direct endpoint. */
import './as-a-browser.testing.js';
import { AuthenticationDetails, CognitoRefreshToken, CognitoUser, CognitoUserAttribute, CognitoUserPool, type CognitoUserSession } from 'amazon-cognito-identity-js';
import { Secret, TOTP } from 'otpauth';
import { standingClock, type StandingClock } from '@larder/kit/testing.js';
import { atCognito } from '../cognito.testing.js';
import { codeIn, mailTo } from '../mailbox.testing.js';
import { startLarder, type TestLarder } from '../testing.js';

const PASSWORD = 'Correct-horse-7';
let larder: TestLarder;
let clock: StandingClock;
let pool: CognitoUserPool;
const seen = new Set<string>();

beforeAll(async () => {
  clock = standingClock(new Date().toISOString());
  larder = await startLarder({ clock });
  pool = new CognitoUserPool({ UserPoolId: 'us-east-1_larder', ClientId: 'larder-web', endpoint: `${larder.url}/cognito` });
});
afterAll(() => larder.stop());
/** Nobody is kept waiting for what another test tried. */
beforeEach(() => clock.pass(16 * 60_000));

/** A fresh object each time, with a memory of its own, as another browser has. */
const userOf = (email: string): CognitoUser => {
  const kept = new Map<string, string>();
  const Storage = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value), removeItem: (key: string) => void kept.delete(key), clear: () => kept.clear() };
  return new CognitoUser({ Username: email, Pool: pool, Storage: Storage as never });
};
const attribute = (Name: string, Value: string): CognitoUserAttribute => new CognitoUserAttribute({ Name, Value });

const signUp = (email: string, password = PASSWORD): Promise<string> => new Promise((done, failed) => {
  pool.signUp(email, password, [attribute('email', email), attribute('given_name', 'Olive'), attribute('family_name', 'Reed')], [],
    (error, result) => (error || !result ? failed(error) : done(result.userSub)), { organizationName: `${email.split('@')[0]} Stays` });
});
const called = <T>(call: (back: (error: Error | undefined | null, result?: T) => void) => void): Promise<T> => new Promise((done, failed) => call((error, result) => (error ? failed(error) : done(result as T))));
const confirm = (email: string, code: string) => called<string>((back) => userOf(email).confirmRegistration(code, true, back));

type Entered = { session: CognitoUserSession } | { needs: 'totp' | 'new-password' };
const enter = (user: CognitoUser, email: string, password: string): Promise<Entered> => new Promise((done, failed) => {
  user.authenticateUser(new AuthenticationDetails({ Username: email, Password: password }), {
    onSuccess: (session) => done({ session }), onFailure: failed, totpRequired: () => done({ needs: 'totp' }), newPasswordRequired: () => done({ needs: 'new-password' }),
  });
});
const signIn = async (user: CognitoUser, email: string, password = PASSWORD): Promise<CognitoUserSession> => {
  const entered = await enter(user, email, password);
  if ('needs' in entered) throw new Error(entered.needs);
  return entered.session;
};
const refresh = (user: CognitoUser, token: string) => called<CognitoUserSession>((back) => user.refreshSession(new CognitoRefreshToken({ RefreshToken: token }), back));
const refused = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
  } catch (error) {
    return (error as Error).name;
  }
  return 'nothing was refused';
};
/** Registered, with a verified address. */
const member = async (email: string): Promise<CognitoUser> => {
  await signUp(email);
  await confirm(email, codeIn(await mailTo(larder, email, /confirmation code/, seen)));
  return userOf(email);
};
const profile = (session: CognitoUserSession) => larder.call<{ role: string; account: { name: string; slug: string } }>('GET', '/api/cognito-auth/profile', { token: session.getIdToken().getJwtToken() });

it('signs up, confirms with the code from the e-mail, proves the password without sending it, and owns the new organization', async () => {
  const email = 'olive@stays.example';
  expect(await signUp(email)).toMatch(/^[0-9a-f-]{36}$/);
  expect(await refused(signIn(userOf(email), email))).toBe('UserNotConfirmedException');
  expect(await refused(confirm(email, '000000'))).toBe('CodeMismatchException');
  const code = codeIn(await mailTo(larder, email, /confirmation code/, seen));
  await confirm(email, code);
  const session = await signIn(userOf(email), email);
  expect(session.getIdToken().payload).toMatchObject({ email, email_verified: true, given_name: 'Olive', family_name: 'Reed', token_use: 'id', 'custom:account_slug': 'olive-stays', 'custom:user_role': 'owner', 'custom:subscription_plan': 'professional' });
  expect((await profile(session)).body.data).toMatchObject({ role: 'owner', account: { name: 'olive Stays', slug: 'olive-stays' } });
});

it('an address is taken once, a weak password is refused, and a resent code replaces the first', async () => {
  const email = 'ruth@stays.example';
  expect(await refused(signUp(email, 'weak'))).toBe('InvalidPasswordException');
  await signUp(email);
  expect(await refused(signUp('RUTH@stays.example'))).toBe('UsernameExistsException');
  const first = codeIn(await mailTo(larder, email, /confirmation code/, seen));
  await called((back) => userOf(email).resendConfirmationCode(back));
  const second = codeIn(await mailTo(larder, email, /confirmation code/, seen));
  if (first !== second) expect(await refused(confirm(email, first))).toBe('CodeMismatchException');
  await confirm(email, second);
  expect(await refused(confirm(email, second))).toBe('NotAuthorizedException');
});

it('five wrong codes end a code', async () => {
  const email = 'quinn@stays.example';
  await signUp(email);
  const code = codeIn(await mailTo(larder, email, /confirmation code/, seen));
  const wrong = code === '123456' ? '654321' : '123456';
  for (let n = 0; n < 5; n++) expect(await refused(confirm(email, wrong))).toBe('CodeMismatchException');
  expect(await refused(confirm(email, code))).toBe('LimitExceededException');
});

it('a code is good for a day', async () => {
  const email = 'late@stays.example';
  await signUp(email);
  const code = codeIn(await mailTo(larder, email, /confirmation code/, seen));
  clock.pass(24 * 3_600_000 + 1000);
  expect(await refused(confirm(email, code))).toBe('ExpiredCodeException');
});

it('a wrong password and an unknown address are refused alike', async () => {
  await member('paul@stays.example');
  expect(await refused(signIn(userOf('paul@stays.example'), 'paul@stays.example', 'Wrong-horse-7'))).toBe('NotAuthorizedException');
  expect(await refused(signIn(userOf('nobody@stays.example'), 'nobody@stays.example', 'Wrong-horse-7'))).toBe('NotAuthorizedException');
});

it('a refresh token is rotated, and reusing the old one ends the sign-in', async () => {
  const user = await member('rosa@stays.example');
  const first = await signIn(user, 'rosa@stays.example');
  const token = first.getRefreshToken().getToken();
  const second = await refresh(user, token);
  expect(second.getRefreshToken().getToken()).not.toBe(token);
  clock.pass(11_000);
  expect(await refused(refresh(userOf('rosa@stays.example'), token))).toBe('NotAuthorizedException');
  expect((await profile(second)).status).toBe(401);
  await mailTo(larder, 'rosa@stays.example', /ended/, seen);
});

it('a changed password is the only one that is good, and other sign-ins end', async () => {
  const email = 'cleo@stays.example';
  const user = await member(email);
  const other = await signIn(userOf(email), email);
  const here = await signIn(user, email);
  expect(await refused(called((back) => user.changePassword('Wrong-horse-7', 'Another-horse-8', back)))).toBe('NotAuthorizedException');
  await called((back) => user.changePassword(PASSWORD, 'Another-horse-8', back));
  await mailTo(larder, email, /password was changed/, seen);
  expect([(await profile(here)).status, (await profile(other)).status]).toEqual([200, 401]);
  expect(await refused(signIn(userOf(email), email))).toBe('NotAuthorizedException');
  await signIn(userOf(email), email, 'Another-horse-8');
});

it('a forgotten password is set anew with a code, which ends every sign-in', async () => {
  const email = 'finn@stays.example';
  const session = await signIn(await member(email), email);
  const ask = (to: string) => new Promise((done, failed) => userOf(to).forgotPassword({ onSuccess: done, onFailure: failed }));
  expect(await ask('nobody@stays.example')).toMatchObject({ CodeDeliveryDetails: { DeliveryMedium: 'EMAIL' } });
  await ask(email);
  const code = codeIn(await mailTo(larder, email, /password code/, seen));
  const set = (given: string, password: string) => new Promise<unknown>((done, failed) => userOf(email).confirmPassword(given, password, { onSuccess: done, onFailure: failed }));
  expect(await refused(set(code, 'weak'))).toBe('InvalidPasswordException');
  await set(code, 'Another-horse-8');
  expect(await refused(set(code, 'Third-horse-9'))).toBe('ExpiredCodeException');
  expect((await profile(session)).status).toBe(401);
  await signIn(userOf(email), email, 'Another-horse-8');
  await mailTo(larder, email, /password was reset/, seen);
});

it('a password that is common or made of who somebody is is refused wherever one is chosen, and tells nothing to who has no code', async () => {
  const email = 'iris@stays.example';
  for (const guessed of ['Password1!', 'Olive-Reed-7', 'Iris-Stays-1!']) expect([guessed, await refused(signUp(email, guessed))]).toEqual([guessed, 'CommonPasswordException']);
  const user = await member(email);
  await signIn(user, email);
  expect(await refused(called((back) => user.changePassword(PASSWORD, 'Summer-2026!', back)))).toBe('CommonPasswordException');
  expect(await refused(called((back) => user.changePassword(PASSWORD, 'Iris-Stays-1!', back)))).toBe('CommonPasswordException');
  await new Promise((done, failed) => userOf(email).forgotPassword({ onSuccess: done, onFailure: failed }));
  const code = codeIn(await mailTo(larder, email, /password code/, seen));
  const set = (given: string, password: string) => new Promise<unknown>((done, failed) => userOf(email).confirmPassword(given, password, { onSuccess: done, onFailure: failed }));
  expect(await refused(set(code === '123456' ? '654321' : '123456', 'Olive-Reed-7'))).toBe('CodeMismatchException');
  expect(await refused(set(code, 'Olive-Reed-7'))).toBe('CommonPasswordException');
  await set(code, 'Another-horse-8');
  await signIn(userOf(email), email, 'Another-horse-8');
});

it('signing out everywhere ends every sign-in', async () => {
  const email = 'gus@stays.example';
  const user = await member(email);
  const there = await signIn(userOf(email), email);
  const here = await signIn(user, email);
  await new Promise((done, failed) => user.globalSignOut({ onSuccess: done, onFailure: failed }));
  expect([(await profile(here)).status, (await profile(there)).status]).toEqual([401, 401]);
  expect(await refused(refresh(userOf(email), there.getRefreshToken().getToken()))).toBe('NotAuthorizedException');
});

/** A secret for one-time passwords, and what an app makes of it now. */
/** Where codes are asked for, the password is needed as well, for which these clients have no field. */
async function moved(user: CognitoUser): Promise<string> {
  const answer = await atCognito(larder.url, 'AssociateSoftwareToken', { AccessToken: user.getSignInUserSession()?.getAccessToken().getJwtToken(), Password: PASSWORD });
  return ((await answer.json()) as { SecretCode: string }).SecretCode;
}
const secretOf = (user: CognitoUser) => new Promise<string>((done, failed) => user.associateSoftwareToken({ associateSecretCode: done, onFailure: failed }));
const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now().getTime() });
const prove = (user: CognitoUser, secret: string) => new Promise((done, failed) => user.verifySoftwareToken(codeOf(secret), 'Phone', { onSuccess: done, onFailure: failed }));
const sendCode = (user: CognitoUser, code: string) => new Promise<CognitoUserSession>((done, failed) => user.sendMFACode(code, { onSuccess: done, onFailure: failed }, 'SOFTWARE_TOKEN_MFA'));
/** Signed in, and from now on asked for one-time passwords of the secret. */
const memberWithCodes = async (email: string): Promise<{ user: CognitoUser; secret: string }> => {
  const user = await member(email);
  await signIn(user, email);
  const secret = await secretOf(user);
  await prove(user, secret);
  await called((back) => user.setUserMfaPreference(null, { PreferredMfa: true, Enabled: true }, back));
  await mailTo(larder, email, /Two-step sign-in is on/, seen);
  return { user, secret };
};

it('asks for a one-time password once that is switched on, and takes each one once', async () => {
  const email = 'tess@stays.example';
  const { secret } = await memberWithCodes(email);
  const code = () => codeOf(secret);
  const again = userOf(email);
  expect(await enter(again, email, PASSWORD)).toEqual({ needs: 'totp' });
  const send = (given: string) => sendCode(again, given);
  expect(await refused(send(code()))).toBe('CodeMismatchException');
  clock.pass(30_000);
  expect(await enter(again, email, PASSWORD)).toEqual({ needs: 'totp' });
  expect((await profile(await send(code()))).status).toBe(200);
  expect(await larder.call('POST', '/api/cognito-auth/auth', { body: { email, password: PASSWORD } })).toMatchObject({ status: 401, body: { data: { code: 'SecondFactorRequired' } } });
});

it('goes on asking for one-time passwords while another app is set up, and takes those of the new one once it is proved', async () => {
  const email = 'nora@stays.example';
  const { user, secret } = await memberWithCodes(email);
  const enterWith = async (of: string): Promise<string> => {
    clock.pass(30_000);
    const there = userOf(email);
    expect(await enter(there, email, PASSWORD)).toEqual({ needs: 'totp' });
    return refused(sendCode(there, codeOf(of)));
  };
  expect(await refused(secretOf(user))).toBe('NotAuthorizedException');
  const next = await moved(user);
  expect([await enterWith(next), await enterWith(secret)]).toEqual(['CodeMismatchException', 'nothing was refused']);
  clock.pass(30_000);
  await prove(user, next);
  await mailTo(larder, email, /Two-step sign-in is on/, seen);
  expect([await enterWith(secret), await enterWith(next)]).toEqual(['CodeMismatchException', 'nothing was refused']);
});

it('asks for a new password when that is demanded, before anything else, and ends every sign-in by the old one', async () => {
  const owner = await member('vera@stays.example');
  const session = await signIn(owner, 'vera@stays.example');
  const token = session.getIdToken().getJwtToken();
  const { sub } = session.getIdToken().payload as { sub: string };
  await larder.ask('POST', `/api/auth/organization/members/${sub}/demand-new-password`, { token, body: {} });
  const user = userOf('vera@stays.example');
  expect(await enter(user, 'vera@stays.example', PASSWORD)).toEqual({ needs: 'new-password' });
  const choose = (password: string) => new Promise<CognitoUserSession>((done, failed) => user.completeNewPasswordChallenge(password, {}, { onSuccess: done, onFailure: failed }));
  expect(await refused(choose('Vera-Stays-1!'))).toBe('CommonPasswordException');
  const changed = await choose('Another-horse-8');
  expect([(await profile(session)).status, (await profile(changed)).status]).toEqual([401, 200]);
  await signIn(userOf('vera@stays.example'), 'vera@stays.example', 'Another-horse-8');
});

it('answers what it does not know as Cognito does', async () => {
  const send = async (operation: string, body: unknown) => {
    const response = await atCognito(larder.url, operation, body);
    return [response.status, response.headers.get('x-amzn-errortype')];
  };
  expect(await send('DropEverything', {})).toEqual([400, 'UnknownOperationException']);
  expect(await send('constructor', {})).toEqual([400, 'UnknownOperationException']);
  expect(await send('InitiateAuth', { ClientId: 'somebody-else', AuthFlow: 'USER_SRP_AUTH', AuthParameters: {} })).toEqual([400, 'InvalidParameterException']);
  for (const SRP_A of ['0', '', 'zz', 'f'.repeat(9000)]) expect((await send('InitiateAuth', { ClientId: 'larder-web', AuthFlow: 'USER_SRP_AUTH', AuthParameters: { USERNAME: 'a@b.c', SRP_A } }))[0]).toBe(400);
  expect(await send('RespondToAuthChallenge', { ClientId: 'larder-web', ChallengeName: 'PASSWORD_VERIFIER', ChallengeResponses: { PASSWORD_CLAIM_SECRET_BLOCK: 'AAAA', PASSWORD_CLAIM_SIGNATURE: 'AAAA', TIMESTAMP: 'x' } })).toEqual([400, 'NotAuthorizedException']);
  expect(await send('GetUser', { AccessToken: 'none' })).toEqual([400, 'NotAuthorizedException']);
  // An ID token goes to whoever is to know who somebody is; it changes nothing about them.
  const session = await signIn(await member('ivy@stays.example'), 'ivy@stays.example');
  const as = async (token: string) => (await send('GetUser', { AccessToken: token }))[0];
  expect([await as(session.getIdToken().getJwtToken()), await as(session.getAccessToken().getJwtToken())]).toEqual([400, 200]);
});
