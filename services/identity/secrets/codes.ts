/** Codes and links in e-mails. They follow from a nonce and a key of the server's, so neither the log nor a copy of it holds one. */
import { timingSafeEqual } from 'node:crypto';
import type { CodePurpose } from '@larder/contracts/identity.js';
import type { Vault } from './vault.js';

export const CODE_HOURS: Record<CodePurpose, number> = { verify: 24, reset: 1 };

/** Six digits. `email`: for another address. */
export const codeOf = (vault: Vault, userId: string, purpose: CodePurpose | 'email', nonce: string): string =>
  String(Number.parseInt(vault.fingerprint(`code ${purpose} ${userId} ${nonce}`).slice(0, 12), 16) % 1_000_000).padStart(6, '0');

/** A token of 256 bits behind the ids it is about, for a link. */
export const linkOf = (vault: Vault, about: readonly string[], nonce: string): string => [...about, Buffer.from(vault.fingerprint(`link ${about.join(' ')} ${nonce}`), 'hex').toString('base64url')].join('.');

/** The ids a link is about; nothing is proved yet. */
export const aboutOf = (token: string): string[] => token.split('.').slice(0, -1);

/** For a link that is good as long as what it is about; 256 bits. */
export const proofOf = (vault: Vault, about: string): string => Buffer.from(vault.fingerprint(`proof ${about}`), 'hex').toString('base64url');

/** In constant time. */
export function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
