/** A receipt by its address or by the link of an e-mail, whenever the guest comes back to it. */
import type { ReceiptRef } from '@larder/contracts/vending/receipts.js';
import { Go, GoHome, Loading, Page, SessionError } from '../parts.js';
import { guestPaths } from '../../../lib/guest-paths.js';
import { useReceipt } from '../receipt/follow-receipt.js';
import { ReceiptBody } from '../receipt/receipt-body.js';
import { say } from '../words/say.js';

export function ReceiptPage({ token, proof }: ReceiptRef) {
  const { receipt, failure, accept } = useReceipt({ token, proof }, false);
  if (!receipt && !failure) return <Loading />;
  if (!receipt) return failure?.code === 'NETWORK' ? <SessionError message={failure.message} /> : <NoReceipt message={failure?.message} />;
  return (
    <Page title="Your receipt">
      <ReceiptBody receipt={receipt} proof={proof} onChange={accept} />
      <div className="actions">
        <button type="button" className="button" onClick={() => print()}>{say('Print Receipt')}</button>
        <Go to={guestPaths.tap} quiet>{say('Make Another Purchase')}</Go>
        <GoHome>{say('Return to Home')}</GoHome>
      </div>
    </Page>
  );
}

function NoReceipt({ message }: { message: string | undefined }) {
  return (
    <Page title="No receipt here" tone="bad">
      <p role="alert">{say(message || 'There is no receipt at this address')}</p>
      <div className="actions">
        <button type="button" className="button" onClick={() => location.reload()}>{say('Try Again')}</button>
        <GoHome>{say('Return to Home')}</GoHome>
      </div>
    </Page>
  );
}
