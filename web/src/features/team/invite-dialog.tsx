/** Invites somebody by e-mail. */
import { INVITATION_DAYS } from '@larder/contracts/identity/organization.js';
import type { Role } from '@larder/contracts/roles.js';
import { email as emailSchema } from '@larder/contracts/words.js';
import { useState } from 'react';
import { z } from 'zod';
import { firstIssues } from '../../lib/first-issues.js';
import { roleOf, useProfile } from '../../lib/session/session-api.js';
import { Dialog } from '../../ui/dialog.js';
import { FailureBox } from '../../ui/failure-box.js';
import { TextField, useForm } from '../../ui/form.js';
import { useToasts } from '../../ui/toasts.js';
import { useInviteMutation } from '../organization/organization-api.js';
import { RoleField } from './role-field.js';

const schema = z.object({ email: emailSchema });

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const toasts = useToasts();
  const held = roleOf(useProfile().data) ?? 'viewer';
  const [role, setRole] = useState<Role>('viewer');
  const [invite, { error, isLoading }] = useInviteMutation();
  const form = useForm({ email: '' }, (entered) => firstIssues(schema, entered), async ({ email }) => {
    const answer = await invite({ email: email.trim(), role });
    if (answer.error) return;
    toasts.good(`Invitation sent to ${email.trim()}`);
    onClose();
  });
  return (
    <Dialog title="Invite User" okText="Send invitation" confirmLoading={isLoading} okButtonProps={{ htmlType: 'submit', form: 'invite' }} onCancel={onClose}>
      <form id="invite" className="stack" onSubmit={form.onSubmit} noValidate>
        {error && <FailureBox text="Failed to invite user" error={error} />}
        <TextField form={form} name="email" label="Email" type="email" autoComplete="off" autoFocus maxLength={254} />
        <RoleField held={held} role={role} onRole={setRole} />
        <p className="quiet">The e-mail brings a link that is good for {INVITATION_DAYS} days.</p>
      </form>
    </Dialog>
  );
}
