/** An organization: its settings, who belongs to it in which role, who is invited, and what it has subscribed to. */
import type { FactOf } from '@larder/contracts/fact.js';
import { organizationFacts } from '@larder/contracts/identity/organization.js';
import { overtaken, refuse, type Refusal } from '@larder/contracts/reply.js';
import { has, roles, type Role } from '@larder/contracts/roles.js';
import { never, type Decider } from '@larder/kit/commands/decider.js';
import { issueKey, keysRevokedOf, revokeKey, type ApiKeys, type IssuedKey } from './api-keys.js';
import { overtakenBy, type Settings } from './organization-settings.js';

export type OrganizationFact = Exclude<FactOf<typeof organizationFacts>, { type: 'SlugClaimed' }>;
type DataOf<T extends OrganizationFact['type']> = Extract<OrganizationFact, { type: T }>['data'];
type Created = DataOf<'OrganizationCreated'>;
type Invited = DataOf<'MemberInvited'>;
export type SingleSignOnSet = Omit<DataOf<'SingleSignOnSet'>, 'accountId'>;

export type OrganizationCommand =
  | { type: 'CreateOrganization'; organization: Created }
  /** `was`: what the changes are made on; what is missing of it is what the last one is to win. */
  | { type: 'ChangeOrganization'; changes: Partial<Settings>; was?: Partial<Settings> }
  | { type: 'AddMember'; userId: string; role: Role }
  /** Of a member or of an open invitation, as is the next. `was`: the role that another one is given over; it may only be missing where the last one is to win. */
  | { type: 'ChangeRole'; userId: string; role: Role; was?: Role }
  | { type: 'Remove'; userId: string }
  /** By themselves: the only member may, and open invitations end with them. `isLast`: nobody was left then, and what that takes was seen to. */
  | { type: 'Leave'; userId: string; isLast: boolean }
  /** Nobody hands out more than they have by now: whoever invites may have been removed while their request was on its way. */
  | { type: 'Invite'; invitation: Omit<Invited, 'accountId'> }
  | { type: 'RenewInvitation'; invitationId: string; nonce: string; expiresAt: string }
  | { type: 'RevokeInvitation'; invitationId: string }
  | { type: 'AcceptInvitation'; invitationId: string; nonce: string; userId: string; now: string }
  /** `now`: keys that have expired by then take no room. */
  | { type: 'IssueKey'; key: Omit<IssuedKey, 'accountId'>; now: string }
  | { type: 'RevokeKey'; keyId: string }
  | { type: 'SetSingleSignOn'; settings: SingleSignOnSet }
  | { type: 'DropSingleSignOn' }
  | { type: 'SetSubscription'; subscription: Omit<DataOf<'SubscriptionSet'>, 'accountId'> };

export interface OrganizationState {
  created?: Created & Settings;
  members: Readonly<Record<string, Role>>;
  invitations: Readonly<Record<string, Invited>>;
  /** By their ids: who has, and of which link. */
  accepted: Readonly<Record<string, { userId: string; nonce: string }>>;
  subscription?: DataOf<'SubscriptionSet'>;
  apiKeys: ApiKeys;
  singleSignOn?: SingleSignOnSet;
}

export const INVITATION_OVER = 'This invitation is no longer valid. Please ask for a new one.';
const ownerNeeded = (): Refusal => refuse('CONFLICT', 'An organization needs an owner. Make somebody else the owner first.');
const isLastOwner = ({ members }: OrganizationState, userId: string): boolean => members[userId] === 'owner' && Object.values(members).filter((role) => role === 'owner').length === 1;

export const organization: Decider<OrganizationCommand, OrganizationFact, OrganizationState> = {
  category: 'organization',
  readsOn: true,
  initial: { members: {}, invitations: {}, accepted: {}, apiKeys: {} },
  decide(command, state) {
    const { created, members, invitations } = state;
    if (command.type === 'CreateOrganization') return created ? [] : [{ type: 'OrganizationCreated', data: command.organization }];
    if (!created) return refuse('NOT_FOUND', 'Organization not found');
    const { accountId } = created;
    switch (command.type) {
      case 'ChangeOrganization': {
        const { name, timeZone, paymentFlow, currency, holdCents, statementDescriptor, instantRefundCents, disputeDays, guestContact, requiresSecondFactor } = { ...created, ...command.changes };
        const optional = { currency, holdCents, statementDescriptor, instantRefundCents, disputeDays, guestContact, requiresSecondFactor };
        const settings: Settings = { name, timeZone, paymentFlow, ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined)) };
        const isSame = Object.entries(settings).every(([key, value]) => created[key as keyof Settings] === value);
        const overtaken = overtakenBy(command, created);
        if (overtaken) return overtaken;
        return isSame ? [] : [{ type: 'OrganizationChanged', data: { accountId, ...settings } }];
      }
      case 'AddMember':
        return members[command.userId] ? [] : [{ type: 'MemberAdded', data: { accountId, userId: command.userId, role: command.role } }];
      case 'ChangeRole':
        return changeRole(command, state, accountId);
      case 'Remove':
        if (known(invitations, command.userId)) return [{ type: 'InvitationRevoked', data: { accountId, invitationId: command.userId } }];
        if (!known(members, command.userId)) return refuse('NOT_FOUND', 'There is no such member');
        return isLastOwner(state, command.userId) ? ownerNeeded() : [...revokedOf(command.userId, undefined, state, accountId), ...keysRevokedOf(command.userId, undefined, state.apiKeys, accountId), { type: 'MemberRemoved', data: { accountId, userId: command.userId } }];
      case 'Leave':
        return leave(command, state, accountId);
      case 'Invite':
        return invite(command, state, accountId);
      case 'RenewInvitation':
        if (!known(invitations, command.invitationId)) return refuse('NOT_FOUND', 'There is no such invitation');
        return [{ type: 'InvitationRenewed', data: { accountId, invitationId: command.invitationId, nonce: command.nonce, expiresAt: command.expiresAt } }];
      case 'RevokeInvitation':
        if (!known(invitations, command.invitationId)) return refuse('NOT_FOUND', 'There is no such invitation');
        return [{ type: 'InvitationRevoked', data: { accountId, invitationId: command.invitationId } }];
      case 'AcceptInvitation':
        return accept(command, state, accountId);
      case 'IssueKey':
        return issueKey(command.key, command.now, state, accountId);
      case 'RevokeKey':
        return revokeKey(command.keyId, state.apiKeys, accountId);
      case 'SetSingleSignOn': {
        const { settings } = command;
        const isSame = (Object.keys(settings) as (keyof SingleSignOnSet)[]).every((name) => state.singleSignOn?.[name] === settings[name]);
        return isSame ? [] : [{ type: 'SingleSignOnSet', data: { accountId, ...settings } }];
      }
      case 'DropSingleSignOn':
        return state.singleSignOn ? [{ type: 'SingleSignOnDropped', data: { accountId } }] : [];
      case 'SetSubscription':
        return [{ type: 'SubscriptionSet', data: { accountId, ...command.subscription } }];
      default:
        return never(command);
    }
  },
  evolve(state, fact) {
    switch (fact.type) {
      case 'OrganizationCreated':
        return { ...state, created: fact.data };
      case 'OrganizationChanged':
        return state.created ? { ...state, created: { ...state.created, ...fact.data } } : state;
      case 'MemberAdded':
      case 'MemberRoleChanged':
        return { ...state, members: { ...state.members, [fact.data.userId]: fact.data.role } };
      case 'MemberRemoved':
        return { ...state, members: without(state.members, fact.data.userId) };
      case 'MemberInvited':
        return { ...state, invitations: { ...state.invitations, [fact.data.invitationId]: fact.data } };
      case 'InvitationRenewed':
      case 'InvitationRoleChanged': {
        const { invitationId } = fact.data;
        const invited = state.invitations[invitationId];
        return invited ? { ...state, invitations: { ...state.invitations, [invitationId]: { ...invited, ...fact.data } } } : state;
      }
      case 'InvitationRevoked':
        return { ...state, invitations: without(state.invitations, fact.data.invitationId) };
      case 'InvitationAccepted': {
        const { invitationId, userId } = fact.data;
        const nonce = state.invitations[invitationId]?.nonce ?? '';
        return { ...state, invitations: without(state.invitations, invitationId), accepted: { ...state.accepted, [invitationId]: { userId, nonce } } };
      }
      case 'ApiKeyIssued':
        return { ...state, apiKeys: { ...state.apiKeys, [fact.data.keyId]: fact.data } };
      case 'ApiKeyRevoked': {
        const key = state.apiKeys[fact.data.keyId];
        return key ? { ...state, apiKeys: { ...state.apiKeys, [key.keyId]: { ...key, isRevoked: true } } } : state;
      }
      case 'SingleSignOnSet': {
        const { issuer, clientId, clientSecret, isRequired } = fact.data;
        return { ...state, singleSignOn: { issuer, clientId, clientSecret, isRequired } };
      }
      case 'SingleSignOnDropped':
        return { ...state, singleSignOn: undefined };
      case 'SubscriptionSet':
        return { ...state, subscription: fact.data };
      default:
        return never(fact);
    }
  },
};

function changeRole({ userId, role, was }: Extract<OrganizationCommand, { type: 'ChangeRole' }>, state: OrganizationState, accountId: string): OrganizationFact[] | Refusal {
  const invited = known(state.invitations, userId);
  const held = invited?.role ?? known(state.members, userId);
  if (!held) return refuse('NOT_FOUND', 'There is no such member');
  if (held === role) return [];
  if (was !== undefined && was !== held) return overtaken(`Somebody else has changed the role to ${held} meanwhile`, held);
  if (invited) return [{ type: 'InvitationRoleChanged', data: { accountId, invitationId: userId, role } }];
  return isLastOwner(state, userId) ? ownerNeeded() : [...revokedOf(userId, role, state, accountId), ...keysRevokedOf(userId, role, state.apiKeys, accountId), { type: 'MemberRoleChanged', data: { accountId, userId, role } }];
}

/** Whom somebody invited who could not any more: an open invitation would be a way back in. @param role theirs from now on; undefined: none */
function revokedOf(userId: string, role: Role | undefined, { invitations }: OrganizationState, accountId: string): OrganizationFact[] {
  const theirs = Object.values(invitations).filter((invited) => invited.invitedBy === userId && !(role && has(role, 'users.invite') && roles.indexOf(invited.role) <= roles.indexOf(role)));
  return theirs.map(({ invitationId }) => ({ type: 'InvitationRevoked', data: { accountId, invitationId } }));
}

function leave({ userId, isLast }: { userId: string; isLast: boolean }, state: OrganizationState, accountId: string): OrganizationFact[] | Refusal {
  const { members, invitations, apiKeys } = state;
  if (!members[userId]) return [];
  const left: OrganizationFact[] = [...keysRevokedOf(userId, undefined, apiKeys, accountId), { type: 'MemberRemoved', data: { accountId, userId } }];
  if (Object.keys(members).length > 1) return isLastOwner(state, userId) ? ownerNeeded() : left;
  if (!isLast) return refuse('CONFLICT', 'Everybody else has left just now. Please try again.');
  // Whoever came by one would be in an organization without an owner.
  return [...Object.keys(invitations).map((invitationId): OrganizationFact => ({ type: 'InvitationRevoked', data: { accountId, invitationId } })), ...left];
}

function invite({ invitation }: Extract<OrganizationCommand, { type: 'Invite' }>, { members, invitations }: OrganizationState, accountId: string): OrganizationFact[] | Refusal {
  const by = known(members, invitation.invitedBy);
  if (!by || !has(by, 'users.invite')) return refuse('FORBIDDEN', 'You are not allowed to do this.');
  if (roles.indexOf(invitation.role) > roles.indexOf(by)) return refuse('FORBIDDEN', 'You cannot give a role above your own.');
  const isOpen = Object.values(invitations).some(({ emailHash }) => emailHash === invitation.emailHash);
  if (isOpen) return refuse('CONFLICT', 'This address is already invited. You can send the invitation again.');
  return [{ type: 'MemberInvited', data: { accountId, ...invitation } }];
}

function accept({ invitationId, nonce, userId, now }: Extract<OrganizationCommand, { type: 'AcceptInvitation' }>, { members, invitations }: OrganizationState, accountId: string): OrganizationFact[] | Refusal {
  const invited = known(invitations, invitationId);
  if (!invited || invited.nonce !== nonce || invited.expiresAt <= now) return refuse('NOT_FOUND', INVITATION_OVER);
  const accepted: OrganizationFact = { type: 'InvitationAccepted', data: { accountId, invitationId, userId } };
  return members[userId] ? [accepted] : [accepted, { type: 'MemberAdded', data: { accountId, userId, role: invited.role } }];
}

/** Ids come from outside, and `constructor` is a member of nothing. */
const known = <T>(all: Readonly<Record<string, T>>, id: string): T | undefined => (Object.hasOwn(all, id) ? all[id] : undefined);
const without = <T>(all: Readonly<Record<string, T>>, id: string): Record<string, T> => Object.fromEntries(Object.entries(all).filter(([key]) => key !== id));

/** A slug names one organization. */
export const slugClaim: Decider<{ accountId: string }, Extract<FactOf<typeof organizationFacts>, { type: 'SlugClaimed' }>, { accountId?: string }> = {
  category: 'slug',
  initial: {},
  decide: ({ accountId }, state) => (state.accountId ? [] : [{ type: 'SlugClaimed', data: { accountId } }]),
  evolve: (_, fact) => ({ accountId: fact.data.accountId }),
};
