/** Sends the verification e-mail once more. */
import { Alert, Button, Input } from 'antd';
import { useId, useState } from 'react';
import { asFailure } from '../../lib/failure-text.js';
import { useResendVerificationMutation } from '../../lib/session/session-api.js';
import { EMAIL_NEEDED, verificationResent } from './sign-up-texts.js';

/** @param email empty when it is not known; then it is asked for */
export function Resend({ email }: { email: string }) {
  const id = useId();
  const [entered, setEntered] = useState(email);
  const [missing, setMissing] = useState(false);
  const [resend, { error, isLoading, isSuccess, originalArgs }] = useResendVerificationMutation();
  const send = () => {
    setMissing(entered.trim() === '');
    if (entered.trim()) void resend({ email: entered.trim() });
    else document.getElementById(id)?.focus();
  };
  return (
    <div className="resend">
      <div aria-live="polite">
        {isSuccess && <Alert type="success" showIcon title={verificationResent(originalArgs?.email ?? '')} />}
        {error && <Alert type="error" showIcon title={asFailure(error)?.message || 'Unexpected error during resending confirmation code'} />}
      </div>
      {!email && (
        <div className="login-field">
          <label htmlFor={id}>Email</label>
          <Input id={id} type="email" autoComplete="username" value={entered} status={missing ? 'error' : ''} aria-invalid={missing} aria-describedby={`${id}-error`} onChange={(event) => setEntered(event.target.value)} />
          {missing && <p id={`${id}-error`} role="alert">{EMAIL_NEEDED}</p>}
        </div>
      )}
      <Button block disabled={isLoading} onClick={send}>Resend Verification Email</Button>
    </div>
  );
}
