/** One purchase: its receipt, what was given back, and what happened behind it; of a visit that was not paid that alone. */
import { DownloadOutlined, PrinterOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Link, useParams } from 'react-router';
import { usePolling } from '../../lib/live/live.js';
import { paths } from '../../lib/paths.js';
import { useDownload } from '../../lib/files/use-download.js';
import { FailureBox } from '../../ui/failure-box.js';
import { LoadingRows } from '../../ui/loading.js';
import { PageHeader } from '../../ui/page-header.js';
import { Section } from '../../ui/section.js';
import { useCurrency } from '../products/use-currency.js';
import { Receipt } from './receipt.js';
import { RefundHistory } from './refund-history.js';
import { evidenceAt, usePurchaseQuery } from './sales-api.js';
import './sales.css';
import { Timeline } from './timeline.js';

export function Component() {
  const { saleId = '' } = useParams();
  const { currentData: purchase, error, isError, fulfilledTimeStamp, refetch } = usePurchaseQuery(saleId, usePolling());
  const isUnpaid = isError && 'status' in error && error.status === 404 && saleId.startsWith('visit.');
  if (isUnpaid && !purchase) return <Unpaid saleId={saleId} />;
  return (
    <>
      <PageHeader title={purchase ? `Purchase ${purchase.transactionId.slice(-8)}` : 'Purchase'} subtitle={<Link to={paths.sales}>Sales Transactions</Link>} actions={purchase && <Button icon={<PrinterOutlined />} onClick={() => window.print()}>Print receipt</Button>} />
      {isError && <FailureBox text="Failed to load sales" stale={purchase !== undefined} sinceMs={fulfilledTimeStamp} error={error} onRetry={refetch} />}
      {!purchase && !isError && <div className="section"><LoadingRows rows={6} label="Loading the purchase" /></div>}
      {purchase && (
        <>
          <div className="section"><Receipt purchase={purchase} /></div>
          {purchase.lines.some(({ refunds }) => refunds.length > 0) && (
            <div className="no-print"><Section title="Refunds">{purchase.lines.map((line) => <RefundHistory key={line.id} sale={line} />)}</Section></div>
          )}
          <div className="no-print stack">
            <Timeline saleId={saleId} currency={purchase.currency} />
            <Evidence saleId={saleId} />
          </div>
        </>
      )}
    </>
  );
}

/** It becomes a purchase by itself when its guest pays after all. */
function Unpaid({ saleId }: { saleId: string }) {
  const currency = useCurrency();
  return (
    <>
      <PageHeader title={`Visit ${saleId.slice(-8)}`} subtitle={<Link to={paths.sales}>Sales Transactions</Link>} />
      <div className="section"><p>There is no receipt for this visit: nothing was taken in it, or not all of it is paid. What was charged so far stands below.</p></div>
      <Timeline saleId={saleId} currency={currency} isVisit />
    </>
  );
}

function Evidence({ saleId }: { saleId: string }) {
  const download = useDownload();
  const get = (format: 'pdf' | 'json') => void download.start({ url: evidenceAt(saleId), query: { format } });
  return (
    <Section title="Evidence pack">
      <div className="stack">
        <p>For a disputed payment: the receipt and everything above, with both clocks, as a document (Hebrew, Arabic and East Asian letters as question marks) or as data.</p>
        <div className="form-buttons">
          <Button icon={<DownloadOutlined />} loading={download.busy} onClick={() => get('pdf')}>Evidence as PDF</Button>
          <Button icon={<DownloadOutlined />} disabled={download.busy} onClick={() => get('json')}>Evidence as JSON</Button>
        </div>
        {download.failure && <FailureBox text="Failed to export the evidence pack" error={download.failure} onDismiss={download.dismiss} />}
      </div>
    </Section>
  );
}
