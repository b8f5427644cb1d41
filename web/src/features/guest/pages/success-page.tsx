/** After the checkout: the receipt once the payment is known to have arrived, and the truth until then. */
import { useEffect, useState } from 'react';
import type { PurchaseSummary, SessionView } from '@larder/contracts/vending.js';
import { guestPaths } from '../../../lib/guest-paths.js';
import { findPurchase, type Answer } from '../call.js';
import { useSession } from '../visit/follow-session.js';
import { Goods, purchaseGoods } from '../goods.js';
import { ReceiptBody } from '../receipt/receipt-body.js';
import { useReceipt } from '../receipt/follow-receipt.js';
import { Go, GoHome, Help, Loading, Page, SessionError } from '../parts.js';
import { afterPaying } from '../visit/left-checkout.js';
import { untilAnswered } from '../visit/until-answered.js';
import { say } from '../words/say.js';

export function SuccessPage({ paymentRef }: { paymentRef: string | null }) {
  const [answer, setAnswer] = useState<Answer<PurchaseSummary> | undefined>(paymentRef ? undefined : { ok: false, code: 'NOT_FOUND', message: '' });
  const summary = answer?.ok ? answer.data : undefined;
  // The provider's message decides, not the browser's return: follow the visit until it has come.
  const { view } = useSession(summary && !summary.paid ? summary.sessionId : undefined);
  const status = view?.status ?? summary?.status;
  useEffect(() => (paymentRef ? untilAnswered(() => findPurchase(paymentRef), setAnswer) : undefined), [paymentRef]);

  if (answer && !answer.ok) return <SessionError message={answer.message} code={answer.code} />;
  if (!summary || !paymentRef) return <Loading />;
  if (summary.paid || status === 'completed') return <Paid summary={summary} reference={paymentRef.slice(-8)} />;
  return <NotPaid summary={summary} status={status} />;
}

function Paid({ summary, reference }: { summary: PurchaseSummary; reference: string }) {
  const followed = useReceipt({ token: summary.sessionId }, true);
  return (
    <Page title="Payment Successful!" tone="good">
      {followed.receipt ? <ReceiptBody receipt={followed.receipt} onChange={followed.accept} /> : <><Where summary={summary} /><Goods goods={purchaseGoods(summary)} currency={summary.currency} total={summary.totalAmount} /></>}
      <ul className="steps">
        <li>{say('The items listed here are paid and yours to keep.')}</li>
        <li>{say('Your receipt is always at')} <a href={guestPaths.receipt(summary.sessionId)}>{say('this private address')}</a><span className="on-paper"> {location.origin}{guestPaths.receipt(summary.sessionId)}</span>{say('; payment reference')} <strong>{reference}</strong>.</li>
      </ul>
      <div className="actions">
        <Go to={guestPaths.tap}>{say('Make Another Purchase')}</Go>
        <button type="button" className="button quiet" onClick={() => print()}>{say('Print Receipt')}</button>
        <GoHome>{say('Return to Home')}</GoHome>
      </div>
    </Page>
  );
}

function NotPaid({ summary, status }: { summary: PurchaseSummary; status?: SessionView['status'] | undefined }) {
  const { heading, says, tone } = afterPaying(status);
  return (
    <Page title={heading} tone={tone}>
      <p role="status">{say(says)}</p>
      <Where summary={summary} />
      <Goods goods={purchaseGoods(summary)} currency={summary.currency} total={summary.totalAmount} />
      <Help contact={summary.guestContact} about={`${summary.machine.name}, payment ${summary.reference}`} />
      <div className="actions">
        <Go to={guestPaths.session(summary.sessionId)}>{say('Return to Session')}</Go>
        <GoHome>{say('Return to Home')}</GoHome>
      </div>
    </Page>
  );
}

const Where = ({ summary }: { summary: PurchaseSummary }) => (
  <p className="where"><strong>{summary.machine.name}</strong><br />{summary.machine.location.address}</p>
);
