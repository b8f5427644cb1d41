/** Claim codes: 160 random bits in letters and digits that people can read to each other. Only their hash is kept. */
import { createHash, timingSafeEqual } from 'node:crypto';

/** Crockford's alphabet: no I, L, O, U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const CODE_BYTES = 20;

/** @param random base64url of {@link CODE_BYTES} random bytes. Answers `XXXX-XXXX-…`, eight groups. */
export function codeOf(random: string): string {
  const bits = [...Buffer.from(random, 'base64url')].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const letters = (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
  return (letters.match(/.{1,4}/g) ?? []).join('-');
}

/** However it was typed: small letters, with or without hyphens, O for zero, I or L for one. */
export const lettersOf = (code: string): string => code.toUpperCase().replace(/[^0-9A-Z]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');

export const hashOfCode = (code: string): string => createHash('sha256').update(lettersOf(code)).digest('base64url');

/** Takes the same time for a right and a wrong hash; undefined is wrong. */
export function isSameHash(given: string, known: string | undefined): boolean {
  const right = Buffer.from(known ?? hashOfCode(''));
  const told = Buffer.from(given);
  return right.length === told.length && timingSafeEqual(right, told) && known !== undefined;
}
