/** JSON web tokens as NATS servers read them: signed with an account's nkey, their own claims under `nats`. */
import { nkeys } from '@nats-io/transport-node';

export interface Claims {
  sub: string;
  aud: string;
  name?: string;
  /** Seconds since 1970. */
  exp?: number;
  nats: { type: 'user' | 'authorization_response' } & Record<string, unknown>;
}

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** @param now in milliseconds since 1970 */
export function signed(issuer: nkeys.KeyPair, id: string, now: number, { nats, ...claims }: Claims): string {
  const body = { ...claims, jti: id, iat: Math.floor(now / 1000), iss: issuer.getPublicKey(), nats: { ...nats, version: 2 } };
  const text = `${part({ typ: 'JWT', alg: 'ed25519-nkey' })}.${part(body)}`;
  return `${text}.${Buffer.from(issuer.sign(Buffer.from(text))).toString('base64url')}`;
}

/** What a token says. Nobody but the server can speak on the subject these are read from, so its signature proves nothing more. */
export function claimsOf(token: string): unknown {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
}
