/** Sales day by day, as they were. */
import { addDays, type Day } from '@larder/contracts/day.js';
import type { SalesSummary } from '@larder/contracts/sales.js';
import { Segmented } from 'antd';
import { Suspense, useState } from 'react';
import { formatDay, formatDays, plural } from '../../lib/format.js';
import { formatAmount } from '../../lib/money-and-time.js';
import { usePolling } from '../../lib/live/live.js';
import { Blank } from '../../ui/blank.js';
import { late } from '../../ui/late.js';
import { LoadingRows } from '../../ui/loading.js';
import { Section } from '../../ui/section.js';
import { FailureBox } from '../../ui/failure-box.js';
import { askedBy, useDashboardQuery } from './dashboard-api.js';
import { presetOf, type DateRange } from './filters.js';
import type { DashboardFilters } from './use-filters.js';

const SalesChart = late(async () => (await import('./sales-chart.js')).SalesChart);
type Span = 'range' | 7 | 30;
const spans: { value: Span; label: string }[] = [{ value: 7, label: '7 days' }, { value: 30, label: '30 days' }];
const byRange: (typeof spans)[number] = { value: 'range', label: 'Date range' };

const spanOf = (range: DateRange, today: Day): Span => ({ last7: 7, last30: 30 } as const)[presetOf(range, today) as 'last7' | 'last30'] ?? 'range';
const rangeOfSpan = (span: Span, range: DateRange, today: Day): DateRange => (span === 'range' ? range : { startDate: addDays(today, 1 - span), endDate: today });

export function SalesOverview({ filters: { shown, today, asOf } }: { filters: DashboardFilters }) {
  const filtered = spanOf(shown.dateRange, today);
  const [picked, setPicked] = useState<Span>();
  const span = picked ?? filtered;
  const dateRange = rangeOfSpan(span, shown.dateRange, today);
  const answer = useDashboardQuery(askedBy({ ...shown, dateRange }, asOf), usePolling());
  return (
    <Section title="Sales Overview" extra={<Segmented<Span> size="small" aria-label="Days shown" value={span} options={filtered === 'range' ? [...spans, byRange] : spans} onChange={setPicked} />}>
      {answer.isError && <FailureBox text="Failed to load sales data" stale={answer.data !== undefined} sinceMs={answer.fulfilledTimeStamp} error={answer.error} onRetry={answer.refetch} />}
      {answer.data ? <Days sales={answer.data.sales} waiting={answer.currentData === undefined && !answer.isError} /> : !answer.isError && <div className="chart-room"><LoadingRows rows={8} label="Loading sales data" /></div>}
    </Section>
  );
}

function Days({ sales, waiting }: { sales: SalesSummary; waiting: boolean }) {
  if (sales.transactions === 0 && sales.revenue === 0) return <div className="chart-room"><Blank title="No sales data">Nothing was sold from {formatDay(sales.startDate)} to {formatDay(sales.endDate)}.</Blank></div>;
  const best = sales.days.reduce((most, one) => (one.revenue > most.revenue ? one : most));
  return (
    <figure className={waiting ? 'chart waiting' : 'chart'}>
      <Suspense fallback={<div className="chart-room bars" />}><SalesChart sales={sales} /></Suspense>
      <figcaption>
        {formatAmount(sales.revenue, sales.currency)} in {plural(sales.transactions, 'transaction')}, {formatDays(sales.startDate, sales.endDate)}.{best.revenue > 0 && ` Best day: ${formatDay(best.day)}, ${formatAmount(best.revenue, sales.currency)}.`}
      </figcaption>
    </figure>
  );
}
