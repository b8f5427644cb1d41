/** Another e-mail address to sign in with: the password, then the code that was sent to it. */
import { changeEmail, confirmEmail } from '@larder/contracts/identity.js';
import { useState } from 'react';
import { firstIssues } from '../../lib/first-issues.js';
import type { Profile } from '../../lib/session/session-api.js';
import { Dialog } from '../../ui/dialog.js';
import { FailureBox } from '../../ui/failure-box.js';
import { CodeField, PasswordField, TextField, useForm } from '../../ui/form.js';
import { useToasts } from '../../ui/toasts.js';
import { useChangeEmailMutation, useConfirmEmailMutation } from './profile-api.js';

export function AddressDialog({ profile, onClose }: { profile: Profile; onClose(): void }) {
  const [wanted, setWanted] = useState<string>();
  return wanted === undefined ? <Ask profile={profile} onAsked={setWanted} onClose={onClose} /> : <Confirm email={wanted} onClose={onClose} />;
}

function Ask({ profile, onAsked, onClose }: { profile: Profile; onAsked(email: string): void; onClose(): void }) {
  const [ask, { error, isLoading }] = useChangeEmailMutation();
  const form = useForm({ email: '', password: '' }, (entered) => firstIssues(changeEmail.input, entered), async ({ email, password }) => {
    const answer = await ask({ email: email.trim(), password });
    if (!answer.error) onAsked(email.trim());
  });
  return (
    <Dialog title="Change your e-mail address" okText="Send code" okButtonProps={{ htmlType: 'submit', form: 'address' }} confirmLoading={isLoading} onCancel={onClose}>
      <form id="address" className="stack" onSubmit={form.onSubmit} noValidate>
        <p>You sign in with the new address, and letters go to it, once you have entered the code that we send there. Until then <strong className="address">{profile.email}</strong> stays.</p>
        {error !== undefined && <FailureBox text="Failed to change your e-mail address" error={error} />}
        <TextField form={form} name="email" label="New e-mail address" type="email" autoComplete="off" maxLength={254} autoFocus />
        <input type="hidden" name="username" autoComplete="username" value={profile.email} readOnly />
        <PasswordField form={form} name="password" label="Your password" autoComplete="current-password" />
      </form>
    </Dialog>
  );
}

function Confirm({ email, onClose }: { email: string; onClose(): void }) {
  const toasts = useToasts();
  const [confirm, { error, isLoading }] = useConfirmEmailMutation();
  const form = useForm({ code: '' }, (entered) => firstIssues(confirmEmail.input, entered), async ({ code }) => {
    const answer = await confirm({ code: code.trim() });
    if (answer.error) return;
    toasts.good(`You sign in with ${email} from now on`);
    onClose();
  });
  return (
    <Dialog title="Confirm your e-mail address" okText="Confirm" okButtonProps={{ htmlType: 'submit', form: 'address-code' }} confirmLoading={isLoading} onCancel={onClose}>
      <form id="address-code" className="stack" onSubmit={form.onSubmit} noValidate>
        <p>A code is on its way to <strong className="address">{email}</strong>. It is good for one hour. If it does not come, close this and look whether the address is right.</p>
        {error !== undefined && <FailureBox text="Failed to change your e-mail address" error={error} />}
        <CodeField form={form} name="code" label="Code" autoFocus />
      </form>
    </Dialog>
  );
}
