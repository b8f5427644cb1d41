/** The first step of registration: who somebody is, and their organization. */
import { Alert, Button } from 'antd';
import { useState } from 'react';
import type { DirectSignIn } from '../../lib/session/auth-client.js';
import { isTrouble, type Trouble } from '../../lib/session/cognito-calls.js';
import { TextField, useForm } from '../../ui/form.js';
import type { Credentials } from '../sign-in/rules.js';
import { PasswordPair } from './password-pair.js';
import { checkSignUp, passwordsAgree, type SignUp } from './rules.js';

interface Props {
  direct: DirectSignIn;
  /** Why somebody was sent here. */
  arrival?: string;
  wantedPlan?: string | undefined;
  onSignedUp(entered: Credentials, confirmed: boolean): void;
  onSignIn(entered: Credentials): void;
}
const nothing: SignUp = { firstName: '', lastName: '', organizationName: '', email: '', password: '', repeated: '' };

export function SignUpForm({ direct, arrival, wantedPlan, onSignedUp, onSignIn }: Props) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Trouble | undefined>(arrival === undefined ? undefined : { trouble: arrival });
  const form = useForm(nothing, checkSignUp, async ({ repeated: _, ...entered }) => {
    setBusy(true);
    setProblem(undefined);
    const person = { ...entered, email: entered.email.trim(), firstName: entered.firstName.trim(), lastName: entered.lastName.trim(), organizationName: entered.organizationName.trim(), wantedPlan };
    const answer = await direct.signUp(person);
    setBusy(false);
    if (isTrouble(answer)) setProblem(answer);
    else onSignedUp({ email: person.email, password: person.password }, answer.confirmed);
  });
  const exists = problem?.code === 'UsernameExists';
  const signInInstead = () => onSignIn({ email: form.entered.email.trim(), password: form.entered.password });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      {problem && (
        <Alert
          type={exists ? 'warning' : 'error'} showIcon role="alert" title={exists ? 'Account Already Exists' : 'Registration failed'}
          description={exists ? <>{problem.trouble} <Button size="small" className="in-alert" onClick={signInInstead}>Sign In Instead</Button></> : problem.trouble}
        />
      )}
      <div className="pair">
        <TextField form={form} name="firstName" label="First name" autoComplete="given-name" autoFocus maxLength={100} />
        <TextField form={form} name="lastName" label="Last name" autoComplete="family-name" maxLength={100} />
      </div>
      <TextField form={form} name="organizationName" label="Organization name" autoComplete="organization" maxLength={100} />
      <TextField form={form} name="email" label="Email" type="email" autoComplete="username" maxLength={254} />
      <PasswordPair form={form} />
      <Button type="primary" htmlType="submit" block disabled={busy || !passwordsAgree(form.entered)}>{busy ? 'Creating Account...' : 'Create Account'}</Button>
    </form>
  );
}
