/** Deletes one's login. */
import { Button } from 'antd';
import { useState } from 'react';
import { paths } from '../../lib/paths.js';
import { leaveAfter } from '../../lib/session/leave.js';
import { useSettingsQuery, type Profile } from '../../lib/session/session-api.js';
import { Dialog } from '../../ui/dialog.js';
import { FailureBox } from '../../ui/failure-box.js';
import { TextField, useForm } from '../../ui/form.js';
import { Section } from '../../ui/section.js';
import { useDeleteLoginMutation } from './profile-api.js';

export function DeleteCard({ profile }: { profile: Profile }) {
  const [open, setOpen] = useState(false);
  const { data: settings } = useSettingsQuery();
  if (settings?.readOnly !== false) return null;
  return (
    <Section title="Delete your login">
      <p>Your name and address become unreadable for good, everywhere. The organization's books stay: its sales, machines and alerts do not name you.</p>
      <div className="form-buttons spaced"><Button danger onClick={() => setOpen(true)}>Delete login</Button></div>
      {open && <DeleteDialog profile={profile} onClose={() => setOpen(false)} />}
    </Section>
  );
}

function DeleteDialog({ profile: { email, role, account }, onClose }: { profile: Profile; onClose(): void }) {
  const [remove, { error, isLoading }] = useDeleteLoginMutation();
  const check = (entered: { typed: string }) => (entered.typed.trim().toLowerCase() === email.toLowerCase() ? {} : { typed: 'Please enter the e-mail address of this login to confirm.' });
  const form = useForm({ typed: '' }, check, ({ typed }) => void leaveAfter(() => remove({ email: typed.trim() }), paths.home));
  return (
    <Dialog title="Delete your login?" okText="Delete for good" okButtonProps={{ danger: true, htmlType: 'submit', form: 'delete-login' }} confirmLoading={isLoading} onCancel={onClose}>
      <form id="delete-login" className="stack" onSubmit={form.onSubmit} noValidate>
        {error && <FailureBox text="Failed to delete your login" error={error} />}
        <p>This cannot be undone. You are signed out everywhere, and nobody can bring the login back.</p>
        {role === 'owner' && account && <p>If nobody else belongs to {account.name}, nobody can enter it again. Its books stay, closed; its open invitations end, and so does its subscription.</p>}
        <TextField form={form} name="typed" label={`Type ${email} to confirm`} type="email" autoComplete="off" autoFocus />
      </form>
    </Dialog>
  );
}
