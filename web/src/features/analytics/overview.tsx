/** Revenue by period and how it was paid. */
import type { SalesOverview } from '@larder/contracts/sales/analytics.js';
import { Suspense } from 'react';
import { capitalized, formatDays, plural } from '../../lib/format.js';
import { formatAmount } from '../../lib/money-and-time.js';
import { Blank } from '../../ui/blank.js';
import { late } from '../../ui/late.js';
import { Section } from '../../ui/section.js';

const RevenueChart = late(async () => (await import('./revenue-chart.js')).RevenueChart);
const titles = { day: 'Daily Revenue', week: 'Weekly Revenue', month: 'Monthly Revenue' };

export const Overview = ({ overview }: { overview: SalesOverview }) => (
  <div className="columns">
    <Section title={titles[overview.groupBy]}><Revenue overview={overview} /></Section>
    <Section title="Payment Methods"><Methods overview={overview} /></Section>
  </div>
);

function Revenue({ overview }: { overview: SalesOverview }) {
  const { summary, currency, startDate, endDate, periods } = overview;
  if (periods.every(({ revenue, transactions }) => revenue === 0 && transactions === 0)) return <Blank title="No revenue data available for this period" />;
  return (
    <figure className="chart">
      <Suspense fallback={<div className="chart-room bars" />}><RevenueChart overview={overview} /></Suspense>
      <figcaption>{formatAmount(summary.totalRevenue, currency)} in {plural(summary.totalTransactions, 'transaction')}, {formatDays(startDate, endDate)}, each day by the machines' own clocks.</figcaption>
    </figure>
  );
}

function Methods({ overview: { methods, currency } }: { overview: SalesOverview }) {
  if (methods.length === 0) return <Blank title="No payment data available" />;
  return (
    <ul className="rows">
      {methods.map(({ method, count, revenue, percentage }) => (
        <li key={method}>
          <span className="row-main">{capitalized(method)}<small>{plural(count, 'transaction')}</small><span className="bar green" style={{ flex: 'none', marginTop: 4 }} aria-hidden="true"><i style={{ width: `${percentage}%` }} /></span></span>
          <span className="row-end"><strong className="figures">{formatAmount(revenue, currency)}</strong><small className="figures">{percentage.toFixed(1)}%</small></span>
        </li>
      ))}
    </ul>
  );
}
