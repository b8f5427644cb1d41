/** Two copies of identity: whoever comes in at one goes on at the other, what one has ended is over in both, and the end of one keeps nobody out. */
import { createHash, randomBytes } from 'node:crypto';
import { findNatsServer } from '@larder/kit/bus/nats/nats-server.js';
import { freePort, until } from '@larder/kit/testing.js';
import { fromOurPages } from '../cognito.testing.js';
import { codeIn, mailTo } from '../mailbox.testing.js';
import { before, found, join, PASSWORD, type Front } from './people.testing.js';
import { separateProcesses, type Shape } from './shape.testing.js';
import { startSharedStores, type SharedStores } from './shared-stores.testing.js';

const nats = findNatsServer();
const { MONGODB_URL, KURRENTDB_URL } = process.env;
const title = 'Two copies of identity';
const needs = [!nats && 'the program nats-server', process.env.SHAPES !== 'all' && 'SHAPES=all', !MONGODB_URL && 'MONGODB_URL'].filter(Boolean).join(' and ');
if (needs) process.stderr.write(`${title}: did not run, it needs ${needs}\n`);

interface Tokens {
  AccessToken: string;
  RefreshToken: string;
  IdToken: string;
}
interface Answered {
  status: number;
  body: { AuthenticationResult?: Tokens; __type?: string };
}

(needs ? describe.skip : describe)(needs ? `${title}: needs ${needs}` : title, () => {
  const suffix = Date.now().toString(36);
  const email = `owner@identity-${suffix}.example`;
  let stores: SharedStores | undefined;
  let shape: Shape;
  let front: Front;
  let [one, other]: string[] = [];

  beforeAll(async () => {
    stores = KURRENTDB_URL ? undefined : await startSharedStores(await freePort());
    const keep = { KEEP_URL: `${MONGODB_URL?.replace(/\/$/, '')}/keep-${suffix}`, VAULT_KEY: randomBytes(32).toString('hex') };
    shape = await separateProcesses({
      nats: nats as string, copies: { identity: 2, gateway: 2 }, settings: { identity: { ...keep, ...(stores && { SERVICE: 'identity', SHARED_STORES: stores.url }) } },
      mainOf: (service) => (stores && service === 'identity' ? 'services/all/dist/tests/shapes/on-shared-stores.main.js' : undefined),
    });
    front = before(shape);
    [one, other] = shape.copies('identity').map(({ url }) => url);
    await found(front, email, `Copied Stays ${suffix}`);
  }, 60_000);
  afterAll(async () => {
    await shape?.stop();
    await stores?.close();
  });

  const cognito = async (copy: string | undefined, operation: string, body: object): Promise<Answered> => {
    const response = await fromOurPages(copy, operation, body);
    return { status: response.status, body: (await response.json()) as Answered['body'] };
  };
  const enter = (copy: string | undefined, username = email, password = PASSWORD) => cognito(copy, 'InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME: username, PASSWORD: password } });
  const refresh = (copy: string | undefined, token: string | undefined) => cognito(copy, 'InitiateAuth', { AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters: { REFRESH_TOKEN: token } });
  const profile = (token: string | undefined) => front.call('GET', '/api/cognito-auth/profile', { token });

  it('somebody who signs up at one confirms at the other, and signs in at either', async () => {
    const ned = `ned@identity-${suffix}.example`;
    expect(await cognito(one, 'SignUp', { Username: ned, Password: PASSWORD, UserAttributes: [{ Name: 'email', Value: ned }, { Name: 'given_name', Value: 'Ned' }, { Name: 'family_name', Value: 'Ostrich' }] })).toMatchObject({ status: 200 });
    expect(await cognito(other, 'ConfirmSignUp', { Username: ned, ConfirmationCode: codeIn(await mailTo(front, ned, /confirmation code/, new Set())) })).toMatchObject({ status: 200 });
    expect((await Promise.all([enter(one, ned), enter(other, ned)])).map(({ status }) => status)).toEqual([200, 200]);
  });

  it('tokens of one are good at the other and at every gateway, are renewed there, and are over everywhere when either ends the sign-in', async () => {
    const { AuthenticationResult: first } = (await enter(one)).body;
    expect(await cognito(other, 'GetUser', { AccessToken: first?.AccessToken })).toMatchObject({ status: 200 });
    expect((await Promise.all(Array.from({ length: 8 }, () => profile(first?.IdToken)))).map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    const { AuthenticationResult: renewed } = (await refresh(other, first?.RefreshToken)).body;
    expect(await cognito(one, 'GetUser', { AccessToken: renewed?.AccessToken })).toMatchObject({ status: 200 });
    await cognito(one, 'RevokeToken', { Token: renewed?.RefreshToken });
    expect((await Promise.all([one, other].map((copy) => cognito(copy, 'GetUser', { AccessToken: renewed?.AccessToken })))).map(({ status }) => status)).toEqual([400, 400]);
    expect((await Promise.all([one, other].map((copy) => refresh(copy, renewed?.RefreshToken)))).map(({ status }) => status)).toEqual([400, 400]);
    expect((await Promise.all(Array.from({ length: 8 }, () => profile(renewed?.IdToken)))).map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 401));
  });

  it('somebody who founds in several tabs at once, each heard by another copy, belongs to one organization', async () => {
    const eager = `eager@identity-${suffix}.example`;
    const token = await found(front, eager, '');
    const names = Array.from({ length: 6 }, (_, n) => `Eager ${n} ${suffix}`);
    const answers = await Promise.all(names.map((organizationName) => front.call('POST', '/api/cognito-auth/account', { token, body: { organizationName } })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  });

  it('both publish the same keys', async () => {
    const keys = await Promise.all([one, other].map(async (copy) => (await fetch(`${copy}/idp/.well-known/jwks.json`)).json() as Promise<{ keys: { kid: string }[] }>));
    expect(keys[0]?.keys).toHaveLength(1);
    expect(keys[1]).toEqual(keys[0]);
  });

  it('the hosted sign-in goes on at the other copy with every step', async () => {
    const verifier = randomBytes(32).toString('base64url');
    const cookies = new Map<string, string>();
    let turn = 0;
    const go = async (path: string, form?: Record<string, string>): Promise<{ path: string; outside?: URL }> => {
      for (let [at, body] = [path, form && new URLSearchParams(form)]; ; body = undefined) {
        const response = await fetch(`${[one, other][turn++ % 2]}${at}`, { method: body ? 'POST' : 'GET', body, redirect: 'manual', headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') } });
        for (const cookie of response.headers.getSetCookie()) cookies.set(...(/^([^=]+)=([^;]*)/.exec(cookie)?.slice(1, 3) as [string, string]));
        const next = response.headers.get('location');
        if (!next) return { path: at };
        const to = new URL(next, `${shape.url}${at}`);
        if (!to.pathname.startsWith('/idp')) return { path: at, outside: to };
        at = `${to.pathname}${to.search}`;
      }
    };
    const query = new URLSearchParams({ client_id: 'larder-web', response_type: 'code', redirect_uri: `${shape.url}/auth/callback`, scope: 'openid profile email', state: 's', code_challenge: createHash('sha256').update(verifier).digest('base64url'), code_challenge_method: 'S256' });
    const form = await go(`/idp/oauth2/authorize?${query.toString()}`);
    const { outside } = await go(form.path, { email, password: PASSWORD });
    const response = await fetch(`${[one, other][turn++ % 2]}/idp/oauth2/token`, { method: 'POST', body: new URLSearchParams({ grant_type: 'authorization_code', client_id: 'larder-web', code: outside?.searchParams.get('code') ?? '', redirect_uri: `${shape.url}/auth/callback`, code_verifier: verifier }) });
    const { id_token: idToken } = (await response.json()) as { id_token?: string };
    expect([response.status, (await profile(idToken)).status]).toEqual([200, 200]);
  });

  it('is updated one copy after the other while people come in, look around and are invited, and no request fails', async () => {
    const busy = people(4);
    const owner = await front.signIn(email);
    await shape.roll('identity');
    await join(front, owner, `maya@identity-${suffix}.example`, 'viewer');
    expect(await busy.end()).toEqual([]);
    expect(busy.entered()).toBeGreaterThan(8);
  }, 90_000);

  it('one copy is killed: whoever was asking it may have to try again, nobody is turned away, and people go on coming in', async () => {
    const busy = people(4);
    const [, second] = shape.copies('identity');
    await until('people come in', () => busy.entered() > 4);
    await second?.kill();
    const then = busy.entered();
    await until('people come in at the other', () => busy.entered() > then + 8, 60_000);
    await second?.start();
    const failed = await busy.end();
    expect(failed.filter(({ status }) => status !== 0 && status < 500)).toEqual([]);
    expect(failed.length).toBeLessThanOrEqual(8);
  }, 120_000);

  /** Come in with their password, look who they are, and go; answers what was refused meanwhile. */
  function people(count: number): { entered(): number; end(): Promise<{ status: number; error?: string }[]> } {
    let [isOver, entered] = [false, 0];
    const failed: { status: number; error?: string }[] = [];
    const look = async (): Promise<void> => {
      while (!isOver) {
        const signedIn = await front.call<{ idToken: string }>('POST', '/api/cognito-auth/auth', { body: { email, password: PASSWORD } });
        if (signedIn.status !== 200) failed.push({ status: signedIn.status, ...signedIn.body });
        else entered++;
        if (signedIn.status !== 200) continue;
        const { status, body } = await profile(signedIn.body.data?.idToken);
        if (status !== 200) failed.push({ status, ...body });
      }
    };
    const looking = Promise.all(Array.from({ length: count }, look));
    return {
      entered: () => entered,
      async end() {
        isOver = true;
        await looking;
        return failed;
      },
    };
  }
});
