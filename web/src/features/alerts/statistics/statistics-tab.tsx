/** How many alerts there were in a period, of which kind, where, and how long they lasted. */
import type { AlertStats, AlertView } from '@larder/contracts/alerts.js';
import type { Day } from '@larder/contracts/day.js';
import type { TableColumnsType } from 'antd';
import { Suspense, useId } from 'react';
import { Link, useSearchParams } from 'react-router';
import { capitalized, formatDay, formatNumber } from '../../../lib/format.js';
import { usePolling } from '../../../lib/live/live.js';
import { paths } from '../../../lib/paths.js';
import { useAccountQuery } from '../../../lib/session/session-api.js';
import { dayAt } from '../../../lib/time/day-at.js';
import { useNow } from '../../../lib/time/use-now.js';
import { toShow } from '../../../lib/to-show.js';
import { Blank } from '../../../ui/blank.js';
import { DateField } from '../../../ui/date-field.js';
import { FailureBox } from '../../../ui/failure-box.js';
import { FiguresTable } from '../../../ui/figures-table.js';
import { late } from '../../../ui/late.js';
import { Section } from '../../../ui/section.js';
import { SeverityTag } from '../../../ui/severity-tag.js';
import { typeLabels } from '../alert-filters.js';
import { useAlertStatsQuery } from '../alerts-api.js';
import { LoadingStatistics } from './loading-statistics.js';
import { readPeriod, withEnd, writePeriod, type Period } from './period.js';

const DaysChart = late(async () => (await import('./days-chart.js')).DaysChart);

/** Days are the organization's, so its time zone has to be known first. */
export function StatisticsTab() {
  const now = useNow(60_000);
  const { data, error, isError, refetch } = useAccountQuery();
  if (!data) return isError ? <FailureBox text="Failed to load statistics" error={error} onRetry={refetch} /> : <LoadingStatistics />;
  return <OfPeriod today={dayAt(data.account.timeZone, new Date(now).toISOString())} />;
}

function OfPeriod({ today }: { today: Day }) {
  const [query, setQuery] = useSearchParams();
  const period = readPeriod(query, today);
  const answer = useAlertStatsQuery(period, usePolling());
  const { currentData, error, isError, fulfilledTimeStamp, refetch } = answer;
  const data = toShow(answer);
  return (
    <div className="stack">
      <div className="section"><PeriodBar period={period} onPeriod={(next) => setQuery(writePeriod(next, query))} /></div>
      {isError && <FailureBox text="Failed to load statistics" stale={data !== undefined} sinceMs={fulfilledTimeStamp} error={error} onRetry={refetch} />}
      {data ? <div className={currentData ? 'stack' : 'stack waiting'}><Statistics stats={data} period={period} /></div> : !isError && <LoadingStatistics />}
    </div>
  );
}

function PeriodBar({ period, onPeriod }: { period: Period; onPeriod(period: Period | undefined): void }) {
  const id = useId();
  return (
    <div className="filter-bar">
      <label htmlFor={`${id}s`}>Start Date<DateField id={`${id}s`} day={period.startDate} onDay={(startDate) => onPeriod(withEnd(period, { startDate }))} /></label>
      <label htmlFor={`${id}e`}>End Date<DateField id={`${id}e`} day={period.endDate} onDay={(endDate) => onPeriod(withEnd(period, { endDate }))} /></label>
    </div>
  );
}

const severities = ['high', 'medium', 'low'] as const;

function Statistics({ stats, period }: { stats: AlertStats; period: Period }) {
  const { summary, total } = stats;
  if (total === 0) return <div className="section"><Blank title="No alerts found">No alert was raised from {formatDay(period.startDate)} to {formatDay(period.endDate)}.</Blank></div>;
  return (
    <>
      <div className="stat-columns">
        <Section title="Alert Summary">
          <dl className="facts">
            <div><dt>Resolved</dt><dd className="figures">{formatNumber(summary.resolved)}</dd></div>
            <div><dt>Unresolved</dt><dd className="figures">{formatNumber(summary.unresolved)}</dd></div>
            <div><dt>Resolution Rate</dt><dd className="figures">{Math.round((summary.resolved / total) * 100)}%</dd></div>
          </dl>
        </Section>
        <Section title="Alerts by Type"><Shares total={total} shares={Object.entries(typeLabels).map(([type, label]) => ({ label, count: summary.byType[type] ?? 0, tone: 'plain' }))} /></Section>
        <Section title="Alerts by Severity"><Shares total={total} shares={severities.map((one) => ({ label: capitalized(one), count: summary.bySeverity[one] ?? 0, tone: one }))} /></Section>
      </div>
      <Section title="Raised and Resolved per Day"><Suspense fallback={<div className="chart-room" />}><DaysChart days={stats.days} /></Suspense></Section>
      <div className="stat-columns">
        <Section title="Average Resolution Times">
          {stats.resolutionTimes.length > 0 ? <FiguresTable<Resolution> label="Average Resolution Times" size="small" rowKey="severity" columns={resolutionColumns} dataSource={stats.resolutionTimes} /> : <Blank title="Nothing was resolved yet" />}
        </Section>
        <Section title="Machines with Most Alerts">
          <FiguresTable<Machine> label="Machines with Most Alerts" size="small" rowKey="machineId" columns={machineColumns} dataSource={stats.topAlertMachines} />
        </Section>
      </div>
    </>
  );
}

interface Share {
  label: string;
  count: number;
  tone: AlertView['severity'] | 'plain';
}

const Shares = ({ shares, total }: { shares: Share[]; total: number }) => (
  <ul className="shares">
    {shares.map(({ label, count, tone }) => (
      <li key={label}>
        <span>{label}</span><strong className="figures">{formatNumber(count)}</strong>
        <span className={`bar ${tone}`} aria-hidden="true"><i style={{ width: `${(count / total) * 100}%` }} /></span>
      </li>
    ))}
  </ul>
);

type Resolution = AlertStats['resolutionTimes'][number];
type Machine = AlertStats['topAlertMachines'][number];
const figures = { align: 'right', className: 'figures' } as const;

const resolutionColumns: TableColumnsType<Resolution> = [
  { title: 'Severity', key: 'severity', render: (_, row) => <SeverityTag severity={row.severity} /> },
  { title: 'Average', key: 'avg', ...figures, render: (_, row) => `${row.avgResolutionHours.toFixed(1)} h` },
  { title: 'Min', key: 'min', ...figures, render: (_, row) => `${row.minResolutionHours.toFixed(1)} h` },
  { title: 'Max', key: 'max', ...figures, render: (_, row) => `${row.maxResolutionHours.toFixed(1)} h` },
  { title: 'Count', key: 'count', ...figures, render: (_, row) => formatNumber(row.count) },
];
const machineColumns: TableColumnsType<Machine> = [
  { title: 'Machine', key: 'machine', render: (_, row) => <span className="two-lines"><Link to={paths.machine(row.machineId)}>{row.machineId}</Link><small>{row.name}</small></span> },
  { title: 'Alerts', key: 'alerts', ...figures, render: (_, row) => formatNumber(row.alertCount) },
  { title: 'Unresolved', key: 'unresolved', ...figures, render: (_, row) => formatNumber(row.unresolvedCount) },
];
