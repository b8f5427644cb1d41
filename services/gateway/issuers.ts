/** Whose ID tokens are good here: our own, and those of issuers the settings name, side by side. */
import { KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { createRemoteJWKSet, customFetch, decodeJwt, decodeProtectedHeader, errors, type RemoteJWKSetOptions } from 'jose';
import type { SecretOrKeyProvider } from 'passport-jwt';
import { adoptExternal, signingKeys } from '@larder/contracts/identity.js';
import { isRefusal, type Refusal } from '@larder/contracts/reply.js';
import { Kit } from '@larder/kit/kit.js';
import { asGateway } from './as-gateway.js';
import { Refused } from './refused.js';

const CLIENT_ID = 'larder-web';
const KNOWN_PEOPLE = 10_000;

@Injectable()
export class Issuers {
  readonly own: string;
  private readonly audiences = new Map<string, string>();
  private readonly providers = new Map<string, SecretOrKeyProvider>();
  private readonly people = new Map<string, string>();

  constructor(private readonly kit: Kit) {
    const { PUBLIC_URL, PORT, TRUSTED_ISSUERS } = kit.settings;
    this.own = `${PUBLIC_URL ?? `http://localhost:${PORT}`}/idp`;
    this.audiences.set(this.own, CLIENT_ID);
    this.providers.set(this.own, ownKeys(kit));
    for (const { issuer, audience, jwksUri } of TRUSTED_ISSUERS) {
      this.audiences.set(issuer, audience);
      // Whoever makes up names of keys has them asked for twice a minute, and keeps nobody out.
      this.providers.set(issuer, keysFrom(jwksUri, { timeoutDuration: 10_000, cooldownDuration: 30_000 }));
    }
  }

  /** Picks the keys by the issuer a token claims; the signature then has to fit them. */
  readonly keyFor: SecretOrKeyProvider = (request, token, done) => {
    const provider = this.providers.get(issuerNamedIn(token as string));
    if (provider) provider(request, token, done);
    else done(null);
  };

  /** Issuer and audience belong together: a token for one issuer's client is none for another's. */
  isMeantForUs({ iss, aud }: Record<string, unknown>): boolean {
    const audience = this.audiences.get(String(iss));
    return audience !== undefined && (Array.isArray(aud) ? aud.includes(audience) : aud === audience);
  }

  /** Our person for somebody who signs in elsewhere; registered at first sight. */
  async personOf(payload: Record<string, unknown>): Promise<string | Refusal> {
    const text = (name: string): string => (typeof payload[name] === 'string' ? payload[name] : '');
    const [issuer, subject] = [text('iss'), text('sub')];
    const key = `${issuer} ${subject}`;
    const known = this.people.get(key);
    if (known) return known;
    const adopted = await this.kit.ask(adoptExternal, {
      issuer, subject, email: text('email') || undefined, emailVerified: payload.email_verified === true || payload.email_verified === 'true', givenName: text('given_name'), familyName: text('family_name'),
    }, { ...asGateway(this.kit), commandId: `adopt:${key}` });
    if (isRefusal(adopted)) return adopted;
    if (this.people.size >= KNOWN_PEOPLE) this.people.clear();
    this.people.set(key, adopted.userId);
    return adopted.userId;
  }
}

function issuerNamedIn(token: string): string {
  try {
    decodeProtectedHeader(token); // keys are looked for by it
    return decodeJwt(token).iss ?? '';
  } catch {
    return '';
  }
}

/** Nobody can say which key such a token is signed with. */
const UNFIT = [errors.JWKSNoMatchingKey, errors.JWKSMultipleMatchingKeys, errors.JOSENotSupported];

/** All keys of an issuer are kept for ten minutes, and asked for sooner for one that is not among them. */
function keysFrom(address: string, options: RemoteJWKSetOptions): SecretOrKeyProvider {
  const keys = createRemoteJWKSet(new URL(address), options);
  const find = async (token: string): Promise<KeyObject> => KeyObject.from(await keys(decodeProtectedHeader(token) as { alg: string }));
  const isUnfit = (error: unknown): boolean => UNFIT.some((kind) => error instanceof kind);
  return (_, token, done) => void find(token as string).then((key) => done(null, key as never), (error: unknown) => (isUnfit(error) ? done(null) : done(error)));
}

/** Ours come over the bus, from no address. */
const ownKeys = (kit: Kit): SecretOrKeyProvider => keysFrom('bus:keys', {
  cooldownDuration: 0, // asking costs little
  async [customFetch]() {
    const found = await kit.ask(signingKeys, {}, asGateway(kit));
    if (isRefusal(found)) throw new Refused(found);
    return Response.json(found);
  },
});
