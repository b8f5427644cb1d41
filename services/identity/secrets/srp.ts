/** The server's half of the Secure Remote Password protocol as Amazon Cognito's clients speak it: proves a password that never comes here. */
import { createDiffieHellman, createHash, createHmac, getDiffieHellman, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** Group modp15 (RFC 3526, 3072 bit) with generator 2. */
const PRIME = getDiffieHellman('modp15').getPrime();
/** One for all, with another private key each time: since OpenSSL 3.5 (Node 24) making one takes over a second, in which it is proved that the prime is one. */
const GROUP = createDiffieHellman(PRIME, Buffer.from([2]));
const N = BigInt(`0x${PRIME.toString('hex')}`);

/** Salt and verifier, hexadecimal. */
export interface Verifier {
  salt: string;
  verifier: string;
}

const sha256 = (...parts: (string | Buffer)[]): Buffer => createHash('sha256').update(Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(pad(part), 'hex') : part)))).digest();

/** k = H(pad N | pad g). */
const K = BigInt(`0x${sha256(PRIME.toString('hex'), '02').toString('hex')}`);

/** base^exponent mod N, by OpenSSL: in constant time. Throws for a base of 0, 1 or N-1, which only an attacker sends. */
function power(base: Buffer, exponent: Buffer): bigint {
  GROUP.setPrivateKey(exponent);
  return BigInt(`0x${GROUP.computeSecret(base).toString('hex')}`);
}

/** 2^exponent mod N, hexadecimal, in constant time. */
function powerOfTwo(exponent: Buffer): string {
  GROUP.setPrivateKey(exponent);
  return GROUP.generateKeys('hex');
}

const hexOf = (number: bigint): string => {
  const hex = number.toString(16);
  return hex.length % 2 === 0 ? hex : `0${hex}`;
};
const bytesOf = (hex: string): Buffer => Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');

/** Of 16 bytes in base64url: hexadecimal digits of those letters. Salts that are kept are made so, and one that is made up must not be told from them. */
export const saltOf = (bytes: string): string => Buffer.from(bytes).toString('hex');

/** x = H(pad salt | H(pool + user + ':' + password)); verifier = g^x mod N. */
export function verifierOf(pool: string, userId: string, password: string, salt: string): Verifier {
  const inner = createHash('sha256').update(`${pool}${userId}:${password}`).digest();
  return { salt, verifier: powerOfTwo(sha256(salt, inner)) };
}

/** For whoever sends the password itself: compared as a proof is, in a time that tells nothing. */
export function isPassword(pool: string, userId: string, password: string, kept: Verifier): boolean {
  const given = Buffer.from(verifierOf(pool, userId, password, kept.salt).verifier.padStart(768, '0'), 'hex');
  const right = Buffer.from(kept.verifier.padStart(768, '0'), 'hex');
  return given.length === right.length && timingSafeEqual(given, right);
}

/** The server's ephemeral values, hexadecimal; `secret` never leaves. */
export interface Challenge {
  secret: string;
  publicB: string;
}

/** B = k·v + g^b. */
export function challengeOf({ verifier }: Verifier): Challenge {
  const secret = randomBytes(32);
  const gToB = BigInt(`0x${powerOfTwo(secret)}`);
  return { secret: secret.toString('hex'), publicB: hexOf((K * BigInt(`0x${verifier}`) + gToB) % N) };
}

/** Whether A could come from a client that follows the protocol: a multiple of N would make the key known to everybody. */
export function isPublicValue(a: string): boolean {
  return /^[0-9a-fA-F]{1,770}$/.test(a) && BigInt(`0x${a}`) % N !== 0n;
}

export interface Proof {
  pool: string;
  userId: string;
  /** The client's public value, hexadecimal. */
  publicA: string;
  challenge: Challenge;
  kept: Verifier;
  /** As the client got and signed it. */
  secretBlock: Buffer;
  /** As the client wrote it, such as `Sat Mar 7 9:05:00 UTC 2026`. */
  timestamp: string;
  /** Base64. */
  signature: string;
}

/** S = (A·v^u)^b; key = HKDF(pad S, pad u); the signature is an HMAC over pool, user, secret block and time. False for anything that does not fit. */
export function isProof({ pool, userId, publicA, challenge, kept, secretBlock, timestamp, signature }: Proof): boolean {
  const u = sha256(publicA, challenge.publicB);
  if (u.every((byte) => byte === 0) || !isPublicValue(publicA)) return false;
  const base = (BigInt(`0x${publicA}`) * power(bytesOf(kept.verifier), u)) % N;
  if (base <= 1n || base === N - 1n) return false;
  const shared = power(bytesOf(hexOf(base)), bytesOf(challenge.secret));
  const key = Buffer.from(hkdfSync('sha256', Buffer.from(pad(shared.toString(16)), 'hex'), Buffer.from(pad(u.toString('hex')), 'hex'), 'Caldera Derived Key', 16));
  const expected = createHmac('sha256', key).update(pool).update(userId).update(secretBlock).update(timestamp).digest();
  const given = Buffer.from(signature, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** As the client writes a number: no leading zeros, even length, and `00` before a set top bit, because its numbers have a sign. */
function pad(hex: string): string {
  const short = hex.replace(/^0+(?=.)/, '');
  const even = short.length % 2 === 0 ? short : `0${short}`;
  return /^[89a-f]/i.test(even) ? `00${even}` : even;
}
