/** What is asked of somebody whose password was right: a new one, or the code of an authenticator app. */
import { secondFactorCode } from '@larder/contracts/identity.js';
import { Button } from 'antd';
import { useState } from 'react';
import { z } from 'zod';
import { firstIssues } from '../../lib/first-issues.js';
import { useSettingsQuery } from '../../lib/session/session-api.js';
import { CodeField, PasswordField, TextField, useForm } from '../../ui/form.js';
import { Problem } from './notes.js';
import { checkChosen, checkCode, PASSWORD_RULE } from './rules.js';
import type { SigningIn } from './use-sign-in.js';

export function ChallengeForm({ signing }: { signing: SigningIn }) {
  return signing.state.at === 'totp' ? <SecondFactorForm signing={signing} /> : <NewPasswordForm signing={signing} />;
}

function NewPasswordForm({ signing }: { signing: SigningIn }) {
  const form = useForm({ password: '', repeated: '' }, checkChosen, ({ password }) => signing.answer(password));
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <h1>Choose a new password</h1>
      <p>Your organization asks you to choose a new password before you go on.</p>
      <Problem signing={signing} />
      <PasswordField form={form} name="password" label="New password" autoComplete="new-password" hint={PASSWORD_RULE} />
      <PasswordField form={form} name="repeated" label="Confirm password" autoComplete="new-password" />
      <Buttons signing={signing} label="Set password and sign in" />
    </form>
  );
}

const recovery = z.object({ code: secondFactorCode });

function SecondFactorForm({ signing }: { signing: SigningIn }) {
  const [isLost, setLost] = useState(false);
  const { data: settings } = useSettingsQuery();
  /** Only an endpoint of ours is named; Amazon's has none. */
  const hasRecovery = settings?.signIn.some((way) => way.kind === 'cognito' && way.endpoint !== undefined);
  const form = useForm({ code: '' }, isLost ? (entered) => firstIssues(recovery, entered) : checkCode, ({ code }) => signing.answer(code.trim()));
  const other = () => {
    form.reset();
    setLost(!isLost);
  };
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <h1>Two-step sign-in</h1>
      <p>{isLost ? 'Enter one of the recovery codes you kept when you turned two-step sign-in on. It is good once.' : 'Enter the six-digit code that your authenticator app shows for Larder.'}</p>
      <Problem signing={signing} />
      {isLost ? <TextField key="recovery" form={form} name="code" label="Recovery code" autoComplete="off" maxLength={12} autoFocus /> : <CodeField key="code" form={form} name="code" label="Code" autoFocus />}
      <Buttons signing={signing} label="Sign In" />
      {hasRecovery && <Button type="link" block onClick={other}>{isLost ? 'Use your authenticator app' : 'Use a recovery code'}</Button>}
    </form>
  );
}

function Buttons({ signing: { busy, startOver }, label }: { signing: SigningIn; label: string }) {
  return (
    <>
      <Button type="primary" htmlType="submit" block disabled={busy}>{busy ? 'Signing In...' : label}</Button>
      <Button type="link" block onClick={startOver}>Back to sign in</Button>
    </>
  );
}
