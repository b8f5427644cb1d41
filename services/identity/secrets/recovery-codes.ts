/** Recovery codes: each stands in once for an authenticator app that was lost. */
import type { Vault } from './vault.js';

const CODES = 10;
/** Crockford's base 32: nothing in it is taken for something else. */
const SIGNS = '0123456789abcdefghjkmnpqrstvwxyz';
const HALF = 5;

/** @param secret that many random bytes, as base64url; ten signs of a code are 50 bits */
export const newRecoveryCodes = (secret: (bytes: number) => string): string[] => Array.from({ length: CODES }, () => {
  const signs = [...Buffer.from(secret(2 * HALF), 'base64url')].map((byte) => SIGNS[byte % SIGNS.length]).join('');
  return `${signs.slice(0, HALF)}-${signs.slice(HALF)}`;
});

/** What is kept of a code, however it was typed. */
export const printOf = (vault: Vault, userId: string, code: string): string => {
  const signs = code.toLowerCase().replace(/[\s-]/g, '').replace(/o/g, '0').replace(/[il]/g, '1');
  return vault.fingerprint(`recovery ${userId} ${signs}`);
};
