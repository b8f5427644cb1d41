/** API keys of an organization: who may issue one, what is kept of it, and when it ends. Part of the organization's decider, so that nobody who was just removed issues one. */
import { createHash } from 'node:crypto';
import { KEY_PREFIX, MOST_API_KEYS, type apiKeyFacts } from '@larder/contracts/identity/api-keys.js';
import type { FactOf } from '@larder/contracts/fact.js';
import { refuse, type Refusal } from '@larder/contracts/reply.js';
import { has, type Role } from '@larder/contracts/roles.js';
import { isSame } from './secrets/codes.js';

type ApiKeyFact = FactOf<typeof apiKeyFacts>;
export type IssuedKey = Extract<ApiKeyFact, { type: 'ApiKeyIssued' }>['data'];
/** By id. Those that were revoked stay: what they did is still told by their names. */
export type ApiKeys = Readonly<Record<string, IssuedKey & { isRevoked?: true }>>;

/** Whether it is neither revoked nor over at `now` (ISO). */
const isGood = ({ isRevoked, expiresAt }: ApiKeys[string], now: string): boolean => !isRevoked && (expiresAt === undefined || expiresAt > now);

export function issueKey(key: Omit<IssuedKey, 'accountId'>, now: string, { members, apiKeys }: { members: Readonly<Record<string, Role>>; apiKeys: ApiKeys }, accountId: string): ApiKeyFact[] | Refusal {
  const by = Object.hasOwn(members, key.issuedBy) ? members[key.issuedBy] : undefined;
  if (!by || !has(by, 'settings.update')) return refuse('FORBIDDEN', 'You are not allowed to do this.');
  if (Object.values(apiKeys).filter((one) => isGood(one, now)).length >= MOST_API_KEYS) return refuse('CONFLICT', `An organization has at most ${MOST_API_KEYS} API keys. Revoke one that is not used any more.`);
  return [{ type: 'ApiKeyIssued', data: { accountId, ...key } }];
}

export function revokeKey(keyId: string, apiKeys: ApiKeys, accountId: string): ApiKeyFact[] | Refusal {
  const key = Object.hasOwn(apiKeys, keyId) ? apiKeys[keyId] : undefined;
  if (!key) return refuse('NOT_FOUND', 'There is no such API key');
  return key.isRevoked ? [] : [{ type: 'ApiKeyRevoked', data: { accountId, keyId } }];
}

/** Those of somebody who could issue none any more: who has seen a key would come back in by it. @param role theirs from now on; undefined: none */
export function keysRevokedOf(userId: string, role: Role | undefined, apiKeys: ApiKeys, accountId: string): ApiKeyFact[] {
  if (role && has(role, 'settings.update')) return [];
  return Object.values(apiKeys).filter((key) => key.issuedBy === userId && !key.isRevoked).map(({ keyId }) => ({ type: 'ApiKeyRevoked', data: { accountId, keyId } }));
}

/** What a program sends. @param random 256 bits, base64url */
export const secretOf = (account: string, keyId: string, random: string): string => `${KEY_PREFIX}${account}.${keyId}.${random}`;
/** Which key it says it is; nothing is proved yet. */
export function namedBy(secret: string): { account: string; keyId: string } | undefined {
  const [account, keyId, random, ...rest] = secret.startsWith(KEY_PREFIX) ? secret.slice(KEY_PREFIX.length).split('.') : [];
  return account && keyId && random && rest.length === 0 ? { account, keyId } : undefined;
}
export const hashOfKey = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** The key behind a secret, if it is good at `now` (ISO). */
export function keyBehind(secret: string, keyId: string, apiKeys: ApiKeys, now: string): IssuedKey | undefined {
  const key = Object.hasOwn(apiKeys, keyId) ? apiKeys[keyId] : undefined;
  return key && isSame(hashOfKey(secret), key.hash) && isGood(key, now) ? key : undefined;
}
