/** A receipt: what was bought, the tax in it, what was held and given back; and what the guest can still do about it. */
import { useEffect, useRef, useState } from 'react';
import type { Receipt } from '@larder/contracts/vending/receipts.js';
import { formatAmount, formatDateTime } from '../../../lib/money-and-time.js';
import { Help } from '../parts.js';
import { DisputeForm } from './dispute-form.js';
import { MailForm } from './mail-form.js';
import { disputeText, holdText, NOT_YOURS } from './receipt-texts.js';
import { language, say } from '../words/say.js';

interface Props {
  receipt: Receipt;
  /** From the link of an e-mail. */
  proof?: string | undefined;
  onChange(receipt: Receipt): void;
}

export function ReceiptBody({ receipt, proof, onChange }: Props) {
  const { machine, organization, soldAt, timeZone, currency, total, taxes, hold, refunded, refunding, reference, paymentMethod } = receipt;
  const money = (amount: number) => say(formatAmount(amount, currency));
  return (
    <>
      <p className="where">
        <strong>{organization}</strong><br />{machine.name}, {machine.address}<br />
        <small>{formatDateTime(soldAt, timeZone, language)} · {say(`paid by ${paymentMethod} · transaction ${reference}`)}</small>
      </p>
      <ul className="goods">{receipt.lines.map((line) => <Line key={line.line} line={line} receipt={receipt} proof={proof} onChange={onChange} />)}</ul>
      <dl className="sums">
        <div className="sum"><dt>{say('Total')}</dt><dd>{money(total)}</dd></div>
        {taxes.map(({ rate, amount }) => <div key={rate}><dt>{say(`Tax included (${rate})`)}</dt><dd>{money(amount)}</dd></div>)}
        {refunded > 0 && <div><dt>{say('Refunded')}</dt><dd>{money(-refunded)}</dd></div>}
        {refunding > 0 && <div><dt>{say('Refund under way')}</dt><dd>{money(-refunding)}</dd></div>}
        {refunded > 0 && <div className="sum"><dt>{say('Paid after refunds')}</dt><dd>{money(total - refunded)}</dd></div>}
      </dl>
      {hold && <p className="note good">{say(holdText(hold, currency))}</p>}
      <Help contact={receipt.guestContact} about={`${machine.name}, transaction ${reference}`} />
      {receipt.yours ? <MailForm receipt={receipt} proof={proof} /> : <p><small>{say(NOT_YOURS)}</small></p>}
    </>
  );
}

function Line({ line, receipt, proof, onChange }: Props & { line: Receipt['lines'][number] }) {
  const [asking, setAsking] = useState<boolean>();
  const row = useRef<HTMLLIElement>(null);
  // The form is gone, and the focus with it: who types or listens goes on where they were.
  useEffect(() => {
    if (asking === false) row.current?.focus();
  }, [asking]);
  const askable = receipt.yours && line.disputable;
  const said = disputeText(line, receipt.currency);
  const accept = (changed: Receipt) => {
    setAsking(false);
    onChange(changed);
  };
  return (
    <li ref={row} tabIndex={-1} className="bought">
      <span className="name">{line.name}<small>{say(formatAmount(line.unitPrice, receipt.currency))} x {line.quantity}</small></span>
      <span className="price">{say(formatAmount(line.amount, receipt.currency))}</span>
      <span role="status" className={said ? `note ${said.tone}` : 'unseen'}>{said && say(said.text)}</span>
      {askable && !asking && <button type="button" className="link small" onClick={() => setAsking(true)} aria-label={say(`Something wrong with ${line.name}?`)}>{say('Something wrong?')}</button>}
      {askable && asking && <DisputeForm of={{ token: receipt.token, proof }} line={line} currency={receipt.currency} onSaid={accept} onClose={() => setAsking(false)} />}
    </li>
  );
}
