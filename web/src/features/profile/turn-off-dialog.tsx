/** Two-step sign-in ends with the password: a screen that was left open is not enough. */
import { Alert } from 'antd';
import { useState } from 'react';
import type { Trouble } from '../../lib/session/cognito-calls.js';
import type { Profile } from '../../lib/session/session-api.js';
import { Dialog } from '../../ui/dialog.js';
import { PasswordField, useForm } from '../../ui/form.js';
import type { Credentials } from './credentials.js';

interface Props {
  credentials: Credentials;
  profile: Profile;
  onDone(): void;
  onClose(): void;
}

export function TurnOffDialog({ credentials, profile, onDone, onClose }: Props) {
  const asksPassword = credentials.isOurs;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Trouble>();
  const form = useForm({ password: '' }, ({ password }) => (asksPassword && !password ? { password: 'Password is required' } : {}), async ({ password }) => {
    setBusy(true);
    const trouble = await credentials.endSecondFactor(asksPassword ? password : undefined);
    setBusy(false);
    setProblem(trouble);
    if (trouble) return;
    onDone();
    onClose();
  });
  return (
    <Dialog title="Turn off two-step sign-in?" okText="Turn off" okButtonProps={{ htmlType: 'submit', form: 'turn-off', danger: true }} confirmLoading={busy} onCancel={onClose}>
      <form id="turn-off" className="stack" onSubmit={form.onSubmit} noValidate>
        <p>From then on your password alone is enough to sign in.</p>
        {problem && <Alert type="error" showIcon title={problem.trouble} role="alert" />}
        <input type="hidden" name="username" autoComplete="username" value={profile.email} readOnly />
        {asksPassword && <PasswordField form={form} name="password" label="Your password" autoComplete="current-password" autoFocus />}
      </form>
    </Dialog>
  );
}
