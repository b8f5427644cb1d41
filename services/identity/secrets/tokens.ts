/** Makes tokens and remembers sign-ins: RS256 ID and access tokens, refresh tokens of one use each, and the keys they are signed with. */
import { createHash, createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import { createLocalJWKSet, exportJWK, jwtVerify, SignJWT, type JWK } from 'jose';
import type { ShownPerson } from '@larder/contracts/identity.js';
import { SINGLE_SIGN_ON_HOURS } from '@larder/contracts/identity/single-sign-on.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { Kit } from '@larder/kit/kit.js';
import { PASSES, type Pass, type Passes } from './passes.js';
import { membershipView, PEOPLE, type Membership } from '../membership-view.js';
import type { KnownPerson } from '../people.js';
import { VAULT, type SigningKey, type Vault } from './vault.js';

/** The client the SPA signs in as; the audience of its ID tokens. */
export const CLIENT_ID = 'larder-web';
export const TOKEN_SECONDS = 3600;
const DAY_MS = 86_400_000;
/** Since it was used last. */
const REFRESH_DAYS = 30;
/** However often a sign-in is renewed: then its person shows again who they are. */
const LONGEST_DAYS = 180;
/** Two tabs refresh at the same moment: the second one is no thief. */
export const GRACE_MS = 10_000;
/** What the hosted sign-in keeps of somebody until it is done. */
const HOSTED_STEP = 'oidc Interaction';
/** Verifiers keep the published keys this long, so a new one waits before it signs. */
const PUBLISHED_FIRST_MS = 10 * 60_000;
const KNOWN_MS = 60_000;

export const issuerOf = ({ PUBLIC_URL, PORT }: { PUBLIC_URL?: string; PORT: number }): string => `${PUBLIC_URL ?? `http://localhost:${PORT}`}/idp`;

interface Key {
  kid: string;
  privateKey: KeyObject;
  createdAt: string;
}

export interface IssuedTokens {
  idToken: string;
  accessToken: string;
  refreshToken: string;
  expiresIn: number;
  tokenType: 'Bearer';
}

/** A sign-in: what its tokens name as `origin_jti`. */
export interface Family {
  id: string;
  userId: string;
  startedAt: string;
  lastUsedAt: string;
  agent: string;
  address: string;
  /** Whose provider let them in: it holds as long as they belong there, and for {@link SINGLE_SIGN_ON_HOURS}. */
  organization?: string;
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The claims of an ID token beyond those every token has. */
export function claimsOf(user: KnownPerson): Record<string, string | boolean> {
  return {
    'cognito:username': user.id, email: user.email, email_verified: user.emailVerified, given_name: user.firstName, family_name: user.lastName,
    ...(user.account && { 'custom:account_id': user.account.id, 'custom:account_slug': user.account.slug, 'custom:account_name': user.account.name }),
    ...(user.role && { 'custom:user_role': user.role }), ...(user.plan && { 'custom:subscription_plan': user.plan }),
  };
}

export const shownOf = ({ emailVerified: _, plan: __, ...shown }: KnownPerson): ShownPerson => shown;

@Injectable()
export class Tokens {
  constructor(private readonly kit: Kit, @Inject(VAULT) private readonly vault: Vault, @Inject(PASSES) private readonly passes: Passes) {}

  private readonly now = (): string => this.kit.clock.now().toISOString();
  private readonly inDays = (days: number, from = this.now()): string => new Date(Date.parse(from) + days * DAY_MS).toISOString();

  /** The public half of every key a token may be signed with. */
  async publicKeys(): Promise<JWK[]> {
    return Promise.all((await this.keys()).map(async ({ kid, privateKey }) => ({ ...(await exportJWK(createPublicKey(privateKey))), kid, use: 'sig', alg: 'RS256' })));
  }

  /** Begins a sign-in. */
  async begin(userId: string, from: Asked['from'], { id = this.kit.chance.uuid(), organization }: { id?: string; organization?: string } = {}): Promise<Family> {
    const family = { id, userId, startedAt: this.now(), lastUsedAt: this.now(), agent: from?.agent ?? '', address: from?.address ?? '', ...(organization && { organization }) };
    await this.passes.put(this.passOf(family));
    return family;
  }

  private passOf({ id, userId, ...content }: Family): Pass {
    const [unused, last] = [this.inDays(REFRESH_DAYS), this.inDays(content.organization ? SINGLE_SIGN_ON_HOURS / 24 : LONGEST_DAYS, content.startedAt)];
    return { kind: 'sign-in', id, owner: userId, group: id, content, expiresAt: unused < last ? unused : last };
  }

  /** Undefined when it was ended or has run out, and where an organization's provider let somebody in who is no member any more: nothing that it said holds elsewhere. */
  async family(id: string): Promise<Family | undefined> {
    const pass = await this.passes.get('sign-in', id, this.now());
    const family = pass && familyOf(pass);
    if (family?.organization === undefined) return family;
    const membership = await this.kit.views.get<Membership>(membershipView, PEOPLE, family.userId);
    return membership?.account === family.organization ? family : undefined;
  }

  async families(userId: string): Promise<Family[]> {
    return (await this.passes.ofOwner('sign-in', userId, this.now())).map(familyOf).sort((a, b) => b.lastUsedAt.localeCompare(a.lastUsedAt));
  }

  /** For the list of sign-ins: its tokens are renewed along the way, too. It ends when it would have, and one that has ended stays so. */
  async noteUse(familyId: string): Promise<void> {
    const pass = await this.passes.get('sign-in', familyId, this.now());
    if (pass) await this.passes.replace({ ...pass, content: { ...(pass.content as object), lastUsedAt: this.now() } });
  }

  /** Ends a sign-in: none of its tokens is good any more. */
  end = (familyId: string): Promise<void> => this.passes.removeGroup(familyId);

  /** `before` (ISO): only what began until then. */
  async endAll(userId: string, { except, before }: { except?: string; before?: string } = {}): Promise<void> {
    for (const { id, startedAt } of await this.families(userId)) if (id !== except && (before === undefined || startedAt < before)) await this.end(id);
    // Whoever has shown the password there already would come in afterwards.
    for (const { id } of await this.passes.ofOwner(HOSTED_STEP, userId, this.now())) await this.passes.remove(HOSTED_STEP, id);
  }

  async issue(user: KnownPerson, family: Family): Promise<IssuedTokens> {
    const authTime = Math.floor(Date.parse(family.startedAt) / 1000);
    const [idToken, accessToken] = await Promise.all([
      this.idToken(user, family.id, authTime),
      this.sign({ origin_jti: family.id, auth_time: authTime, client_id: CLIENT_ID, token_use: 'access', username: user.id, scope: 'aws.cognito.signin.user.admin openid profile email' }, user.id),
    ]);
    const refreshToken = this.kit.chance.secret(48);
    await this.passes.put({ kind: 'refresh', id: sha256(refreshToken), owner: user.id, group: family.id, content: {}, expiresAt: this.inDays(REFRESH_DAYS) });
    return { idToken, accessToken, refreshToken, expiresIn: TOKEN_SECONDS, tokenType: 'Bearer' };
  }

  idToken(user: KnownPerson, familyId: string, authTime: number): Promise<string> {
    return this.sign({ aud: CLIENT_ID, token_use: 'id', origin_jti: familyId, auth_time: authTime, ...claimsOf(user) }, user.id);
  }

  /** Whose refresh token this is; undefined when it is not good. Using one again later than a moment ends the whole sign-in: somebody has copied it. */
  async redeem(refreshToken: string): Promise<Family | 'reused' | undefined> {
    const now = this.now();
    const pass = await this.passes.get('refresh', sha256(refreshToken), now);
    const family = pass && (await this.family(pass.group));
    if (!family) return undefined;
    const usedAt = (await this.passes.use('refresh', pass.id, now)) ?? now;
    if (Date.parse(now) - Date.parse(usedAt) > GRACE_MS) {
      await this.end(family.id);
      return 'reused';
    }
    const used = { ...family, lastUsedAt: now };
    // One that was ended meanwhile, here or by another copy, stays so.
    return (await this.passes.replace(this.passOf(used))) ? used : undefined;
  }

  /** The family a refresh token belongs to, used or not. */
  async familyOfRefresh(refreshToken: string): Promise<Family | undefined> {
    const pass = await this.passes.get('refresh', sha256(refreshToken), this.now());
    return pass && this.family(pass.group);
  }

  /** Who an access token of ours belongs to; undefined when it is not good (any more). */
  async accessOf(accessToken: string): Promise<Family | undefined> {
    try {
      const { payload } = await jwtVerify(accessToken, createLocalJWKSet({ keys: await this.publicKeys() }), { issuer: issuerOf(this.kit.settings), algorithms: ['RS256'], currentDate: this.kit.clock.now() });
      return payload.token_use === 'access' && typeof payload.origin_jti === 'string' ? await this.family(payload.origin_jti) : undefined;
    } catch {
      return undefined;
    }
  }

  private async sign(claims: Record<string, unknown>, subject: string): Promise<string> {
    const key = this.signingKey(await this.keys());
    const now = Math.floor(this.kit.clock.now().getTime() / 1000);
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: key.kid }).setIssuer(issuerOf(this.kit.settings)).setSubject(subject)
      .setIssuedAt(now).setExpirationTime(now + TOKEN_SECONDS).setJti(this.kit.chance.uuid()).sign(key.privateKey);
  }

  private known: { at: number; keys: Key[] } | undefined;

  /** Every key, oldest first. Remembered for a minute: what another copy adds meanwhile signs nothing for ten. */
  private async keys(): Promise<Key[]> {
    const now = this.kit.clock.now().getTime();
    if (!this.known || now - this.known.at > KNOWN_MS) this.known = { at: now, keys: (await this.keptKeys()).map(({ kid, privatePem, createdAt }) => ({ kid, privateKey: createPrivateKey(privatePem), createdAt })) };
    return this.known.keys;
  }

  /** As they are in the vault now; the first one is made when somebody asks. Of copies that begin at the same moment one makes it. */
  private async keptKeys(): Promise<SigningKey[]> {
    for (;;) {
      const keys = await this.vault.signingKeys();
      if (keys.length > 0) return keys;
      await this.addKey(undefined);
    }
  }

  /** The newest key that everybody can know by now. */
  private signingKey<K extends { createdAt: string }>(keys: readonly K[]): K {
    const since = new Date(this.kit.clock.now().getTime() - PUBLISHED_FIRST_MS).toISOString();
    return keys.findLast(({ createdAt }) => createdAt <= since) ?? (keys[0] as K);
  }

  /** All private keys as JWKs, the one to sign with first. */
  async privateKeys(): Promise<JWK[]> {
    const keys = await this.keys();
    const first = this.signingKey(keys);
    const ordered = [first, ...keys.filter((key) => key !== first)];
    return Promise.all(ordered.map(async ({ kid, privateKey }) => ({ ...(await exportJWK(privateKey)), kid, use: 'sig', alg: 'RS256' })));
  }

  /** Names what {@link privateKeys} would answer. */
  async keysInUse(): Promise<string> {
    const keys = await this.keys();
    return [this.signingKey(keys).kid, ...keys.map(({ kid }) => kid)].join(' ');
  }

  /** Adds a key when the newest is older than `days`, unless another copy has; drops those whose tokens have all run out. Answers whether anything changed. */
  async rotate(days: number): Promise<boolean> {
    const now = this.kit.clock.now().getTime();
    const keys = await this.keptKeys();
    const [newest, signing] = [keys.at(-1) as SigningKey, this.signingKey(keys)];
    const isAdded = now - Date.parse(newest.createdAt) >= days * DAY_MS && (await this.addKey(newest.kid));
    const lastUsed = Date.parse(signing.createdAt) + PUBLISHED_FIRST_MS + (TOKEN_SECONDS + 600) * 1000;
    const over = lastUsed < now ? keys.filter(({ createdAt }) => createdAt < signing.createdAt) : [];
    for (const { kid } of over) await this.vault.dropSigningKey(kid);
    this.known = undefined;
    return isAdded || over.length > 0;
  }

  /** In another thread: looking for primes takes a quarter of a second, for which no guest should wait. */
  private async addKey(newest: string | undefined): Promise<boolean> {
    const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
    return this.vault.addSigningKey({ kid: this.kit.chance.uuid(), privatePem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), createdAt: this.now() }, newest);
  }
}

const familyOf = ({ id, owner, content }: Pass): Family => ({ id, userId: owner, ...(content as Omit<Family, 'id' | 'userId'>) });
