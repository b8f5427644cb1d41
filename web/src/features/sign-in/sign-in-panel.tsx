/** Signing in with address and password, and whatever is asked after that. */
import { Button } from 'antd';
import { useEffect, type ReactNode } from 'react';
import type { DirectSignIn } from '../../lib/session/auth-client.js';
import { PasswordField, TextField, useForm } from '../../ui/form.js';
import { ChallengeForm } from './challenge-forms.js';
import { ConfirmCode } from './confirm-code.js';
import { ArrivalNote, Problem } from './notes.js';
import { checkCredentials, type Credentials } from './rules.js';
import type { SignInState } from './sign-in-machine.js';
import type { Arrival } from './sign-in-texts.js';
import { useSignIn } from './use-sign-in.js';

interface Props {
  direct: DirectSignIn;
  heading: string;
  /** What is known already. */
  entered?: Credentials;
  /** The address is given and cannot be another. */
  fixedEmail?: boolean;
  first?: SignInState;
  arrival?: Arrival;
  /** Between the heading and the form. */
  children?: ReactNode;
  /** Other ways on, as long as there is no challenge to answer. */
  footer?: ReactNode;
}

export function SignInPanel({ direct, heading, entered = { email: '', password: '' }, fixedEmail, first, arrival, children, footer }: Props) {
  const signing = useSignIn(direct, first);
  useEffect(() => direct.prepare(), [direct]);
  const form = useForm(entered, checkCredentials, ({ email, password }) => signing.signIn(email, password));
  const { state, busy } = signing;
  if ('answer' in state) return <ChallengeForm signing={signing} />;
  const { email, password } = form.entered;
  // Where it begins: who comes from the link in a letter has said the address already.
  const missing = entered.email ? 'password' : 'email';
  return (
    <>
      <h1>{heading}</h1>
      {children}
      {arrival && !('problem' in state) && <ArrivalNote arrival={arrival} />}
      <Problem signing={signing} />
      {state.at === 'unconfirmed' && <ConfirmCode direct={direct} email={email.trim()} onConfirmed={() => password && void signing.signIn(email, password)} />}
      {state.at === 'unconfirmed' && <p className="or"><span>or, if you have used the link</span></p>}
      <form onSubmit={form.onSubmit} noValidate>
        <TextField form={form} name="email" label="Email" type="email" autoComplete="username" autoFocus={missing === 'email' && state.at === 'password'} readOnly={fixedEmail} />
        <PasswordField form={form} name="password" label="Password" autoComplete="current-password" autoFocus={missing === 'password' && state.at === 'password'} />
        <Button type={state.at === 'unconfirmed' ? 'default' : 'primary'} htmlType="submit" block disabled={busy}>{busy ? 'Signing In...' : 'Sign In'}</Button>
      </form>
      {footer}
    </>
  );
}
