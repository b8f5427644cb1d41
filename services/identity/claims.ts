/** What names one person: an address, and somebody of another issuer. */
import type { personFacts } from '@larder/contracts/identity.js';
import type { FactOf } from '@larder/contracts/fact.js';
import type { Decider } from '@larder/kit/commands/decider.js';

type ClaimFact = Extract<FactOf<typeof personFacts>, { type: 'EmailClaimed' | 'EmailReleased' }>;

/** An e-mail address names one person. */
export const emailClaim: Decider<{ type: 'ClaimEmail'; userId: string; now: string } | { type: 'ReleaseEmail'; userId: string }, ClaimFact, { userId?: string; claimedAt?: string }> = {
  category: 'email',
  initial: {},
  decide(command, state) {
    const { userId } = command;
    if (command.type === 'ClaimEmail') return state.userId ? [] : [{ type: 'EmailClaimed', data: { userId, claimedAt: command.now } }];
    return state.userId === userId ? [{ type: 'EmailReleased', data: { userId } }] : [];
  },
  evolve: (_, fact) => (fact.type === 'EmailClaimed' ? fact.data : {}),
};

/** A person of another issuer is one person here, whom they came to by an address. `inPlaceOf`: of one who was forgotten, or whom they are no longer. */
export const externalClaim: Decider<{ userId: string; emailHash: string; inPlaceOf?: string }, Extract<FactOf<typeof personFacts>, { type: 'ExternalClaimed' }>, { userId?: string; emailHash?: string }> = {
  category: 'external',
  initial: {},
  decide: ({ userId, emailHash, inPlaceOf }, state) => (state.userId === inPlaceOf ? [{ type: 'ExternalClaimed', data: { userId, emailHash } }] : []),
  evolve: (_, fact) => fact.data,
};
