/** Who belongs where: read with every request, found by the person before anybody knows the organization. */
import type { Role } from '@larder/contracts/roles.js';
import type { Projection } from '@larder/kit/views/projection.js';
import type { OrganizationFact } from './organization.js';
import type { PersonFact } from './person.js';

export interface Membership {
  userId: string;
  emailVerified: boolean;
  /** Missing for somebody who belongs to no organization. */
  account?: string;
  role?: Role;
}

/** The rows' account, and that of the streams of people: they belong to no organization. */
export const PEOPLE = 'people';

export const membershipView: Projection<OrganizationFact | PersonFact, Membership> = {
  collection: 'memberships',
  version: 2,
  orders: ['account'],
  categories: ['organization', 'user'],
  rows(fact) {
    switch (fact.type) {
      case 'UserRegistered':
      case 'EmailVerified':
      case 'PersonForgotten':
      case 'MemberAdded':
      case 'MemberRoleChanged':
      case 'MemberRemoved':
        return [{ account: PEOPLE, id: fact.data.userId }];
      default:
        return [];
    }
  },
  apply(row = { userId: '', emailVerified: false }, fact) {
    switch (fact.type) {
      case 'UserRegistered':
        return { ...row, userId: fact.data.userId };
      case 'EmailVerified':
        return { ...row, userId: fact.data.userId, emailVerified: true };
      case 'MemberAdded':
      case 'MemberRoleChanged':
        return { ...row, userId: fact.data.userId, account: fact.data.accountId, role: fact.data.role };
      case 'MemberRemoved':
        // Somebody who was removed here after having joined elsewhere stays there.
        return row.account === fact.data.accountId ? { userId: row.userId, emailVerified: row.emailVerified } : row;
      case 'PersonForgotten':
        return undefined;
      default:
        return row;
    }
  },
};
