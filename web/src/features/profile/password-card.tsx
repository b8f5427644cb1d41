/** Changes one's password. */
import { newPassword } from '@larder/contracts/words.js';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { Link } from 'react-router';
import { z } from 'zod';
import { api } from '../../lib/api.js';
import { firstIssues, type Errors } from '../../lib/first-issues.js';
import { paths } from '../../lib/paths.js';
import { useSettingsQuery, type Profile } from '../../lib/session/session-api.js';
import { PasswordField, useForm } from '../../ui/form.js';
import { Section } from '../../ui/section.js';
import { PASSWORD_RULE, withRepeat } from '../sign-in/rules.js';
import type { Credentials } from './credentials.js';
import { providerName } from './provider.js';

const schema = z.object({ current: z.string().min(1, 'Password is required'), proposed: newPassword });
type Entered = { current: string; proposed: string; repeated: string };
const check = (entered: Entered): Errors<Entered> => withRepeat(firstIssues(schema, entered), entered.proposed, entered.repeated);

export function PasswordCard({ credentials, profile }: { credentials: Credentials | null; profile: Profile }) {
  return <Section title="Password">{credentials ? <ChangeForm credentials={credentials} profile={profile} /> : <Elsewhere provider={profile.provider} />}</Section>;
}

function Elsewhere({ provider }: { provider: string }) {
  const { data: settings } = useSettingsQuery();
  if (provider !== 'larder') return <p>Your password is kept by {providerName(provider)}. Change it there.</p>;
  // Where the sign-in page takes no password any more, the one that was set here is of no use.
  if (!settings?.signIn.some(({ kind }) => kind === 'cognito')) return <p>You sign in with single sign-on. Your password and two-step sign-in are kept and changed there.</p>;
  return <p>You signed in with single sign-on. To change your password or to turn on two-step sign-in, sign out and sign in with your e-mail address and password.</p>;
}

function ChangeForm({ credentials, profile }: { credentials: Credentials; profile: Profile }) {
  const dispatch = useDispatch();
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<{ good: boolean; text: string }>();
  const form = useForm({ current: '', proposed: '', repeated: '' }, check, async ({ current, proposed }) => {
    setBusy(true);
    const trouble = await credentials.changePassword(current, proposed);
    setBusy(false);
    setSaid(trouble ? { good: false, text: trouble.trouble } : { good: true, text: 'Your password is changed. Everywhere else you were signed out.' });
    if (trouble) return;
    form.reset();
    dispatch(api.util.invalidateTags(['sessions']));
  });
  return (
    <form className="stack" onSubmit={form.onSubmit} noValidate>
      <div aria-live="polite">{said && <Alert type={said.good ? 'success' : 'error'} showIcon title={said.text} />}</div>
      <input type="hidden" name="username" autoComplete="username" value={profile.email} readOnly />
      <PasswordField form={form} name="current" label="Current password" autoComplete="current-password" />
      <PasswordField form={form} name="proposed" label="New password" autoComplete="new-password" hint={PASSWORD_RULE} />
      <PasswordField form={form} name="repeated" label="Confirm new password" autoComplete="new-password" />
      <div className="form-buttons">
        <Button type="primary" htmlType="submit" disabled={busy}>Change password</Button>
        <Link to={paths.forgotPassword(profile.email)}>Forgot your current password?</Link>
      </div>
    </form>
  );
}
