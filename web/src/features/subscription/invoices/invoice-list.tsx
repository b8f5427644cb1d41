/** What was billed so far, newest first. */
import type { Invoice } from '@larder/contracts/identity/billing.js';
import { Link } from 'react-router';
import { formatAmount } from '../../../lib/money-and-time.js';
import { paths } from '../../../lib/paths.js';
import { Blank } from '../../../ui/blank.js';
import { FailureBox } from '../../../ui/failure-box.js';
import { LoadingRows } from '../../../ui/loading.js';
import { Section } from '../../../ui/section.js';
import { useDay } from '../use-day.js';
import { useInvoicesQuery } from '../subscription-api.js';
import { InvoiceStatus } from './invoice-status.js';

export function InvoiceList() {
  const { data, error, isError, refetch } = useInvoicesQuery();
  return (
    <Section title="Invoices">
      {isError && <FailureBox text="Failed to load invoices" error={error} stale={data !== undefined} onRetry={refetch} />}
      {!data && !isError && <LoadingRows rows={3} label="Loading invoices" />}
      {data?.invoices.length === 0 && <Blank title="No invoices yet" />}
      <ul className="rows scrolling" tabIndex={0} aria-label="Invoices">{data?.invoices.map((invoice) => <Row key={invoice.id} invoice={invoice} />)}</ul>
    </Section>
  );
}

function Row({ invoice: { id, number, status, amount, currency, issuedAt, nextAttemptAt, hostedUrl, pdfUrl } }: { invoice: Invoice }) {
  const day = useDay();
  return (
    <li className="invoice-row">
      <span className="row-main">
        <Link to={paths.invoice(id)}>{number}</Link>
        <small>{day(issuedAt)}{nextAttemptAt && `, tried again on ${day(nextAttemptAt)}`}</small>
      </span>
      <span className="invoice-end">
        {hostedUrl && status === 'open' && <a href={hostedUrl} target="_blank" rel="noreferrer">Pay</a>}
        {pdfUrl && <a href={pdfUrl} target="_blank" rel="noreferrer" aria-label={`Invoice ${number} as PDF`}>PDF</a>}
        <InvoiceStatus status={status} />
        <span className="figures">{formatAmount(amount, currency)}</span>
      </span>
    </li>
  );
}
