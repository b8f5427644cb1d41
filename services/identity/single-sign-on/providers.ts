/** The identity providers of organizations, spoken to by OpenID Connect: authorization code with PKCE, `state` and `nonce` (OpenID Connect Core 1.0, section 3.1). */
import { Injectable } from '@nestjs/common';
import type { Configuration } from 'openid-client';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import { Remembered } from '@larder/kit/commands/remembered.js';
import { complaintAbout, fetchOutside, Unreached } from '@larder/kit/http/outside.js';
import { Kit } from '@larder/kit/kit.js';
import { issuerOf, sha256 } from '../secrets/tokens.js';

export interface Provider {
  issuer: string;
  clientId: string;
  clientSecret: string;
}
/** What is kept of somebody until they are back. */
export interface Begun {
  state: string;
  nonce: string;
  verifier: string;
}
/** Whom a provider has let in. */
export interface Told {
  issuer: string;
  subject: string;
  email: string;
  givenName: string;
  familyName: string;
}

const SCOPE = 'openid profile email';
/** Its addresses and keys may change. */
const KNOWN_MS = 600_000;
/** One that does not answer is not asked again for everybody who comes. */
const AWAY_MS = 5_000;
const LONGEST_NAME = 60;

export const hostOf = (issuer: string): string => new URL(issuer).host;
const elsewhereFailed = (issuer: string, why: string): Refusal => refuse('BAD_INPUT', `${hostOf(issuer)} cannot be used for single sign-on: ${why}`);
const notConfirmed = (issuer: string): Refusal => refuse('FORBIDDEN', `${hostOf(issuer)} did not confirm who you are. Please try again; if it goes on, tell an owner of your organization.`);

@Injectable()
export class Providers {
  private readonly known = new Remembered<{ at: number; found: Promise<Configuration | Refusal> }>(500);

  constructor(private readonly kit: Kit) {}

  private readonly isStrict = (): boolean => this.kit.settings.NODE_ENV === 'production';

  /** Where they send people back to. */
  readonly callbackUrl = (): string => `${issuerOf(this.kit.settings)}/elsewhere`;

  /** The name a provider gives itself, once it has answered as one that can be used. */
  async issuerAt({ issuer, ...client }: Provider): Promise<string | Refusal> {
    const address = issuer.replace(/\/\.well-known\/openid-configuration$/, '');
    const complaint = complaintAbout(address, this.isStrict());
    if (complaint) return refuse('BAD_INPUT', complaint);
    const configuration = await this.discover({ issuer: address, ...client });
    return isRefusal(configuration) ? configuration : configuration.serverMetadata().issuer;
  }

  /** Where to send somebody, and what to keep until they come back. */
  async begin(provider: Provider, hint: string): Promise<{ url: string; begun: Begun } | Refusal> {
    const configuration = await this.configurationOf(provider);
    if (isRefusal(configuration)) return configuration;
    const client = await import('openid-client');
    const begun = { state: client.randomState(), nonce: client.randomNonce(), verifier: client.randomPKCECodeVerifier() };
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: this.callbackUrl(), scope: SCOPE, state: begun.state, nonce: begun.nonce, code_challenge: await client.calculatePKCECodeChallenge(begun.verifier), code_challenge_method: 'S256', ...(hint && { login_hint: hint }),
    });
    return { url: url.href, begun };
  }

  /** Whom the provider has let in. @param query with which they came back, as it came */
  async finish(provider: Provider, query: string, { state, nonce, verifier }: Begun): Promise<Told | Refusal> {
    const configuration = await this.configurationOf(provider);
    if (isRefusal(configuration)) return configuration;
    const { issuer } = provider;
    const client = await import('openid-client');
    try {
      const tokens = await client.authorizationCodeGrant(configuration, new URL(`${this.callbackUrl()}${query}`), { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true });
      const claims = tokens.claims();
      if (!claims) return notConfirmed(issuer);
      return toldOf(issuer, claims.email === undefined ? { ...claims, ...(await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)) } : claims);
    } catch (error) {
      if (error instanceof client.AuthorizationResponseError) return refuse('FORBIDDEN', `${hostOf(issuer)} did not let you in.`);
      // Without its cause, which may hold what the provider says of a person.
      this.kit.log.warn({ issuer, why: (error as Error).message, code: (error as { code?: string }).code }, 'a provider of single sign-on did not confirm who somebody is');
      return notConfirmed(issuer);
    }
  }

  private async configurationOf(provider: Provider): Promise<Configuration | Refusal> {
    const key = sha256(JSON.stringify([provider.issuer, provider.clientId, provider.clientSecret]));
    const now = this.kit.clock.now().getTime();
    const known = this.known.get(key);
    if (known && now - known.at < KNOWN_MS) return known.found;
    const found = this.discover(provider);
    this.known.set(key, { at: now, found });
    if (isRefusal(await found)) this.known.set(key, { at: now - KNOWN_MS + AWAY_MS, found });
    return found;
  }

  private async discover({ issuer, clientId, clientSecret }: Provider): Promise<Configuration | Refusal> {
    const client = await import('openid-client');
    try {
      // Signatures are checked, also of what came straight from the provider.
      const execute = [client.enableNonRepudiationChecks, ...(this.isStrict() ? [] : [client.allowInsecureRequests])];
      const found = await client.discovery(new URL(issuer), clientId, clientSecret, undefined, { execute, [client.customFetch]: fetchOutside(this.isStrict()) });
      // The standard's own way unless it says that it takes another: some take nothing else.
      const { token_endpoint_auth_methods_supported: ways = ['client_secret_basic'] } = found.serverMetadata();
      if (!ways.includes('client_secret_basic')) return found;
      const configuration = new client.Configuration(found.serverMetadata(), clientId, clientSecret, client.ClientSecretBasic(clientSecret));
      configuration[client.customFetch] = fetchOutside(this.isStrict());
      for (const set of execute) set(configuration);
      return configuration;
    } catch (error) {
      const why = error instanceof Unreached ? error : (error as Error).cause instanceof Unreached ? ((error as Error).cause as Unreached) : undefined;
      return elsewhereFailed(issuer, why ? `${why.message}.` : 'It does not answer as an OpenID provider of this name. Please compare the address with what the provider calls its issuer.');
    }
  }
}

/** An address that the provider itself has not confirmed says nothing about whose it is. */
function toldOf(issuer: string, { sub, email, email_verified: isVerified, given_name: given, family_name: family, name }: Record<string, unknown> & { sub: string }): Told | Refusal {
  if (typeof email !== 'string' || !email.includes('@')) return refuse('FORBIDDEN', `${hostOf(issuer)} told no e-mail address of yours. Whoever runs it has to let Larder know it.`);
  if (isVerified === false || isVerified === 'false') return refuse('FORBIDDEN', `${hostOf(issuer)} has not confirmed that ${email} is your address. Please have it confirmed there.`);
  const plain = (text: unknown): string => (typeof text === 'string' ? text.replace(/\p{Cc}/gu, ' ').trim().slice(0, LONGEST_NAME) : '');
  return { issuer, subject: sub, email: email.trim(), givenName: plain(given) || plain(name) || plain(email.split('@')[0]), familyName: plain(family) };
}
