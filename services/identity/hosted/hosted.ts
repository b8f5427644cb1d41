/** Hosted sign-in: an OpenID provider under `/idp`, authorization code with PKCE only, with the paths and claims of Amazon Cognito's. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import type { Account, ClaimsParameterMember, Configuration, KoaContextWithOIDC, Provider } from 'oidc-provider';
import { isRefusal } from '@larder/contracts/reply.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { plainAddress } from '@larder/kit/http/network.js';
import { causeOf, Kit } from '@larder/kit/kit.js';
import { HostedAdapter } from './hosted-adapter.js';
import { HostedInteractions, type Finished } from './hosted-interactions.js';
import { logoutPage, notePage } from './hosted-pages.js';
import { PEOPLE } from '../membership-view.js';
import { PASSES, type Passes } from '../secrets/passes.js';
import { People } from '../people.js';
import { claimsOf, CLIENT_ID, issuerOf, TOKEN_SECONDS, Tokens } from '../secrets/tokens.js';
import { SingleSignOn } from '../single-sign-on/single-sign-on.js';
import { VAULT, type Vault } from '../secrets/vault.js';

const SCOPE = 'openid profile email aws.cognito.signin.user.admin';
const DAY_S = 86_400;
const CLAIMS = {
  openid: ['sub', 'cognito:username', 'token_use', 'origin_jti', 'custom:account_id', 'custom:account_slug', 'custom:account_name', 'custom:user_role', 'custom:subscription_plan'],
  profile: ['given_name', 'family_name'],
  email: ['email', 'email_verified'],
};

/** What somebody is asked about: a code, or a token of one kind or another. */
interface Shown {
  kind?: string;
  grantId?: string;
}

@Injectable()
export class Hosted {
  private current: { keys: string; serve: (request: IncomingMessage, response: ServerResponse) => Promise<void>; provider: Provider } | undefined;

  constructor(private readonly kit: Kit, private readonly people: People, private readonly tokens: Tokens, private readonly interactions: HostedInteractions, private readonly singleSignOn: SingleSignOn,
    @Inject(PASSES) private readonly passes: Passes, @Inject(VAULT) private readonly vault: Vault) {}

  /** Answers everything under `/idp`. */
  async serve(request: IncomingMessage & { originalUrl?: string }, response: ServerResponse, address: string): Promise<void> {
    const { provider, serve } = await this.provider();
    request.originalUrl = request.url;
    // Cognito's own word for where to go after signing out.
    request.url = (request.url ?? '').replace(/^\/idp/, '').replace(/^(\/logout\?(?:.*&)?)logout_uri=/, '$1post_logout_redirect_uri=') || '/';
    if (/^\/(interaction\/|elsewhere\?)/.test(request.url)) return this.interactions.serve(provider, request, response, address);
    return serve(request, response);
  }

  /** The provider reads its keys when it is made, so another set of keys takes another one. */
  private async provider(): Promise<NonNullable<Hosted['current']>> {
    const keys = await this.tokens.keysInUse();
    if (this.current?.keys !== keys) {
      // Large, so it is loaded when the first person comes this way.
      const { Provider } = await import('oidc-provider/lib/provider.js');
      const provider = new Provider(issuerOf(this.kit.settings), await this.configuration());
      provider.proxy = this.kit.settings.TRUSTED_PROXIES > 0;
      // Further in front is what the caller says.
      provider.maxIpsCount = this.kit.settings.TRUSTED_PROXIES;
      provider.use(asJson);
      provider.on('grant.error', (ctx) => void this.noteCopied(ctx).catch((error: unknown) => this.kit.surprise('hosted sign-in', error)));
      provider.on('server_error', (_, error) => this.kit.surprise('hosted sign-in', error));
      const serve = provider.callback();
      this.current = { keys, provider, serve: async (request, response) => void (await serve(request, response)) };
    }
    return this.current;
  }

  private async configuration(): Promise<Configuration> {
    const url = issuerOf(this.kit.settings).replace(/\/idp$/, '');
    const isSecure = url.startsWith('https:');
    const cookie = { path: '/idp', httpOnly: true, signed: true, sameSite: 'lax' as const, secure: isSecure };
    return {
      adapter: (model: string) => new HostedAdapter(model, this.passes, this.kit.clock),
      clients: [{
        client_id: CLIENT_ID, token_endpoint_auth_method: 'none', grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'], require_auth_time: true, scope: SCOPE,
        redirect_uris: [`${url}/auth/callback`], post_logout_redirect_uris: [`${url}/`, `${url}/login`],
      }],
      jwks: { keys: await this.tokens.privateKeys() } as Configuration['jwks'],
      scopes: SCOPE.split(' '), claims: CLAIMS, conformIdTokenClaims: false,
      responseTypes: ['code'], pkce: { required: () => true },
      rotateRefreshToken: true, issueRefreshToken: async (_, client) => client.grantTypeAllowed('refresh_token'), expiresWithSession: async () => false,
      findAccount: async (_, sub, token) => this.account(sub, token as Shown | undefined),
      loadExistingGrant: (ctx) => this.grant(ctx),
      // Whose provider somebody wants to sign in at, and the invitation they come by.
      extraParams: ['organization', 'invitation'],
      interactions: { url: (_, { uid }) => `/idp/interaction/${uid}` },
      features: {
        devInteractions: { enabled: false }, revocation: { enabled: true, allowedPolicy: async (_, { clientId }, token) => token.clientId === clientId },
        rpInitiatedLogout: {
          enabled: true,
          logoutSource: async (ctx, form) => show(ctx, logoutPage(form, ctx.oidc.entities.IdTokenHint !== undefined, this.kit.chance.secret(16))),
          postLogoutSuccessSource: async (ctx) => show(ctx, notePage('You are signed out', 'You can close this page.')),
        },
      },
      routes: { authorization: '/oauth2/authorize', token: '/oauth2/token', userinfo: '/oauth2/userInfo', revocation: '/oauth2/revoke', end_session: '/logout', jwks: '/.well-known/jwks.json' },
      cookies: { keys: this.vault.marks('cookies of the hosted sign-in'), long: cookie, short: cookie, names: cookieNames(isSecure) },
      ttl: { AccessToken: TOKEN_SECONDS, IdToken: TOKEN_SECONDS, AuthorizationCode: 60, Interaction: 1800, RefreshToken: 30 * DAY_S, Grant: 30 * DAY_S, Session: 14 * DAY_S },
      renderError: async (ctx, { error, error_description }) => show(ctx, notePage('Sign-in is not possible', `${error_description ?? 'Please go back and try again.'} (${error})`)),
    };
  }

  /** A refresh token was used once more, later than by another tab: the provider has ended its sign-in, and its person hears of it. */
  private async noteCopied({ oidc }: KoaContextWithOIDC): Promise<void> {
    const { Account: account, RefreshToken: token } = oidc.entities;
    if (!account || !token?.consumed || !token.grantId) return;
    const asked: Asked = { caller: { kind: 'guest' }, commandId: this.kit.chance.uuid(), correlationId: token.grantId };
    await this.people.do(account.accountId, { type: 'EndSignIn', familyId: token.grantId, because: 'reused' }, causeOf(asked, PEOPLE));
  }

  private async account(userId: string, token: Shown | undefined): Promise<Account | undefined> {
    const grantId = token?.grantId;
    const family = grantId === undefined ? undefined : await this.tokens.family(grantId);
    const user = await this.people.show(userId, family?.organization !== undefined);
    if (!user || (grantId !== undefined && !family)) return undefined;
    if (grantId !== undefined && token?.kind === 'RefreshToken') await this.tokens.noteUse(grantId);
    return {
      accountId: userId,
      claims: async (use: string, _scope: string, _claims: Record<string, ClaimsParameterMember | null>) => ({ sub: userId, ...claimsOf(user), ...(use === 'id_token' && { token_use: 'id' }), ...(grantId && { origin_jti: grantId }) }),
    };
  }

  /**
   * Our own application is granted what it asks for; each grant is a sign-in that can be listed and ended. Undefined, and they are asked anew, where it has
   * ended and nothing was shown since, or something came between what they have shown and this: then it ends at once, as in {@link SignIns.enter}.
   */
  private async grant(ctx: KoaContextWithOIDC) {
    const { client, session, provider, result } = ctx.oidc;
    const userId = session?.accountId;
    if (!client || !session || !userId) return undefined;
    const known = session.grantIdFor(client.clientId);
    const { shown } = (result ?? {}) as Partial<Finished>;
    const family = known === undefined ? undefined : await this.tokens.family(known);
    const kept = known !== undefined && family && (!shown || shown.organization === family.organization) ? await provider.Grant.find(known) : undefined;
    if (!shown) return kept;
    const from = { address: plainAddress(ctx.ip), agent: ctx.get('user-agent').slice(0, 200) };
    const grant = kept ?? new provider.Grant({ clientId: client.clientId, accountId: userId });
    grant.addOIDCScope(SCOPE);
    const id = await grant.save();
    const { organization, issuer: _, ...proved } = shown;
    if (!kept) await this.tokens.begin(userId, from, { id, organization });
    const asked: Asked = { caller: { kind: 'guest' }, commandId: this.kit.chance.uuid(), correlationId: id, from };
    const noted = (await this.singleSignOn.objectionTo(userId, shown)) ?? (await this.people.do(userId, { type: 'NoteSignIn', familyId: id, ...proved }, causeOf(asked, PEOPLE)));
    if (!isRefusal(noted)) return grant;
    await this.tokens.end(id);
    return undefined;
  }
}

/** Behind https browsers take them over https alone; they are not for the whole host, so the stricter prefix is not theirs. */
const cookieNames = (isSecure: boolean): { session: string; interaction: string; resume: string } => {
  const prefix = isSecure ? '__Secure-' : '';
  return { session: `${prefix}larder_idp`, interaction: `${prefix}larder_idp_step`, resume: `${prefix}larder_idp_resume` };
};

/** Clients that read JSON would stumble over the empty text that answers a revocation. */
const asJson = (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => next().then(() => {
  if (ctx.oidc?.route === 'revocation' && ctx.status === 200) ctx.type = 'application/json';
});

function show(ctx: KoaContextWithOIDC, { html, headers }: { html: string; headers: Record<string, string> }): void {
  for (const [name, value] of Object.entries(headers)) ctx.set(name, value);
  ctx.type = 'text/html; charset=utf-8';
  ctx.body = html;
}
