/** A new password and its repetition; says at once when they differ. */
import { PasswordField, type Form } from '../../ui/form.js';
import { PASSWORD_RULE } from '../sign-in/rules.js';

export function PasswordPair<F extends Record<string, string> & { password: string; repeated: string }>({ form }: { form: Form<F> }) {
  const { password, repeated } = form.entered;
  const differ = repeated !== '' && !password.startsWith(repeated) && password !== repeated;
  const shown = differ ? { ...form, errors: { ...form.errors, repeated: 'Passwords do not match' } } : form;
  return (
    <>
      <PasswordField form={form as unknown as Form<Record<string, string>>} name="password" label="Password" autoComplete="new-password" hint={PASSWORD_RULE} />
      <PasswordField form={shown as unknown as Form<Record<string, string>>} name="repeated" label="Confirm password" autoComplete="new-password" />
    </>
  );
}
