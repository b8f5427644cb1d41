/** What can be done about a member of the team, by role. */
import type { TeamMember } from '@larder/contracts/identity/organization.js';
import { has, roles, type Permission, type Role } from '@larder/contracts/roles.js';

export type Action = 'resend' | 'revoke' | 'role' | 'password' | 'factor' | 'remove';

interface Rule {
  action: Action;
  label: string;
  status: TeamMember['status'] | 'any';
  permission: Permission;
}
const rules: readonly Rule[] = [
  { action: 'resend', label: 'Resend invitation', status: 'invited', permission: 'users.invite' },
  { action: 'role', label: 'Change role', status: 'any', permission: 'users.manage_roles' },
  { action: 'password', label: 'Require new password', status: 'active', permission: 'users.manage' },
  { action: 'factor', label: 'Reset two-step sign-in', status: 'active', permission: 'users.manage' },
  { action: 'revoke', label: 'Revoke invitation', status: 'invited', permission: 'users.manage' },
  { action: 'remove', label: 'Remove from team', status: 'active', permission: 'users.remove' },
];

/** Whether something is there to be changed: of whoever signs in elsewhere nothing is told about a second factor, and they have no password here. */
const isThere = (action: Action, { secondFactor }: Pick<TeamMember, 'secondFactor'>): boolean => (action === 'factor' ? secondFactor === true : action !== 'password' || secondFactor !== undefined);

/** Nobody does any of this to themselves, nor to somebody of a higher role. */
export function actionsFor(member: Pick<TeamMember, 'userId' | 'role' | 'status' | 'secondFactor'>, me: { id: string; role: Role }): readonly Rule[] {
  if (member.userId === me.id || !rolesUpTo(me.role).includes(member.role)) return [];
  return rules.filter(({ action, status, permission }) => (status === 'any' || status === member.status) && has(me.role, permission) && isThere(action, member));
}

/** The roles that somebody may give: up to their own. */
export const rolesUpTo = (held: Role): readonly Role[] => roles.slice(0, roles.indexOf(held) + 1);

/** What a role is for, in a line. */
export const roleTexts: Record<Role, string> = {
  viewer: 'Sees machines, sales and alerts',
  operator: 'Also stocks machines, handles alerts and refunds',
  admin: 'Also adds machines, invites people and changes settings',
  owner: 'Everything, including billing and roles',
};
