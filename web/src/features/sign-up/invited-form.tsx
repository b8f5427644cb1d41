/** A login for somebody who was invited: the address is known and counts as verified. */
import { Alert, Button, Input } from 'antd';
import { useId, useState } from 'react';
import { asFailure } from '../../lib/failure-text.js';
import type { DirectSignIn } from '../../lib/session/auth-client.js';
import { browserTokens } from '../../lib/session/tokens.js';
import { TextField, useForm } from '../../ui/form.js';
import type { Credentials } from '../sign-in/rules.js';
import { useJoinMutation, type Invitation } from './invitation-api.js';
import { PasswordPair } from './password-pair.js';
import { checkInvited, passwordsAgree } from './rules.js';

interface Props {
  token: string;
  invitation: Invitation;
  direct: DirectSignIn;
  onJoined(entered: Credentials): void;
}

export function InvitedForm({ token, invitation, direct, onJoined }: Props) {
  const id = useId();
  const [busy, setBusy] = useState(false);
  const [join, { error }] = useJoinMutation();
  const form = useForm({ firstName: '', lastName: '', password: '', repeated: '' }, checkInvited, async ({ firstName, lastName, password }) => {
    setBusy(true);
    const answer = await join({ token, firstName, lastName, password });
    if (answer.data) {
      const step = await direct.signIn(answer.data.email, password);
      onJoined({ email: answer.data.email, password });
      if ('tokens' in step) browserTokens.begin(step.tokens, direct.way);
    }
    setBusy(false);
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      {error && <Alert type="error" showIcon title="Registration failed" description={asFailure(error)?.message || 'Unexpected error during sign up'} role="alert" />}
      <div className="login-field">
        <label htmlFor={id}>Email</label>
        <Input id={id} type="email" autoComplete="username" readOnly value={invitation.email} />
      </div>
      <div className="pair">
        <TextField form={form} name="firstName" label="First name" autoComplete="given-name" autoFocus maxLength={100} />
        <TextField form={form} name="lastName" label="Last name" autoComplete="family-name" maxLength={100} />
      </div>
      <PasswordPair form={form} />
      <Button type="primary" htmlType="submit" block disabled={busy || !passwordsAgree(form.entered)}>{busy ? 'Creating Account...' : 'Create Account'}</Button>
    </form>
  );
}
