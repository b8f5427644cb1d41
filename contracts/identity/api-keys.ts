/** API keys: with one of them a program of the organization's own calls what a member in the same role may. */
import { z } from 'zod';
import { planId } from './plans.js';
import { command, onPlan, query } from '../request.js';
import { role } from '../roles.js';

/** The least is enough for most programs, and none needs to change settings or the team. */
export const keyRoles = ['viewer', 'operator'] as const;
export const keyRole = role.extract(keyRoles);
export type KeyRole = z.infer<typeof keyRole>;

/** Good at once, in one organization. */
export const MOST_API_KEYS = 20;
/** What every key begins with, so that it is recognised where it should not be: in a log, or in somebody's repository. */
export const KEY_PREFIX = 'larder_';

/** Streams `organization-<id>`. Nobody can make the key from its hash. */
export const apiKeyFacts = {
  ApiKeyIssued: z.object({ accountId: z.string(), keyId: z.string(), name: z.string(), role: keyRole, hash: z.string(), issuedBy: z.string(), issuedAt: z.string(), expiresAt: z.string().optional() }),
  ApiKeyRevoked: z.object({ accountId: z.string(), keyId: z.string() }),
};

export const apiKey = z.object({
  keyId: z.string(), name: z.string(), role: keyRole,
  /** By name; empty once they have left. */
  issuedBy: z.string(),
  /** ISO. One that has expired is listed until it is revoked. */
  issuedAt: z.string(), expiresAt: z.string().optional(),
  /** ISO, to ten minutes; missing: not in the last year, or never. */
  lastUsedAt: z.string().optional(),
});
export type ApiKey = z.infer<typeof apiKey>;

export const keyName = z.string().trim().min(1, 'Name is required').max(60, 'At most 60 characters').refine((text) => !/\p{Cc}/u.test(text), 'Please write it in one line');

export const listApiKeys = query('identity.listApiKeys', 'settings.view', 'The API keys of the organization, newest first', z.object({}), z.object({ keys: z.array(apiKey) }));
export const issueApiKey = onPlan('api_access', command('identity.issueApiKey', 'settings.update', 'Issue a key with which a program may call this API', z.object({
  name: keyName, role: keyRole,
  /** Until it ends; for good when absent. */
  days: z.number().int('Please enter whole days').min(1, 'At least 1 day').max(3_650, 'At most 3650 days').optional(),
}), z.object({
  key: apiKey,
  /** Shown this once: only its hash is kept. */
  secret: z.string(),
})));
export const revokeApiKey = command('identity.revokeApiKey', 'settings.update', 'Revoke an API key: it is good for nothing from now on', z.object({ keyId: z.string().max(100) }), z.object({}));
/** For the gateway. Refused with `SIGN_IN_REQUIRED` for a key that is not good, and with `PLAN_LIMIT` while the organization's plan includes no API access. */
export const programOf = query('identity.programOf', 'services', 'Which program calls with this key', z.object({ secret: z.string().max(400) }), z.object({
  keyId: z.string(), account: z.string(), role: keyRole, plan: planId,
}));
/** On this subject of the bus it is told that a key was revoked, so that what its program listens to ends. */
export const keyRevoked = (account: string, keyId: string): string => `key-revoked.${account}.${keyId}`;
