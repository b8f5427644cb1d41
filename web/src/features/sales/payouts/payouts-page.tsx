/** Payouts of the payment provider, held every night against what was sold. */
import type { PayoutCase, PayoutView } from '@larder/contracts/vending/payouts.js';
import { Table, type TableColumnsType } from 'antd';
import { Link, useSearchParams } from 'react-router';
import { formatDay, formatNumber, plural } from '../../../lib/format.js';
import { formatAmount, formatDateTime } from '../../../lib/money-and-time.js';
import { usePolling } from '../../../lib/live/live.js';
import { paths } from '../../../lib/paths.js';
import { Blank } from '../../../ui/blank.js';
import { FailureBox } from '../../../ui/failure-box.js';
import { LoadingRows } from '../../../ui/loading.js';
import { PageHeader } from '../../../ui/page-header.js';
import { Pager } from '../../../ui/pager.js';
import { Section } from '../../../ui/section.js';
import { useNarrow } from '../../../ui/use-media.js';
import { SalesPlaces } from '../sales-places.js';
import { caseText } from './case-text.js';
import { PAGE_SIZE, usePayoutsQuery, type PayoutsPage } from './payouts-api.js';

export function Component() {
  const [query, setQuery] = useSearchParams();
  const page = Math.max(1, Math.trunc(Number(query.get('page'))) || 1);
  const { currentData: shown, error, isError, fulfilledTimeStamp, refetch } = usePayoutsQuery(page, usePolling());
  return (
    <>
      <PageHeader title="Payouts" subtitle={shown ? checkedText(shown) : 'What the payment provider paid out'} />
      <SalesPlaces />
      {isError && <FailureBox text="Failed to load payouts" stale={shown !== undefined} sinceMs={fulfilledTimeStamp} error={error} onRetry={refetch} />}
      {!shown && !isError && <div className="section"><LoadingRows rows={5} label="Loading payouts" /></div>}
      {shown && (
        <>
          {shown.cases.length > 0 && <Section title={shown.openCount > 0 ? `Differences (${formatNumber(shown.openCount)} open)` : 'Differences'}><Cases cases={shown.cases} timeZone={shown.timeZone} /></Section>}
          <div className="section flush">
            {shown.total === 0 ? <Blank title="No payouts yet">A payout appears here in the night after it arrives.</Blank> : <Payouts payouts={shown.payouts} />}
            <Pager page={shown.page} pages={shown.pages} total={shown.total} pageSize={PAGE_SIZE} onPage={(next, options) => setQuery(next > 1 ? { page: String(next) } : {}, options)} />
          </div>
        </>
      )}
    </>
  );
}

function checkedText({ checked, nextAt, timeZone, openCount }: PayoutsPage): string {
  const next = nextAt ? `Next look: ${formatDateTime(nextAt, timeZone)}.` : 'They are looked at every night once something was sold by card.';
  if (!checked) return next;
  return `Checked up to ${formatDay(checked.day)}: ${openCount === 0 ? 'everything agrees' : plural(openCount, 'open difference')}. ${next}`;
}

function Cases({ cases, timeZone }: { cases: PayoutCase[]; timeZone: string }) {
  return (
    <ul className="rows" aria-label="Differences">
      {cases.map((one) => (
        <li key={one.id}>
          <span className="row-main">
            {caseText(one)}
            <small>{formatDateTime(one.openedAt, timeZone)} · {one.saleId && <><Link to={paths.purchase(one.saleId)}>See the sale</Link> · </>}reference <code>{one.ref.slice(-12)}</code>{one.payoutRef && <>, payout <code>{one.payoutRef.slice(-12)}</code></>}</small>
          </span>
          <span className={`pill ${one.state === 'open' ? 'high' : 'good'}`}>{one.state === 'open' ? 'Open' : 'Settled'}</span>
        </li>
      ))}
    </ul>
  );
}

/** The bank's day. */
const arrived = ({ arrivedAt }: PayoutView) => formatDay(arrivedAt.slice(0, 10));
const state = ({ cases }: PayoutView) => (cases > 0 ? <span className="pill high">{plural(cases, 'difference')}</span> : <span className="pill good">Agrees</span>);
const columns: TableColumnsType<PayoutView> = [
  { title: 'Arrived', key: 'day', render: (_, row) => <span className="two-lines">{arrived(row)}<small><code>{row.payoutRef.slice(-14)}</code></small></span> },
  { title: 'Charges', key: 'charges', align: 'right', className: 'figures', render: (_, row) => formatAmount(row.charges, row.currency) },
  { title: 'Refunds', key: 'refunds', align: 'right', className: 'figures', render: (_, row) => formatAmount(-row.refunds || 0, row.currency) },
  { title: 'Fees', key: 'fees', align: 'right', className: 'figures', render: (_, row) => formatAmount(-row.fees || 0, row.currency) },
  { title: 'Paid out', key: 'net', align: 'right', className: 'figures', render: (_, row) => <strong>{formatAmount(row.net, row.currency)}</strong> },
  { title: 'Lines', key: 'lines', align: 'right', className: 'figures', render: (_, row) => formatNumber(row.lines) },
  { title: 'Status', key: 'state', render: (_, row) => state(row) },
];

function Payouts({ payouts }: { payouts: PayoutView[] }) {
  const narrow = useNarrow();
  if (!narrow) return <Table<PayoutView> rowKey="payoutRef" size="middle" columns={columns} dataSource={payouts} pagination={false} scroll={{ x: 'max-content' }} />;
  return (
    <ul className="rows">
      {payouts.map((row) => (
        <li key={row.payoutRef}>
          <span className="row-main">{arrived(row)}<small>{formatAmount(row.charges, row.currency)} charged · {formatAmount(row.refunds, row.currency)} refunded · {formatAmount(row.fees, row.currency)} fees</small><small>{plural(row.lines, 'line')}</small></span>
          <span className="row-end"><strong className="figures">{formatAmount(row.net, row.currency)}</strong>{state(row)}</span>
        </li>
      ))}
    </ul>
  );
}
