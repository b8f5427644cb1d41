/** A receipt by its address or by the link of an e-mail, whenever the guest comes back to it. */
import type { ReceiptRef } from '@larder/contracts/receipts.js';
import { Go, GoHome, Loading, Page } from '../parts.js';
import { guestPaths } from '../../../lib/guest-paths.js';
import { useReceipt } from '../receipt/follow-receipt.js';
import { ReceiptBody } from '../receipt/receipt-body.js';

export function ReceiptPage({ token, proof }: ReceiptRef) {
  const { receipt, failure, accept } = useReceipt({ token, proof }, false);
  if (!receipt && !failure) return <Loading />;
  if (!receipt) {
    return (
      <Page title="No receipt here" tone="bad">
        <p role="alert">{failure?.message || 'There is no receipt at this address'}</p>
        <div className="actions">
          <button type="button" className="button" onClick={() => location.reload()}>Try Again</button>
          <GoHome>Return to Home</GoHome>
        </div>
      </Page>
    );
  }
  return (
    <Page title="Your receipt">
      <ReceiptBody receipt={receipt} proof={proof} onChange={accept} />
      <div className="actions">
        <button type="button" className="button" onClick={() => print()}>Print Receipt</button>
        <Go to={guestPaths.tap} quiet>Make Another Purchase</Go>
        <GoHome>Return to Home</GoHome>
      </div>
    </Page>
  );
}
