/** With what a machine proves who it is: one secret at a time, of which only a salted hash is kept. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { CredentialFact } from '@larder/contracts/device.js';
import type { Decider } from '@larder/kit/commands/decider.js';
import type { Projection } from '@larder/kit/views/projection.js';

export type CredentialCommand =
  | { type: 'IssueCredential'; machineId: string; salt: string; hash: string }
  /** `salt`: of the one that is meant; another one may have been issued since that was looked up. */
  | { type: 'RevokeCredential'; machineId: string; salt: string };

export interface CredentialState {
  /** Of the one that is good; missing while none is. */
  salt?: string;
}

export const credential: Decider<CredentialCommand, CredentialFact, CredentialState> = {
  category: 'credential',
  initial: {},
  decide(command, { salt }) {
    const { machineId } = command;
    if (command.type === 'IssueCredential') return [{ type: 'CredentialIssued', data: { machineId, salt: command.salt, hash: command.hash } }];
    return salt === command.salt ? [{ type: 'CredentialRevoked', data: { machineId } }] : [];
  },
  evolve: (_, fact) => (fact.type === 'CredentialIssued' ? { salt: fact.data.salt } : {}),
};

export interface Credential {
  machineId: string;
  account: string;
  salt: string;
  hash: string;
}

/** Found before anybody knows which organization a machine belongs to. */
export const MACHINES = 'machines';

export const credentialView: Projection<CredentialFact, Credential> = {
  collection: 'credentials',
  version: 1,
  orders: ['machineId'],
  categories: ['credential'],
  rows: (fact) => [{ account: MACHINES, id: fact.data.machineId }],
  apply: (_, fact) => (fact.type === 'CredentialIssued' ? { ...fact.data, account: fact.meta.account } : undefined),
};

/** Secrets are long and random, so one round of SHA-256 is enough. */
export const hashOf = (salt: string, secret: string): string => createHash('sha256').update(`${salt}\n${secret}`).digest('base64url');

/** Takes the same time for a right and a wrong secret, and for a machine nobody knows. */
export function isRight(known: Credential | undefined, secret: string): boolean {
  const right = Buffer.from(known?.hash ?? hashOf('', ''));
  const given = Buffer.from(hashOf(known?.salt ?? '', secret));
  return timingSafeEqual(right, given) && known !== undefined;
}
