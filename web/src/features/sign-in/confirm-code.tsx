/** Where the code from the verification e-mail is typed, or asked for once more. */
import { Alert, Button } from 'antd';
import { useState } from 'react';
import type { DirectSignIn } from '../../lib/session/auth-client.js';
import { isTrouble } from '../../lib/session/cognito-calls.js';
import { CodeField, useForm } from '../../ui/form.js';
import { checkCode } from './rules.js';
import { CODE_RESENT, EMAIL_CONFIRMED } from './sign-in-texts.js';

interface Props {
  direct: DirectSignIn;
  email: string;
  onConfirmed?: () => void;
  /** The page has a way of its own to ask for another. */
  withoutResend?: boolean;
}

export function ConfirmCode({ direct, email, onConfirmed, withoutResend }: Props) {
  const [said, setSaid] = useState<{ good: boolean; text: string }>();
  const [busy, setBusy] = useState(false);
  const ask = async (asked: Promise<object>, good: string, then?: () => void) => {
    setBusy(true);
    const answer = await asked;
    setBusy(false);
    setSaid(isTrouble(answer) ? { good: false, text: answer.trouble } : { good: true, text: good });
    if (!isTrouble(answer)) then?.();
  };
  const form = useForm({ code: '' }, checkCode, ({ code }) => ask(direct.confirm(email, code.trim()), EMAIL_CONFIRMED, onConfirmed));
  const resend = () => (email ? void ask(direct.resend(email), CODE_RESENT) : setSaid({ good: false, text: 'Email is required to resend verification' }));
  return (
    <form className="confirm-code" onSubmit={form.onSubmit} noValidate>
      <div aria-live="polite">{said && <Alert type={said.good ? 'success' : 'error'} showIcon title={said.text} />}</div>
      <CodeField form={form} name="code" label="Confirmation code" autoFocus hint={`Six digits, in the e-mail to ${email || 'your address'}. The link in it does the same.`} />
      <div className="form-buttons">
        <Button htmlType="submit" type="primary" disabled={busy}>Confirm</Button>
        {!withoutResend && <Button disabled={busy} onClick={resend}>Resend code</Button>}
      </div>
    </form>
  );
}
