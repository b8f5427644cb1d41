/** JSON web tokens as NATS servers read them: signed with an account's nkey, their own claims under `nats`. */
import { createPrivateKey, sign } from 'node:crypto';
import { nkeys } from '@nats-io/transport-node';

export interface Claims {
  sub: string;
  aud: string;
  name?: string;
  /** Seconds since 1970. */
  exp?: number;
  nats: { type: 'user' | 'authorization_response' } & Record<string, unknown>;
}

/** An account key. */
export interface Issuer {
  publicKey: string;
  sign(text: string): Buffer;
}

/** What stands before the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410, 7). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/**
 * Signs with Node's own Ed25519: with the one of nkeys a machine took 50 ms to let in, and a fleet that came back all at once was told in vain that it may.
 *
 * @param seed `SA…`: base32 of two bytes for the kind, the 32 of the key, and two of a checksum, which nkeys compares. Throws on anything else.
 */
export function issuerFrom(seed: string): Issuer {
  const publicKey = nkeys.fromSeed(Buffer.from(seed)).getPublicKey();
  const bits = [...seed].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, bytes.subarray(2, 34)]), format: 'der', type: 'pkcs8' });
  return { publicKey, sign: (text) => sign(null, Buffer.from(text), key) };
}

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** @param now in milliseconds since 1970 */
export function signed(issuer: Issuer, id: string, now: number, { nats, ...claims }: Claims): string {
  const body = { ...claims, jti: id, iat: Math.floor(now / 1000), iss: issuer.publicKey, nats: { ...nats, version: 2 } };
  const text = `${part({ typ: 'JWT', alg: 'ed25519-nkey' })}.${part(body)}`;
  return `${text}.${issuer.sign(text).toString('base64url')}`;
}

/** What a token says. Nobody but the server can speak on the subject these are read from, so its signature proves nothing more. */
export function claimsOf(token: string): unknown {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
}
