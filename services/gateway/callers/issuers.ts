/** Whose ID tokens are good here: our own, and those of issuers the settings name, side by side. */
import { createPublicKey, type KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { decodeJwt } from 'jose';
import { passportJwtSecret } from 'jwks-rsa';
import type { SecretOrKeyProvider } from 'passport-jwt';
import { adoptExternal, signingKeys } from '@larder/contracts/identity.js';
import { isRefusal, type Refusal } from '@larder/contracts/reply.js';
import { Kit } from '@larder/kit/kit.js';
import { isEarly } from '@larder/kit/time.js';
import { asGateway } from '../as-gateway.js';
import { Refused } from '../refused.js';

const CLIENT_ID = 'larder-web';
const KNOWN_PEOPLE = 10_000;
const KNOWN_KEYS = 100;
const FETCH_MS = 10_000;
const KEPT_MS = 30_000;

@Injectable()
export class Issuers {
  readonly own: string;
  private readonly audiences = new Map<string, string>();
  private readonly providers = new Map<string, SecretOrKeyProvider>();
  /** By their names there, with what their last token said of them. */
  private readonly people = new Map<string, { said: string; userId: string }>();
  private readonly keys = new Map<string, KeyObject>();

  constructor(private readonly kit: Kit) {
    const { PUBLIC_URL, PORT, TRUSTED_ISSUERS, OWN_SIGN_IN } = kit.settings;
    this.own = `${PUBLIC_URL ?? `http://localhost:${PORT}`}/idp`;
    if (OWN_SIGN_IN) {
      this.audiences.set(this.own, CLIENT_ID);
      this.providers.set(this.own, ownKeys(kit));
    }
    for (const { issuer, audience, jwksUri } of TRUSTED_ISSUERS) {
      this.audiences.set(issuer, audience);
      this.providers.set(issuer, passportJwtSecret({ ...CACHED, jwksUri, fetcher: keptFor(KEPT_MS, kit, () => fetchKeys(jwksUri)) }));
    }
  }

  /** Picks the keys by the issuer a token claims; the signature then has to fit them. */
  readonly keyFor: SecretOrKeyProvider = (request, token, done) => {
    const provider = this.providers.get(issuerNamedIn(token as string));
    if (provider) provider(request, token, (error, pem) => done(error, pem && (this.keyOf(String(pem)) as never)));
    else done(null);
  };

  /** Reading a key takes longer than using it, and every call brings a token. */
  private keyOf(pem: string): KeyObject {
    const key = this.keys.get(pem) ?? createPublicKey(pem);
    if (this.keys.size >= KNOWN_KEYS) this.keys.clear();
    this.keys.set(pem, key);
    return key;
  }

  /** Issuer and audience belong together: a token for one issuer's client is none for another's. */
  isMeantForUs({ iss, aud }: Record<string, unknown>): boolean {
    const audience = this.audiences.get(String(iss));
    return audience !== undefined && (Array.isArray(aud) ? aud.includes(audience) : aud === audience);
  }

  /** Our person for somebody who signs in elsewhere; registered at first sight. */
  async personOf(payload: Record<string, unknown>): Promise<string | Refusal> {
    const text = (name: string): string => (typeof payload[name] === 'string' ? payload[name] : '');
    const [issuer, subject] = [text('iss'), text('sub')];
    const known = this.people.get(nameOf(payload));
    if (known?.said === saidOf(payload)) return known.userId;
    const adopted = await this.kit.ask(adoptExternal, {
      issuer, subject, email: text('email') || undefined, emailVerified: isVerified(payload), givenName: text('given_name'), familyName: text('family_name'), signedInAt: signedInAt(payload),
    }, { ...asGateway(this.kit), commandId: `adopt:${issuer} ${subject}` });
    if (isRefusal(adopted)) return adopted;
    if (this.people.size >= KNOWN_PEOPLE) this.people.clear();
    this.people.set(nameOf(payload), { said: saidOf(payload), userId: adopted.userId });
    return adopted.userId;
  }

  /** They are nobody of ours any more; who they are is asked anew. */
  forget(payload: Record<string, unknown>): void {
    this.people.delete(nameOf(payload));
  }
}

/** Some issuers say it in words. */
const isVerified = ({ email_verified: verified }: Record<string, unknown>): boolean => verified === true || verified === 'true';

/** Whom a token names. */
const nameOf = ({ iss, sub }: Record<string, unknown>): string => JSON.stringify([iss, sub]);
/** Identity hears of it when a token says something else of their address than the one before. */
const saidOf = (payload: Record<string, unknown>): string => JSON.stringify([payload.email, isVerified(payload)]);

/** ISO. A token that is renewed by itself keeps the moment of the sign-in, if its issuer tells it. */
function signedInAt({ auth_time: authTime, iat }: Record<string, unknown>): string | undefined {
  const seconds = authTime ?? iat;
  return typeof seconds === 'number' ? new Date(seconds * 1000).toISOString() : undefined;
}

function issuerNamedIn(token: string): string {
  try {
    return decodeJwt(token).iss ?? '';
  } catch {
    return '';
  }
}

/** Without the limit of jwks-rsa: it counts made-up names of keys, too, and once it is used up it keeps those out whose key is forgotten or new. */
const CACHED = { cache: true, rateLimit: false };

/** Our keys come over the bus, and are looked for at no address: who answers there could sign tokens. */
function ownKeys(kit: Kit): SecretOrKeyProvider {
  return passportJwtSecret({
    ...CACHED, jwksUri: 'bus:keys',
    async fetcher() {
      const found = await kit.ask(signingKeys, {}, asGateway(kit));
      if (isRefusal(found)) throw new Refused(found);
      return found;
    },
  });
}

async function fetchKeys(jwksUri: string): Promise<{ keys: unknown }> {
  const answer = await fetch(jwksUri, { signal: AbortSignal.timeout(FETCH_MS) });
  if (!answer.ok) throw new Error(`${jwksUri} answers ${answer.status}`);
  return (await answer.json()) as { keys: unknown };
}

/** All keys of an issuer, asked for again after so long at the soonest, however many names of keys are made up. */
function keptFor<T>(ms: number, { clock }: Kit, load: () => Promise<T>): () => Promise<T> {
  let kept: { loaded: Promise<T>; until: number } | undefined;
  return () => {
    const now = clock.now().getTime();
    if (!kept || !isEarly(now, kept.until, ms)) {
      const loaded = load();
      kept = { loaded, until: now + ms };
      loaded.catch(() => (kept = undefined));
    }
    return kept.loaded;
  };
}
