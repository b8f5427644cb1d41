/** The list of alerts. */
import { Alert, Select } from 'antd';
import { useId } from 'react';
import { useSearchParams } from 'react-router';
import { formatNumber } from '../../lib/format.js';
import { usePolling } from '../../lib/live/live.js';
import { useMayChange } from '../../lib/session/session-api.js';
import { Blank } from '../../ui/blank.js';
import { FailureBox } from '../../ui/failure-box.js';
import { Loading } from '../../ui/loading.js';
import { PageHeader } from '../../ui/page-header.js';
import { StatCard, StatCards } from '../../ui/stat-card.js';
import { Pager } from '../../ui/pager.js';
import { readAlertFilters, typeLabels, writeAlertFilters, type AlertFilters } from './alert-filters.js';
import { AlertRows } from './alert-rows.js';
import { PAGE_SIZE, useAlertsQuery, useAlertStatsQuery } from './alerts-api.js';

export function Component() {
  const [query, setQuery] = useSearchParams();
  const filters = readAlertFilters(query);
  const mayResolve = useMayChange('alerts.manage');
  const show = (next: AlertFilters) => setQuery(writeAlertFilters(next));
  return (
    <>
      <PageHeader title="Alerts" subtitle="Monitor and manage system alerts" />
      {mayResolve === false && <Alert type="warning" showIcon title="Read-Only Mode: Alert management disabled in simplified API" />}
      <Cards />
      <div className="section"><FilterBar filters={filters} onFilters={show} viewOnly={mayResolve === false} /></div>
      <Alerts filters={filters} mayResolve={mayResolve === true} onPage={(page) => show({ ...filters, page })} />
    </>
  );
}

/** Left out while they cannot be had: the list below matters more. */
function Cards() {
  const { data } = useAlertStatsQuery(undefined, usePolling());
  if (!data) return null;
  return (
    <StatCards>
      <StatCard title="Total Alerts" value={formatNumber(data.total)} />
      <StatCard title="Unresolved" value={formatNumber(data.unresolved)} />
      <StatCard title="High Severity" value={formatNumber(data.bySeverity.high.unresolved)} />
      <StatCard title="Low Stock" value={formatNumber(data.byType.low_stock ?? 0)} />
    </StatCards>
  );
}

function Alerts({ filters, mayResolve, onPage }: { filters: AlertFilters; mayResolve: boolean; onPage(page: number): void }) {
  const { data, currentData, error, isError, isFetching, fulfilledTimeStamp, refetch } = useAlertsQuery(filters, usePolling());
  if (!data) return isError ? <FailureBox text="Failed to load alerts" error={error} onRetry={refetch} /> : <Loading />;
  return (
    <>
      {isError && <FailureBox stale text="Failed to load alerts" sinceMs={fulfilledTimeStamp} error={error} onRetry={refetch} />}
      <div className="section flush">
        {data.alerts.length > 0
          ? <AlertRows alerts={data.alerts} mayResolve={mayResolve} waiting={isFetching && !currentData} />
          : <Blank title="No alerts found">{filters.isResolved ? 'No resolved alerts match your filters.' : 'Great! No unresolved alerts.'}</Blank>}
        <Pager page={data.page} pages={data.pages} total={data.total} pageSize={PAGE_SIZE} onPage={onPage} />
      </div>
    </>
  );
}

const statusOptions = [{ value: false, label: 'Unresolved' }, { value: true, label: 'Resolved' }];
const typeOptions = [{ value: '', label: 'All Types' }, ...Object.entries(typeLabels).map(([value, label]) => ({ value, label }))];
const severityOptions = [{ value: '', label: 'All' }, { value: 'high', label: 'High' }, { value: 'medium', label: 'Medium' }, { value: 'low', label: 'Low' }];

function FilterBar({ filters, onFilters, viewOnly }: { filters: AlertFilters; onFilters(filters: AlertFilters): void; viewOnly: boolean }) {
  const id = useId();
  const narrow = (change: Partial<AlertFilters>) => onFilters({ ...filters, ...change, page: 1 });
  return (
    <div className="filter-bar">
      <label htmlFor={`${id}r`}>Status<Select id={`${id}r`} value={filters.isResolved} options={statusOptions} onChange={(isResolved) => narrow({ isResolved })} /></label>
      <label htmlFor={`${id}t`}>Type<Select id={`${id}t`} value={filters.type ?? ''} options={typeOptions} onChange={(type) => narrow({ type: (type || undefined) as AlertFilters['type'] })} /></label>
      <label htmlFor={`${id}s`}>Severity<Select id={`${id}s`} value={filters.severity ?? ''} options={severityOptions} onChange={(severity) => narrow({ severity: (severity || undefined) as AlertFilters['severity'] })} /></label>
      {viewOnly && <span className="quiet">View Only Mode</span>}
    </div>
  );
}
