/** A person: who they are (sealed), how they prove it, and how often somebody failed to. */
import type { IdentityFact } from '@larder/contracts/identity.js';
import { refuse } from '@larder/contracts/reply.js';
import { never, type Decider } from '@larder/kit/decider.js';

type PersonFact = Extract<IdentityFact, { type: 'UserRegistered' | 'EmailVerified' | 'PasswordSet' | 'SignedIn' | 'SignInFailed' }>;
type Registered = Extract<PersonFact, { type: 'UserRegistered' }>['data'];

export type PersonCommand =
  | { type: 'RegisterPerson'; person: Registered; verifier: string; emailVerified: boolean }
  | { type: 'NoteSignIn'; familyId: string }
  | { type: 'NoteFailure'; now: string };

export interface PersonState {
  registered?: Registered;
  emailVerified: boolean;
  /** SRP salt and verifier, sealed. */
  verifier?: string;
  /** Failures since the last success, and when the last one was (ISO). */
  failures: number;
  lastFailureAt?: string;
}

export const person: Decider<PersonCommand, PersonFact, PersonState> = {
  category: 'user',
  initial: { emailVerified: false, failures: 0 },
  decide(command, state) {
    if (command.type === 'RegisterPerson') {
      if (state.registered) return [];
      const { userId } = command.person;
      return [
        { type: 'UserRegistered', data: command.person },
        { type: 'PasswordSet', data: { userId, verifier: command.verifier } },
        ...(command.emailVerified ? [{ type: 'EmailVerified' as const, data: { userId } }] : []),
      ];
    }
    if (!state.registered) return refuse('NOT_FOUND', 'No account found with this email address.');
    const { userId } = state.registered;
    switch (command.type) {
      case 'NoteSignIn':
        return [{ type: 'SignedIn', data: { userId, familyId: command.familyId } }];
      case 'NoteFailure':
        return [{ type: 'SignInFailed', data: { userId, failedAt: command.now } }];
      default:
        return never(command);
    }
  },
  evolve(state, fact) {
    switch (fact.type) {
      case 'UserRegistered':
        return { ...state, registered: fact.data };
      case 'EmailVerified':
        return { ...state, emailVerified: true };
      case 'PasswordSet':
        return { ...state, verifier: fact.data.verifier };
      case 'SignedIn':
        return { ...state, failures: 0, lastFailureAt: undefined };
      case 'SignInFailed':
        return { ...state, failures: state.failures + 1, lastFailureAt: fact.data.failedAt };
      default:
        return never(fact);
    }
  },
};

const FREE_FAILURES = 4;
const LONGEST_LOCK_MS = 15 * 60_000;

/** From the fifth failure on, each one locks for twice as long as the one before: 1 s up to 15 min. */
export function lockedUntil({ failures, lastFailureAt }: PersonState): number {
  if (failures <= FREE_FAILURES || !lastFailureAt) return 0;
  return Date.parse(lastFailureAt) + Math.min(1000 * 2 ** (failures - FREE_FAILURES - 1), LONGEST_LOCK_MS);
}

/** An e-mail address names one person. */
export const emailClaim: Decider<{ type: 'ClaimEmail'; userId: string }, Extract<IdentityFact, { type: 'EmailClaimed' }>, { userId?: string }> = {
  category: 'email',
  initial: {},
  decide: ({ userId }, state) => (state.userId ? [] : [{ type: 'EmailClaimed', data: { userId } }]),
  evolve: (_, fact) => ({ userId: fact.data.userId }),
};
