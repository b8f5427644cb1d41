/** Codes and links in e-mails. They follow from a nonce and a key of the server's, so neither the log nor a copy of it holds one. */
import { timingSafeEqual } from 'node:crypto';
import type { CodePurpose } from '@larder/contracts/identity.js';
import type { Vault } from './vault.js';

export const CODE_HOURS: Record<CodePurpose, number> = { verify: 24, reset: 1 };

type Purpose = CodePurpose | 'email';

const marksOfCode = (vault: Vault, userId: string, purpose: Purpose, nonce: string) => vault.marks(`code ${purpose} ${userId} ${nonce}`);
const sixDigits = (mark: string): string => String(Number.parseInt(mark.slice(0, 12), 16) % 1_000_000).padStart(6, '0');

/** Six digits. `email`: for another address. */
export const codeOf = (vault: Vault, userId: string, purpose: Purpose, nonce: string): string => sixDigits(marksOfCode(vault, userId, purpose, nonce)[0]);
export const isCodeOf = (vault: Vault, given: string, userId: string, purpose: Purpose, nonce: string): boolean => marksOfCode(vault, userId, purpose, nonce).some((mark) => isSame(given, sixDigits(mark)));

const bytesOf = (mark: string): string => Buffer.from(mark, 'hex').toString('base64url');
const marksOfLink = (vault: Vault, about: readonly string[], nonce: string) => vault.marks(`link ${about.join(' ')} ${nonce}`);
const tokenOf = (about: readonly string[], mark: string): string => [...about, bytesOf(mark)].join('.');

/** A token of 256 bits behind the ids it is about, for a link. */
export const linkOf = (vault: Vault, about: readonly string[], nonce: string): string => tokenOf(about, marksOfLink(vault, about, nonce)[0]);
export const isLinkOf = (vault: Vault, given: string, about: readonly string[], nonce: string): boolean => marksOfLink(vault, about, nonce).some((mark) => isSame(given, tokenOf(about, mark)));

/** The ids a link is about; nothing is proved yet. */
export const aboutOf = (token: string): string[] => token.split('.').slice(0, -1);

const marksOfReset = (vault: Vault, userId: string, nonce: string) => vault.marks(`proof reset ${userId} ${nonce}`);

/** What the link of the letter about a new password carries beside the code; 256 bits. */
export const resetProofOf = (vault: Vault, userId: string, nonce: string): string => bytesOf(marksOfReset(vault, userId, nonce)[0]);
export const isResetProofOf = (vault: Vault, given: string, userId: string, nonce: string): boolean => marksOfReset(vault, userId, nonce).some((mark) => isSame(given, bytesOf(mark)));

/** For a link that is good as long as what it is about, whatever the master key is by then; 256 bits. */
export const proofOf = (vault: Vault, about: string): string => bytesOf(vault.fingerprint(`proof ${about}`));

/** In constant time. */
export function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
