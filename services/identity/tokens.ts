/** Makes and rotates tokens: RS256 ID and access tokens, refresh tokens of one use each. */
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { exportJWK, SignJWT } from 'jose';
import type { SignedInUser } from '@larder/contracts/identity.js';
import { Kit } from '@larder/kit/kit.js';
import { VAULT, type Vault } from './vault.js';

/** The client the SPA signs in as; the audience of its ID tokens. */
export const CLIENT_ID = 'larder-web';
export const TOKEN_SECONDS = 3600;
const REFRESH_DAYS = 30;
/** Two tabs refresh at the same moment: the second one is no thief. */
const GRACE_MS = 10_000;

export const issuerOf = ({ PUBLIC_URL, PORT }: { PUBLIC_URL?: string; PORT: number }): string => `${PUBLIC_URL ?? `http://localhost:${PORT}`}/idp`;

interface Key {
  kid: string;
  privateKey: KeyObject;
}

export interface IssuedTokens {
  idToken: string;
  accessToken: string;
  refreshToken: string;
  expiresIn: number;
  tokenType: 'Bearer';
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

@Injectable()
export class Tokens {
  constructor(private readonly kit: Kit, @Inject(VAULT) private readonly vault: Vault) {}

  /** The public half of every key a token may be signed with. */
  async publicKeys(): Promise<Record<string, unknown>[]> {
    return Promise.all(this.keys().map(async ({ kid, privateKey }) => ({ ...(await exportJWK(createPublicKey(privateKey))), kid, use: 'sig', alg: 'RS256' })));
  }

  /** Tokens of a sign-in that began at `authAt` (ISO). */
  async issue(user: SignedInUser, family: string, authAt: string): Promise<IssuedTokens> {
    const key = this.keys().at(-1) as Key;
    const now = Math.floor(this.kit.clock.now().getTime() / 1000);
    const common = { origin_jti: family, auth_time: Math.floor(Date.parse(authAt) / 1000) };
    const sign = (claims: Record<string, unknown>): Promise<string> => new SignJWT({ ...common, ...claims }).setProtectedHeader({ alg: 'RS256', kid: key.kid })
      .setIssuer(issuerOf(this.kit.settings)).setSubject(user.id).setIssuedAt(now).setExpirationTime(now + TOKEN_SECONDS).setJti(this.kit.chance.uuid()).sign(key.privateKey);
    const [idToken, accessToken] = await Promise.all([
      sign({
        aud: CLIENT_ID, token_use: 'id', 'cognito:username': user.id, email: user.email, email_verified: true, given_name: user.firstName, family_name: user.lastName,
        'custom:account_id': user.account.id, 'custom:account_slug': user.account.slug, 'custom:account_name': user.account.name, 'custom:user_role': user.role,
      }),
      sign({ client_id: CLIENT_ID, token_use: 'access', username: user.id, scope: 'aws.cognito.signin.user.admin openid profile email' }),
    ]);
    const refreshToken = this.kit.chance.secret(48);
    const expiresAt = new Date((now + REFRESH_DAYS * 86_400) * 1000).toISOString();
    this.vault.keepRefreshToken({ hash: sha256(refreshToken), family, userId: user.id, authAt, expiresAt, usedAt: null });
    return { idToken, accessToken, refreshToken, expiresIn: TOKEN_SECONDS, tokenType: 'Bearer' };
  }

  /** Whose refresh token this is; undefined when it is not good. Using one again later than a moment ends the whole sign-in: somebody has copied it. */
  redeem(refreshToken: string): { userId: string; family: string; authAt: string } | undefined {
    const now = this.kit.clock.now();
    const kept = this.vault.refreshToken(sha256(refreshToken));
    if (!kept || kept.expiresAt <= now.toISOString() || this.vault.isEnded(kept.family)) return undefined;
    const usedAt = this.vault.useRefreshToken(kept.hash, now.toISOString());
    if (now.getTime() - Date.parse(usedAt) > GRACE_MS) {
      this.end(kept.family);
      return undefined;
    }
    return kept;
  }

  end(family: string): void {
    this.vault.endFamily(family, this.kit.clock.now().toISOString());
  }

  isEnded(family: string): boolean {
    return this.vault.isEnded(family);
  }

  private known: Key[] | undefined;

  private keys(): Key[] {
    if (!this.known) {
      if (this.vault.signingKeys().length === 0) this.addKey();
      this.known = this.vault.signingKeys().map(({ kid, privatePem }) => ({ kid, privateKey: createPrivateKey(privatePem) }));
    }
    return this.known;
  }

  private addKey(): void {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    this.vault.addSigningKey(this.kit.chance.uuid(), privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), this.kit.clock.now().toISOString());
  }
}
