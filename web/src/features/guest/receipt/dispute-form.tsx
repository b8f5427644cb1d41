/** Where a guest says that something was put back, or was wrong. */
import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { Claim } from '@larder/contracts/vending/claims.js';
import type { Receipt, ReceiptRef } from '@larder/contracts/vending/receipts.js';
import { formatAmount } from '../../../lib/money-and-time.js';
import { disputeLine } from '../call.js';
import { claimable } from './receipt-texts.js';
import { say } from '../words/say.js';

interface Props {
  of: ReceiptRef;
  line: Receipt['lines'][number];
  currency: string;
  onSaid(receipt: Receipt): void;
  onClose(): void;
}
const claims: { claim: Claim; label: string }[] = [{ claim: 'put_back', label: 'I put it back' }, { claim: 'wrong', label: 'Something was wrong' }];

export function DisputeForm({ of, line, currency, onSaid, onClose }: Props) {
  const [claim, setClaim] = useState<Claim>();
  const [quantity, setQuantity] = useState(line.quantity);
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!claim) {
      first.current?.focus();
      return setRefusal('Please choose what happened');
    }
    if (busy) return;
    setBusy(true);
    const answer = await disputeLine(of, { line: line.line, claim, quantity, ...(text.trim() && { text: text.trim() }) });
    if (answer.ok) return onSaid(answer.data);
    setBusy(false);
    setRefusal(answer.message || 'This could not be sent. Please try again.');
  };
  return (
    <form className="ask" onSubmit={(event) => void send(event)} noValidate>
      <fieldset>
        <legend>{say(`What happened with ${line.name}?`)}</legend>
        {claims.map((one, n) => (
          <label key={one.claim}><input ref={n === 0 ? first : undefined} type="radio" name={`claim-${line.line}`} checked={claim === one.claim} onChange={() => setClaim(one.claim)} /> {say(one.label)}</label>
        ))}
      </fieldset>
      {line.quantity > 1 && (
        <label className="field">
          {say('How many?')}
          <select value={quantity} onChange={(event) => setQuantity(Number(event.target.value))}>
            {Array.from({ length: line.quantity }, (_, n) => n + 1).map((count) => <option key={count} value={count}>{count} ({say(formatAmount(claimable(line, count), currency))})</option>)}
          </select>
        </label>
      )}
      <label className="field">
        <span>{say('Anything we should know?')} <small className="beside">{say('optional')}</small></span>
        <textarea rows={2} maxLength={500} value={text} onChange={(event) => setText(event.target.value)} />
      </label>
      <p role="alert" className={refusal ? 'note bad' : 'unseen'}>{say(refusal)}</p>
      <button type="submit" className="button" aria-disabled={busy}>{say('Send')}</button>
      <button type="button" className="button quiet" disabled={busy} onClick={onClose}>{say('Cancel')}</button>
    </form>
  );
}
