/** The list of what was sold. */
import { ImportOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { useSearchParams, type NavigateOptions } from 'react-router';
import { formatNumber, zoneName } from '../../lib/format.js';
import { formatAmount } from '../../lib/money-and-time.js';
import { usePolling } from '../../lib/live/live.js';
import { useMayChange } from '../../lib/session/session-api.js';
import { toShow } from '../../lib/to-show.js';
import { Nothing } from '../../ui/blank.js';
import { FailureBox } from '../../ui/failure-box.js';
import { late } from '../../ui/late.js';
import { Coming, Loading } from '../../ui/loading.js';
import { PageHeader } from '../../ui/page-header.js';
import { Pager, type TurnPage } from '../../ui/pager.js';
import { ResultNote } from '../../ui/result-note.js';
import { StatCard, StatCards } from '../../ui/stat-card.js';
import { ExportButtons, ExportState, useSalesExport } from './export-data.js';
import { PAGE_SIZE, useSalesQuery, type SalesPage } from './sales-api.js';
import { SalesFilterBar } from './sales-filter-bar.js';
import { emptyText, narrowed, periodBadge, readSalesFilters, writeSalesFilters, type SalesFilters } from './sales-filters.js';
import { Refunds } from './refund-button.js';
import { SalesPlaces } from './sales-places.js';
import { SalesList } from './sales-list.js';

const ImportDialog = late(async () => (await import('./import-dialog.js')).ImportDialog);

export function Component() {
  const [query, setQuery] = useSearchParams();
  const filters = readSalesFilters(query);
  const show = (next: SalesFilters, options?: NavigateOptions) => setQuery(writeSalesFilters(next), options);
  const badge = periodBadge(filters);
  const files = useSalesExport();
  return (
    <>
      <PageHeader title="Sales Transactions" badge={badge && <span className="pill plain">{badge}</span>} actions={<>{!filters.transaction && <ExportButtons filters={filters} of={files} />}<ImportButton /></>} />
      <SalesPlaces />
      <ExportState of={files} />
      <div className="section"><SalesFilterBar filters={filters} onFilters={show} /></div>
      <Sales filters={filters} onPage={(page, options) => show({ ...filters, page }, options)} onAllTime={() => show(narrowed(filters, { timeframe: 'all' }))} />
    </>
  );
}

function Sales({ filters, onPage, onAllTime }: { filters: SalesFilters; onPage: TurnPage; onAllTime(): void }) {
  const answer = useSalesQuery(filters, usePolling());
  const { currentData, error, isError, isFetching, fulfilledTimeStamp, refetch } = answer;
  const data = toShow(answer);
  if (!data) return isError ? <FailureBox text="Failed to load sales" error={error} onRetry={refetch} /> : <Loading text="Loading sales..." />;
  const waiting = isFetching && !currentData;
  return (
    <Refunds sales={data.sales}>
      {isError && <FailureBox stale text="Failed to load sales" sinceMs={fulfilledTimeStamp} error={error} onRetry={refetch} />}
      {!filters.transaction && <div className={waiting ? 'waiting' : undefined} aria-busy={waiting}><Totals page={data} /></div>}
      <ResultNote of={filters} answer={currentData} thing="sale" />
      <div className="section flush">
        {data.total === 0 ? <Nothing answer={currentData} title="No sales found" action={periodBadge(filters) && <AllTime onChoose={onAllTime} />}>{emptyText(filters, data)}</Nothing> : <SalesList sales={data.sales} waiting={waiting} />}
        <Zones sales={data.sales} />
        <Pager page={data.page} pages={data.pages} total={data.total} pageSize={PAGE_SIZE} onPage={onPage} />
      </div>
    </Refunds>
  );
}

/** What was sold longer ago, as what was brought from elsewhere often was, is one press away. */
const AllTime = ({ onChoose }: { onChoose(): void }) => <Button type="link" className="as-text" onClick={onChoose}>Show all time</Button>;

function Zones({ sales }: { sales: SalesPage['sales'] }) {
  const zones = new Set(sales.filter(({ timeKnown }) => timeKnown).map(({ timeZone }) => timeZone));
  const [first] = zones;
  return first && <p className="zone quiet">{zones.size === 1 ? `Times in ${zoneName(first)}` : 'Times in the time zone of each machine'}</p>;
}

const Totals = ({ page }: { page: SalesPage }) => (
  <StatCards>
    <StatCard title="Total Revenue" value={formatAmount(page.totalRevenue, page.currency)} detail={page.totalRefunded > 0 ? `after ${formatAmount(page.totalRefunded, page.currency)} refunded in this period` : undefined} />
    <StatCard title="Total Transactions" value={formatNumber(page.totalSales)} />
    <StatCard title="Total Quantity" value={formatNumber(page.totalQuantity)} />
    <StatCard title="Avg Transaction" value={formatAmount(page.averageTransaction, page.currency)} />
  </StatCards>
);

function ImportButton() {
  const may = useMayChange('sales.import');
  const [open, setOpen] = useState(false);
  if (!may) return null;
  return (
    <>
      <Button icon={<ImportOutlined />} onClick={() => setOpen(true)}>Import</Button>
      {open && <Suspense fallback={<Coming />}><ImportDialog onClose={() => setOpen(false)} /></Suspense>}
    </>
  );
}
