/** The sign-in page. */
import { Alert, Button, Input } from 'antd';
import { useEffect, useState, type FormEvent, type ReactElement } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { safeReturnTo } from '../../lib/session/return-to.js';
import { useSignedIn } from '../../lib/session/tokens.js';
import { useToasts } from '../../ui/toasts.js';
import { Wordmark } from '../../ui/wordmark.js';
import { checkCredentials, sendCredentials, type Credentials, type FieldErrors } from './credentials.js';
import { arrivalError } from './sign-in-texts.js';

export function Component() {
  const [query] = useSearchParams();
  const signedIn = useSignedIn();
  useEffect(() => {
    document.title = 'Sign in · Larder';
  }, []);
  if (signedIn) return <Navigate to={safeReturnTo(query.get('returnTo'), location.origin)} replace />;
  return (
    <main className="login">
      <div className="login-card">
        <Wordmark />
        <h1>Sign in</h1>
        <LoginForm arrival={arrivalError(query.get('error'))} />
      </div>
    </main>
  );
}

function LoginForm({ arrival }: { arrival?: string }) {
  const { entered, errors, edit, busy, refusal, submit } = useLogin(arrival);
  return (
    <form onSubmit={submit} noValidate>
      {refusal && <Alert type="error" showIcon title="Sign in failed" description={refusal} role="alert" />}
      <Field label="Email" name="email" error={errors.email}>
        <Input id="email" type="email" autoComplete="username" autoFocus value={entered.email} onChange={(event) => edit({ email: event.target.value })} {...described('email', errors.email)} />
      </Field>
      <Field label="Password" name="password" error={errors.password}>
        <Input.Password id="password" autoComplete="current-password" value={entered.password} onChange={(event) => edit({ password: event.target.value })} {...described('password', errors.password)} />
      </Field>
      <Button type="primary" htmlType="submit" block disabled={busy}>{busy ? 'Signing In...' : 'Sign In'}</Button>
    </form>
  );
}

function useLogin(arrival: string | undefined) {
  const toasts = useToasts();
  const [entered, setEntered] = useState<Credentials>({ email: '', password: '' });
  const [errors, setErrors] = useState<FieldErrors>({});
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState(arrival);

  const edit = (change: Partial<Credentials>) => {
    setEntered((was) => ({ ...was, ...change }));
    setErrors((was) => ({ ...was, ...Object.fromEntries(Object.keys(change).map((field) => [field, undefined])) }));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = checkCredentials(entered);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    setRefusal(undefined);
    const why = await sendCredentials(entered);
    setBusy(false);
    setRefusal(why);
    if (!why) toasts.good('Signed in successfully!');
  };
  return { entered, errors, edit, busy, refusal, submit: (event: FormEvent) => void submit(event) };
}

const described = (name: string, error?: string) => (error ? { status: 'error' as const, 'aria-invalid': true, 'aria-describedby': `${name}-error` } : {});

function Field({ label, name, error, children }: { label: string; name: string; error?: string; children: ReactElement }) {
  return (
    <div className="login-field">
      <label htmlFor={name}>{label}</label>
      {children}
      {error && <p id={`${name}-error`} role="alert">{error}</p>}
    </div>
  );
}
