/** Hosted sign-in by OpenID Connect: authorization code with PKCE, and nothing else. */
import type { SignInWay } from '@larder/contracts/identity.js';
import { ErrorResponse, User, UserManager, WebStorageStateStore, type OidcMetadata } from 'oidc-client-ts';
import { lasting, ofThisTab } from '../storage.js';
import type { Refreshed } from './authorize.js';
import type { Elsewhere, HostedSignIn } from './auth-client.js';
import { problemOf } from './callback.js';
import { claimsOf } from './claims.js';
import type { Tokens } from './tokens.js';

type OidcWay = Extract<SignInWay, { kind: 'oidc' }>;

let made: { authority: string; manager: UserManager } | undefined;

function managerOf(way: OidcWay): UserManager {
  if (made?.authority !== way.authority) made = { authority: way.authority, manager: makeManager(way) };
  return made.manager;
}

const makeManager = ({ authority, clientId, scope }: OidcWay): UserManager => new UserManager({
  authority, client_id: clientId, scope, response_type: 'code',
  redirect_uri: `${location.origin}/auth/callback`, post_logout_redirect_uri: `${location.origin}/`,
  ...(authority === `${location.origin}/idp` && { metadata: ownMetadata(authority) }),
  stateStore: new WebStorageStateStore({ store: lasting, prefix: 'oidc.' }), staleStateAgeInSeconds: 900,
  userStore: new WebStorageStateStore({ store: ofThisTab, prefix: 'oidc.' }),
  // Every call renews beforehand, one tab at a time; two that renew by themselves would use one refresh token twice.
  automaticSilentRenew: false,
  requestTimeoutInSeconds: 30, silentRequestTimeoutInSeconds: 60, monitorSession: false,
});

/** Our own provider is known, so nobody has to be asked. */
const ownMetadata = (authority: string): Partial<OidcMetadata> => ({
  issuer: authority, authorization_endpoint: `${authority}/oauth2/authorize`, token_endpoint: `${authority}/oauth2/token`, userinfo_endpoint: `${authority}/oauth2/userInfo`,
  revocation_endpoint: `${authority}/oauth2/revoke`, end_session_endpoint: `${authority}/logout`, jwks_uri: `${authority}/.well-known/jwks.json`,
});

/** Who is signed in there already may be another one than their organization's provider lets in, so that is asked each time. */
export function begin(way: OidcWay, returnTo: string, email?: string, elsewhere?: Elsewhere): Promise<void> {
  const nonce = crypto.randomUUID();
  return managerOf(way).signinRedirect({ nonce, state: { returnTo, nonce, from: location.pathname }, ...(email && { login_hint: email }), ...(elsewhere && { prompt: 'login', extraQueryParams: { ...elsewhere } }) });
}

export async function finish(way: OidcWay, url: string): ReturnType<HostedSignIn['finish']> {
  try {
    const user = await managerOf(way).signinRedirectCallback(url);
    const tokens = isAskedFor(user) ? tokensOf(user, '') : undefined;
    return tokens ? { tokens, returnTo: begunWith(user.state).returnTo } : { problem: 'callback_failed', ...begunWith(user.state) };
  } catch (error) {
    const problem = problemOf(error instanceof ErrorResponse ? error : { name: (error as Error).name });
    return { problem, ...begunWith(error instanceof ErrorResponse ? error.state : undefined) };
  }
}

/** The tokens may have been got by another tab, whose session user this one has not. */
export async function renew(way: OidcWay, held: Tokens): Promise<Refreshed> {
  const manager = managerOf(way);
  const { sub = '', exp } = claimsOf(held.idToken);
  try {
    await manager.storeUser(new User({
      id_token: held.idToken, access_token: held.accessToken, refresh_token: held.refreshToken, token_type: 'Bearer', scope: way.scope,
      profile: { sub, iss: way.authority, aud: way.clientId, exp: exp ?? 0, iat: 0 }, expires_at: exp,
    }));
    const user = await manager.signinSilent();
    return (user && tokensOf(user, held.refreshToken)) ?? 'unreachable';
  } catch (error) {
    return error instanceof ErrorResponse && error.error === 'invalid_grant' ? 'refused' : 'unreachable';
  }
}

export async function end(way: OidcWay, idToken: string): Promise<void> {
  const manager = managerOf(way);
  await manager.removeUser();
  await manager.signoutRedirect({ id_token_hint: idToken });
}

const tokensOf = ({ id_token: idToken, access_token: accessToken, refresh_token: refreshToken }: User, lastRefreshToken: string): Tokens | undefined =>
  idToken === undefined ? undefined : { idToken, accessToken, refreshToken: refreshToken ?? lastRefreshToken };

/** The client keeps the nonce of what it asks for, and leaves comparing to us: an ID token of another sign-in, even the same person's, is none. */
const isAskedFor = ({ id_token: idToken, state }: User): boolean => claimsOf(idToken ?? null).nonce === ((state ?? {}) as { nonce?: string }).nonce;

/** What {@link begin} gave along: where to go afterwards, and the page it was begun on. */
function begunWith(state: unknown): { returnTo: string | null; from: string | null } {
  const { returnTo, from } = (state ?? {}) as { returnTo?: unknown; from?: unknown };
  return { returnTo: typeof returnTo === 'string' ? returnTo : null, from: typeof from === 'string' ? from : null };
}
