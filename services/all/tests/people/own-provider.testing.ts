/** The identity provider of a company, with people who need no password there: an OpenID provider of its own on another port. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { exportJWK, generateKeyPair } from 'jose';
import type { Adapter, AdapterPayload, KoaContextWithOIDC, Provider } from 'oidc-provider';

export interface TheirPerson {
  sub: string;
  email?: string;
  email_verified?: boolean;
  given_name?: string;
  family_name?: string;
}

export interface OwnProvider {
  issuer: string;
  /** Who is signed in there; undefined: it lets nobody in. */
  signedIn: TheirPerson | undefined;
  stop(): Promise<void>;
}

export const CLIENT = { clientId: 'larder', clientSecret: 'a secret of theirs' };

/** @param way how it takes the client's secret, and nothing else */
export async function startOwnProvider(callbackUrl: string, way: 'client_secret_basic' | 'client_secret_post' = 'client_secret_basic'): Promise<OwnProvider> {
  // Its front door warns of Node 20.
  const { Provider: Made } = (await import('oidc-provider/lib/provider.js' as string)) as typeof import('oidc-provider');
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  let serve: (request: IncomingMessage, response: ServerResponse) => unknown = (_, response) => response.end();
  const server: Server = createServer((request, response) => void serve(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const own: OwnProvider = { issuer: `http://localhost:${(server.address() as AddressInfo).port}`, signedIn: undefined, stop: () => new Promise((done) => server.close(() => done()).closeAllConnections()) };
  const kept = new Map<string, AdapterPayload>();
  const provider: Provider = new Made(own.issuer, {
    adapter: (model: string) => adapterOf(model, kept), jwks: { keys: [{ ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256' }] }, ttl: { AccessToken: 60, AuthorizationCode: 60, IdToken: 60, Interaction: 60, Grant: 60, Session: 60 },
    clients: [{ client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret, redirect_uris: [callbackUrl], token_endpoint_auth_method: way }],
    clientAuthMethods: [way], scopes: ['openid', 'profile', 'email'], claims: { openid: ['sub'], profile: ['given_name', 'family_name'], email: ['email', 'email_verified'] }, conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } }, interactions: { url: (_, { uid }) => `/enter/${uid}` }, pkce: { required: () => true },
    cookies: { keys: ['of the test'], names: { session: 'theirs', interaction: 'theirs_step', resume: 'theirs_resume' } },
    findAccount: async (_, sub) => ({ accountId: sub, claims: async () => ({ ...own.signedIn, sub }) }),
    loadExistingGrant: granted,
  });
  const answer = provider.callback();
  serve = (request, response) => (request.url?.startsWith('/enter/') ? provider.interactionFinished(request, response, own.signedIn ? { login: { accountId: own.signedIn.sub } } : { error: 'access_denied' }) : answer(request, response));
  return own;
}

const adapterOf = (model: string, kept: Map<string, AdapterPayload>): Adapter => ({
  upsert: async (id, payload) => void kept.set(`${model} ${id}`, payload).set(`${model} of ${payload.uid}`, payload),
  find: async (id) => kept.get(`${model} ${id}`),
  findByUid: async (uid) => kept.get(`${model} of ${uid}`),
  findByUserCode: async () => undefined,
  consume: async (id) => void Object.assign(kept.get(`${model} ${id}`) ?? {}, { consumed: Math.floor(Date.now() / 1000) }),
  destroy: async (id) => void kept.delete(`${model} ${id}`),
  revokeByGrantId: async () => undefined,
});

async function granted(ctx: KoaContextWithOIDC) {
  const { client, session, provider } = ctx.oidc;
  const grant = new provider.Grant({ clientId: client?.clientId ?? '', accountId: session?.accountId ?? '' });
  grant.addOIDCScope('openid profile email');
  await grant.save();
  return grant;
}
