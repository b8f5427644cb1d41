/** What is asked of somebody whose password was right: a new one, or the code of an authenticator app. */
import { Button } from 'antd';
import { CodeField, PasswordField, useForm } from '../../ui/form.js';
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

function SecondFactorForm({ signing }: { signing: SigningIn }) {
  const form = useForm({ code: '' }, checkCode, ({ code }) => signing.answer(code.trim()));
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <h1>Two-step sign-in</h1>
      <p>Enter the six-digit code that your authenticator app shows for Larder.</p>
      <Problem signing={signing} />
      <CodeField form={form} name="code" label="Code" autoFocus />
      <Buttons signing={signing} label="Sign In" />
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
