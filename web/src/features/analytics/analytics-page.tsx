/** What sales add up to: cards, eight views, and files to take away. */
import type { SalesOverview } from '@larder/contracts/sales/analytics.js';
import { useSearchParams } from 'react-router';
import { formatNumber } from '../../lib/format.js';
import { formatAmount } from '../../lib/money-and-time.js';
import { usePolling } from '../../lib/live/live.js';
import { toShow } from '../../lib/to-show.js';
import { FailureBox } from '../../ui/failure-box.js';
import { Fold } from '../../ui/fold.js';
import { LoadingRows } from '../../ui/loading.js';
import { PageHeader } from '../../ui/page-header.js';
import { StatCard, StatCards } from '../../ui/stat-card.js';
import { useOverviewQuery } from './analytics-api.js';
import { rangeOf, readAnalyticsFilters, writeAnalyticsFilters, type AnalyticsFilters } from './analytics-filters.js';
import { ExportBar } from './export-bar.js';
import { formatPercent, growthBetween } from './figures.js';
import { FilterBar } from './filter-bar.js';
import { Hours } from './hours.js';
import { LatestSold } from './latest-sold.js';
import { Losses } from './losses.js';
import { Machines } from './machines.js';
import { MonthLetter } from './month-letter.js';
import { Overview } from './overview.js';
import { Products } from './products.js';
import { Report } from './report.js';
import { Taxes } from './taxes.js';
import { Trends } from './trends.js';

export function Component() {
  const [query, setQuery] = useSearchParams();
  const filters = readAnalyticsFilters(query);
  const show = (next: AnalyticsFilters) => setQuery(writeAnalyticsFilters(next));
  const answer = useOverviewQuery({ ...rangeOf(filters), groupBy: filters.groupBy }, usePolling());
  const { currentData, error, isError, fulfilledTimeStamp, refetch } = answer;
  const data = toShow(answer);
  return (
    <>
      <PageHeader title="Analytics" />
      <div className="section stack"><Fold title="Export and monthly e-mail"><ExportBar filters={filters} onFilters={show} /><MonthLetter /></Fold></div>
      <div className="section"><FilterBar filters={filters} shown={data ?? {}} onFilters={show} /></div>
      {isError && <FailureBox text="Failed to load analytics data" stale={data !== undefined} sinceMs={fulfilledTimeStamp} error={error} onRetry={refetch} />}
      {data ? <Cards overview={data} compare={filters.compare} waiting={!currentData && !isError} /> : !isError && <div className="section stats-room"><LoadingRows rows={2} label="Loading analytics data" /></div>}
      {data?.summary.totalTransactions === 0 && <LatestSold machineId={filters.machineId.trim()} onDays={(days) => show({ ...filters, ...days })} />}
      {data && <Chosen filters={filters} overview={data} onFilters={show} />}
    </>
  );
}

function Chosen({ filters, overview, onFilters }: { filters: AnalyticsFilters; overview: SalesOverview; onFilters(filters: AnalyticsFilters): void }) {
  const range = rangeOf(filters);
  switch (filters.view) {
    case 'overview': return <Overview overview={overview} />;
    case 'trends': return <Trends asked={{ ...range, groupBy: filters.groupBy }} />;
    case 'products': return <Products range={range} />;
    case 'machines': return <Machines range={range} />;
    case 'hours': return <Hours range={range} />;
    case 'taxes': return <Taxes range={range} />;
    case 'losses': return <Losses asked={{ ...range, groupBy: filters.groupBy }} />;
    case 'report': return <Report filters={filters} onFilters={onFilters} />;
  }
}

function Cards({ overview: { summary, previous, currency }, compare, waiting }: { overview: SalesOverview; compare: boolean; waiting: boolean }) {
  const trend = (now: number, before: number) => (compare ? { trend: growthBetween(now, before) } : {});
  return (
    <div className={waiting ? 'stack waiting' : 'stack'}>
      <StatCards>
        <StatCard title="Total Revenue" value={formatAmount(summary.totalRevenue, currency)} {...trend(summary.totalRevenue, previous.totalRevenue)} />
        <StatCard title="Total Profit" value={formatAmount(summary.totalProfit, currency)} {...trend(summary.totalProfit, previous.totalProfit)} />
        <StatCard title="Transactions" value={formatNumber(summary.totalTransactions)} {...trend(summary.totalTransactions, previous.totalTransactions)} />
        <StatCard title="Profit Margin" value={formatPercent(summary.profitMargin)} detail={compare ? `${formatPercent(previous.profitMargin)} in the previous period` : undefined} />
      </StatCards>
      {summary.totalRefunded > 0 && <p className="quiet">{formatAmount(summary.totalRefunded, currency)} was refunded in this period, of whatever day: the revenue is what is left.</p>}
      {summary.totalTax !== 0 && <p className="quiet">{formatAmount(summary.totalTax, currency)} of this revenue is tax: the profit is what is left after it.</p>}
      {summary.revenueWithoutCost > 0 && <p className="quiet">The cost of {formatAmount(summary.revenueWithoutCost, currency)} of this revenue is not known: its profit counts in full, the margin is that of the rest.</p>}
    </div>
  );
}
