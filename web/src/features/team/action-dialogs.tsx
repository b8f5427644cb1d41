/** What is asked before something is done about a member. */
import type { TeamMember } from '@larder/contracts/identity/organization.js';
import { has, roles, type Role } from '@larder/contracts/roles.js';
import { useState, type ReactNode } from 'react';
import { roleOf, useProfile } from '../../lib/session/session-api.js';
import { useBasis } from '../../lib/use-basis.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { useToasts } from '../../ui/toasts.js';
import { useChangeRoleMutation, useDemandNewPasswordMutation, useRemoveMemberMutation, useResendInvitationMutation, useResetSecondFactorMutation, useRevokeInvitationMutation } from '../organization/organization-api.js';
import type { Action } from './actions.js';
import { nameOf } from './member-parts.js';
import { RoleField } from './role-field.js';

const aRole: Record<Role, string> = { viewer: 'a viewer', operator: 'an operator', admin: 'an admin', owner: 'an owner' };

interface Props {
  member: TeamMember;
  onClose(): void;
}

export function ActionDialog({ action, ...props }: Props & { action: Action }) {
  const Dialog = dialogs[action];
  return <Dialog {...props} />;
}

function Resend({ member, onClose }: Props) {
  const toasts = useToasts();
  const [resend] = useResendInvitationMutation();
  return (
    <ConfirmDialog title="Resend invitation?" okText="Resend" failed="Failed to resend invitation" act={() => resend(member.userId)} onDone={() => toasts.good(`Invitation sent to ${member.email}`)} onClose={onClose}>
      <p>{member.email} gets a new link. The one sent before stops working.</p>
    </ConfirmDialog>
  );
}

function Revoke({ member, onClose }: Props) {
  const toasts = useToasts();
  const [revoke] = useRevokeInvitationMutation();
  return (
    <ConfirmDialog title="Revoke invitation?" okText="Revoke" danger failed="Failed to revoke invitation" act={() => revoke(member.userId)} onDone={() => toasts.good('Invitation revoked')} onClose={onClose}>
      <p>The link that was sent to {member.email} stops working at once.</p>
    </ConfirmDialog>
  );
}

function ChangeRole({ member, onClose }: Props) {
  const toasts = useToasts();
  const held = roleOf(useProfile().data) ?? 'viewer';
  const [role, setRole] = useState(member.role);
  const [change, { error }] = useChangeRoleMutation();
  const basis = useBasis(member.role, error);
  const endsInvitations = member.status === 'active' && has(member.role, 'users.invite') && roles.indexOf(role) < roles.indexOf(member.role);
  const endsKeys = member.status === 'active' && has(member.role, 'settings.update') && !has(role, 'settings.update');
  const act = async () => (role === member.role ? {} : change({ userId: member.userId, role, was: basis.was }));
  return (
    <ConfirmDialog title={`Change the role of ${nameOf(member)}`} okText="Change role" failed={basis.textFor('Failed to update user role')} act={act} onDone={() => role !== member.role && toasts.good(`${nameOf(member)} is now ${role}`)} onClose={onClose}>
      <RoleField held={held} role={role} onRole={setRole} />
      <p className="quiet">It holds from the next thing they do; they need not sign in again.{member.status === 'active' && ' They are told by e-mail.'}{endsInvitations && ` Open invitations they sent that ${aRole[role]} may not send end.`}{endsKeys && ' API keys they issued end.'}</p>
    </ConfirmDialog>
  );
}

function DemandPassword({ member, onClose }: Props) {
  const toasts = useToasts();
  const [demand] = useDemandNewPasswordMutation();
  return (
    <ConfirmDialog title="Require a new password?" okText="Require" failed="Failed to require a new password" act={() => demand(member.userId)} onDone={() => toasts.good(`${nameOf(member)} chooses a new password at the next sign-in`)} onClose={onClose}>
      <p>{nameOf(member)} is signed out everywhere and has to choose a new password at the next sign-in.</p>
    </ConfirmDialog>
  );
}

function ResetFactor({ member, onClose }: Props) {
  const toasts = useToasts();
  const [reset] = useResetSecondFactorMutation();
  return (
    <ConfirmDialog title="Reset two-step sign-in?" okText="Reset" danger failed="Failed to reset two-step sign-in" act={() => reset(member.userId)} onDone={() => toasts.good(`${nameOf(member)} signs in with the password alone`)} onClose={onClose}>
      <p>For somebody who has lost their phone and their recovery codes. {nameOf(member)} is signed out everywhere and told by e-mail; until they turn it on again, their password alone lets them in. Make sure that it is they who ask.</p>
    </ConfirmDialog>
  );
}

function Remove({ member, onClose }: Props) {
  const toasts = useToasts();
  const [remove] = useRemoveMemberMutation();
  return (
    <ConfirmDialog title={`Remove ${nameOf(member)}?`} okText="Remove" danger failed="Failed to remove user" act={() => remove(member.userId)} onDone={() => toasts.good(`${nameOf(member)} was removed`)} onClose={onClose}>
      <p>They lose access to this organization at once, and open invitations they sent and API keys they issued end. Alerts that nobody else is told of go to the owners. What they did stays in its books, and you can invite them again.</p>
    </ConfirmDialog>
  );
}

const dialogs: Record<Action, (props: Props) => ReactNode> = { resend: Resend, revoke: Revoke, role: ChangeRole, password: DemandPassword, factor: ResetFactor, remove: Remove };
