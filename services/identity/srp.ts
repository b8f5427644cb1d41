/** The part of the Secure Remote Password protocol that is kept: a verifier, from which nobody gets the password back. */
import { createDiffieHellman, createHash, getDiffieHellman, timingSafeEqual } from 'node:crypto';

/** Group modp15 (RFC 3526, 3072 bit) with generator 2, as Amazon Cognito's clients use it. */
const PRIME = getDiffieHellman('modp15').getPrime();
const GENERATOR = Buffer.from([2]);

/** Salt and verifier, hexadecimal. */
export interface Verifier {
  salt: string;
  verifier: string;
}

/** x = H(pad salt | H(pool + user + ':' + password)); verifier = g^x mod N. */
export function verifierOf(pool: string, userId: string, password: string, salt: string): Verifier {
  const inner = createHash('sha256').update(`${pool}${userId}:${password}`).digest();
  const x = createHash('sha256').update(Buffer.concat([Buffer.from(pad(salt), 'hex'), inner])).digest();
  const group = createDiffieHellman(PRIME, GENERATOR);
  group.setPrivateKey(x);
  return { salt, verifier: group.generateKeys('hex') };
}

export function isPassword(pool: string, userId: string, password: string, kept: Verifier): boolean {
  const given = Buffer.from(verifierOf(pool, userId, password, kept.salt).verifier.padStart(768, '0'), 'hex');
  const right = Buffer.from(kept.verifier.padStart(768, '0'), 'hex');
  return given.length === right.length && timingSafeEqual(given, right);
}

/** Even length, and `00` before a set top bit: numbers are signed on the client. */
function pad(hex: string): string {
  const even = hex.length % 2 === 0 ? hex : `0${hex}`;
  return /^[89a-f]/i.test(even) ? `00${even}` : even;
}
