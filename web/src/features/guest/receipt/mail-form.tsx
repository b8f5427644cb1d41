/** 'E-mail me the receipt': says only what the mail server has confirmed. */
import { useId, useRef, useState, type FormEvent } from 'react';
import type { Receipt } from '@larder/contracts/vending/receipts.js';
import { mailReceiptTo } from '../call.js';
import { mailedText } from './receipt-texts.js';
import { language, say } from '../words/say.js';

/** What the form itself refuses names the field; people know it by sight. */
const refusalText = (message: string): string => (message.startsWith('Validation failed') ? 'Please enter a valid email address' : message || 'The receipt could not be sent. Please try again.');

export function MailForm({ receipt, proof }: { receipt: Receipt; proof?: string | undefined }) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [email, setEmail] = useState('');
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<{ tone: 'good' | 'due' | 'bad'; text: string }>();
  const [left, setLeft] = useState(receipt.mailsLeft);

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const to = email.trim();
    if (!to.includes('@')) {
      field.current?.focus();
      return setSaid({ tone: 'bad', text: 'Please enter a valid email address' });
    }
    setBusy(true);
    const answer = await mailReceiptTo({ token: receipt.token, proof }, to, language);
    setBusy(false);
    if (!answer.ok) return setSaid({ tone: 'bad', text: refusalText(answer.message) });
    setLeft(answer.data.mailsLeft);
    setSaid({ tone: answer.data.state === 'sent' ? 'good' : 'due', text: mailedText(answer.data.state, to) });
    setEmail('');
  };
  return (
    <form className="mail" onSubmit={(event) => void send(event)} noValidate>
      {left > 0 && (
        <>
          <label htmlFor={id}>{say('E-mail me the receipt')}</label>
          <div><input ref={field} id={id} aria-invalid={said?.tone === 'bad'} type="email" inputMode="email" autoComplete="email" placeholder="you@example.com" maxLength={254} value={email} onChange={(event) => setEmail(event.target.value)} /><button type="submit" className="button quiet" aria-disabled={busy}>{say('Send')}</button></div>
          <small>{say('Used for this receipt and nothing else.')}</small>
        </>
      )}
      <p role="status" className={said ? `note ${said.tone}` : 'unseen'}>{said && say(said.text)}</p>
    </form>
  );
}
