/** Sends the verification e-mail once more. */
import { Alert, Button, Input } from 'antd';
import { useId, useState } from 'react';
import { asFailure } from '../../lib/failure-text.js';
import { useResendVerificationMutation } from '../../lib/session/session-api.js';
import { checkEmail } from './rules.js';
import { verificationResent } from './sign-up-texts.js';

/** @param email empty when it is not known; then it is asked for */
export function Resend({ email }: { email: string }) {
  const id = useId();
  const [entered, setEntered] = useState(email);
  const [problem, setProblem] = useState<string>();
  const [resend, { error, isLoading, isSuccess, originalArgs }] = useResendVerificationMutation();
  const send = () => {
    const found = checkEmail(entered);
    setProblem(found);
    if (found) document.getElementById(id)?.focus();
    else void resend({ email: entered.trim() });
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
          <Input id={id} type="email" autoComplete="username" value={entered} status={problem ? 'error' : ''} aria-invalid={problem !== undefined} aria-describedby={`${id}-error`} onChange={(event) => setEntered(event.target.value)} />
          {problem && <p id={`${id}-error`} role="alert">{problem}</p>}
        </div>
      )}
      <Button block disabled={isLoading} onClick={send}>Resend Verification Email</Button>
    </div>
  );
}
