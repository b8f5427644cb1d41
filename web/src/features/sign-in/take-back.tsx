/** The way back from an address that somebody else has set: a letter to the former one leads here. */
import { Alert, Button } from 'antd';
import { useState } from 'react';
import type { DirectSignIn } from '../../lib/session/auth-client.js';
import { useTakeBackEmailMutation } from '../../lib/session/session-api.js';
import { FailureBox } from '../../ui/failure-box.js';
import { PasswordField, useForm } from '../../ui/form.js';
import { ChallengeForm } from './challenge-forms.js';
import { checkChosen, PASSWORD_RULE, type Credentials } from './rules.js';
import { SignInPanel } from './sign-in-panel.js';
import { useSignIn } from './use-sign-in.js';

/** @param token what the link carries */
export function TakeBack({ direct, token }: { direct: DirectSignIn; token: string }) {
  const signing = useSignIn(direct);
  const [set, setSet] = useState<Credentials>();
  const [takeBack, { error, isLoading }] = useTakeBackEmailMutation();
  const form = useForm({ password: '', repeated: '' }, checkChosen, async ({ password }) => {
    const { data } = await takeBack({ token, password });
    if (!data) return;
    setSet({ email: data.email, password });
    await signing.signIn(data.email, password);
  });
  if ('answer' in signing.state) return <ChallengeForm signing={signing} />;
  // It is theirs all the same; what keeps from signing in is said there.
  if (set && 'problem' in signing.state) return <SignInPanel direct={direct} heading="Sign in" entered={set} first={signing.state}><Alert type="success" showIcon title="Your login is yours again, with your new password." /></SignInPanel>;
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <h1>Take your login back</h1>
      <p>The e-mail address of your login was changed. If that was not you, choose a new password: you sign in with your former address again, and whoever is signed in now is signed out.</p>
      {error !== undefined && <FailureBox text="Your login could not be taken back" error={error} />}
      <PasswordField form={form} name="password" label="New password" autoComplete="new-password" hint={PASSWORD_RULE} autoFocus />
      <PasswordField form={form} name="repeated" label="Confirm password" autoComplete="new-password" />
      <Button type="primary" htmlType="submit" block disabled={isLoading || signing.busy}>{signing.busy ? 'Signing In...' : 'Take it back and sign in'}</Button>
    </form>
  );
}
