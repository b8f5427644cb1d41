/** One invoice, on the screen and on paper. */
import type { Invoice } from '@larder/contracts/identity/billing.js';
import { PrinterOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Link, useParams } from 'react-router';
import { formatAmount } from '../../../lib/money-and-time.js';
import { paths } from '../../../lib/paths.js';
import { useAccountQuery } from '../../../lib/session/session-api.js';
import { Blank } from '../../../ui/blank.js';
import { FailureBox } from '../../../ui/failure-box.js';
import { Loading } from '../../../ui/loading.js';
import { PageHeader } from '../../../ui/page-header.js';
import { useDay } from '../use-day.js';
import { useInvoicesQuery } from '../subscription-api.js';
import { InvoiceStatus } from './invoice-status.js';
import '../subscription.css';

export function Component() {
  const { invoiceId } = useParams();
  const { data, error, isError, refetch } = useInvoicesQuery();
  const invoice = data?.invoices.find(({ id }) => id === invoiceId);
  return (
    <>
      <PageHeader
        title={invoice ? `Invoice ${invoice.number}` : 'Invoice'} subtitle={<Link to={paths.subscription}>Subscription</Link>}
        actions={invoice && <Button icon={<PrinterOutlined />} onClick={() => window.print()}>Print</Button>}
      />
      {isError && <FailureBox text="Failed to load the invoice" error={error} stale={data !== undefined} onRetry={refetch} />}
      {!data && !isError && <Loading />}
      {data && !invoice && <Blank title="There is no such invoice" />}
      {invoice && <Sheet invoice={invoice} />}
    </>
  );
}

function Sheet({ invoice: { number, status, issuedAt, periodStart, periodEnd, lines, amount, currency } }: { invoice: Invoice }) {
  const day = useDay();
  const { data } = useAccountQuery();
  return (
    <article className="section invoice" aria-label={`Invoice ${number}`}>
      <div className="invoice-head">
        <p><strong>Larder</strong><br /><span className="quiet">Invoice {number}</span></p>
        <p>{data?.account.name}<br /><span className="quiet">{day(issuedAt)}</span></p>
      </div>
      <p><InvoiceStatus status={status} /> <span className="quiet">for {day(periodStart)} to {day(periodEnd)}</span></p>
      <table className="cost">
        <caption className="unseen">What was billed</caption>
        <tbody>{lines.map(({ description, amount: part }, n) => <tr key={n}><th scope="row">{description}</th><td className="figures">{formatAmount(part, currency)}</td></tr>)}</tbody>
        <tfoot><tr className="sum"><th scope="row">Total</th><td className="figures">{formatAmount(amount, currency)}</td></tr></tfoot>
      </table>
    </article>
  );
}
