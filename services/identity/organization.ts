/** An organization and who belongs to it. */
import type { IdentityFact } from '@larder/contracts/identity.js';
import { refuse } from '@larder/contracts/reply.js';
import type { Role } from '@larder/contracts/roles.js';
import { never, type Decider } from '@larder/kit/decider.js';
import type { Projection } from '@larder/kit/project.js';

type OrganizationFact = Extract<IdentityFact, { type: 'OrganizationCreated' | 'MemberAdded' }>;
type Created = Extract<OrganizationFact, { type: 'OrganizationCreated' }>['data'];

export type OrganizationCommand = { type: 'CreateOrganization'; organization: Created } | { type: 'AddMember'; userId: string; role: Role };

export interface OrganizationState {
  created?: Created;
  members: Record<string, Role>;
}

export const organization: Decider<OrganizationCommand, OrganizationFact, OrganizationState> = {
  category: 'organization',
  initial: { members: {} },
  decide(command, { created, members }) {
    if (command.type === 'CreateOrganization') return created ? [] : [{ type: 'OrganizationCreated', data: command.organization }];
    if (!created) return refuse('NOT_FOUND', 'Organization not found');
    return members[command.userId] ? [] : [{ type: 'MemberAdded', data: { accountId: created.accountId, userId: command.userId, role: command.role } }];
  },
  evolve(state, fact) {
    switch (fact.type) {
      case 'OrganizationCreated':
        return { ...state, created: fact.data };
      case 'MemberAdded':
        return { ...state, members: { ...state.members, [fact.data.userId]: fact.data.role } };
      default:
        return never(fact);
    }
  },
};

export interface Membership {
  userId: string;
  account: string;
  role: Role;
}

/** Found by the person, before anybody knows the organization. */
export const PEOPLE = 'people';

export const membershipView: Projection<OrganizationFact, Membership> = {
  collection: 'memberships',
  version: 1,
  orders: ['account'],
  categories: ['organization'],
  rows: (fact) => (fact.type === 'MemberAdded' ? [{ account: PEOPLE, id: fact.data.userId }] : []),
  apply: (row, fact) => (fact.type === 'MemberAdded' ? { userId: fact.data.userId, account: fact.data.accountId, role: fact.data.role } : row),
};
