/** The list of alerts with its filters. */
import { Select } from 'antd';
import { useId } from 'react';
import { useSearchParams, type NavigateOptions } from 'react-router';
import { capitalized } from '../../lib/format.js';
import { usePolling } from '../../lib/live/live.js';
import { toShow } from '../../lib/to-show.js';
import { Nothing } from '../../ui/blank.js';
import { FailureBox } from '../../ui/failure-box.js';
import { Fold } from '../../ui/fold.js';
import { Loading } from '../../ui/loading.js';
import { Pager, type TurnPage } from '../../ui/pager.js';
import { ResultNote } from '../../ui/result-note.js';
import { handlingLabels, readAlertFilters, typeLabels, writeAlertFilters, type AlertFilters } from './alert-filters.js';
import { AlertRows } from './alert-rows.js';
import { PAGE_SIZE, useAlertsQuery } from './alerts-api.js';

interface Props {
  /** Undefined while that is not known. */
  mayManage: boolean | undefined;
  onOpen(id: string): void;
}

export function AlertsTab({ mayManage, onOpen }: Props) {
  const [query, setQuery] = useSearchParams();
  const filters = readAlertFilters(query);
  const show = (next: AlertFilters, options?: NavigateOptions) => setQuery(writeAlertFilters(next, query), options);
  return (
    <div className="stack">
      <div className="section"><FilterBar filters={filters} onFilters={show} viewOnly={mayManage === false} /></div>
      <Alerts filters={filters} mayManage={mayManage === true} onPage={(page, options) => show({ ...filters, page }, options)} onOpen={onOpen} />
    </div>
  );
}

interface ListProps {
  filters: AlertFilters;
  mayManage: boolean;
  onPage: TurnPage;
  onOpen(id: string): void;
}

function Alerts({ filters, mayManage, onPage, onOpen }: ListProps) {
  const answer = useAlertsQuery(filters, usePolling());
  const { currentData, error, isError, isFetching, fulfilledTimeStamp, refetch } = answer;
  const data = toShow(answer);
  if (!data) return isError ? <FailureBox text="Failed to load alerts" error={error} onRetry={refetch} /> : <Loading />;
  return (
    <>
      {isError && <FailureBox stale text="Failed to load alerts" sinceMs={fulfilledTimeStamp} error={error} onRetry={refetch} />}
      <ResultNote of={filters} answer={currentData} thing="alert" />
      <div className="section flush">
        {data.total > 0
          ? <AlertRows alerts={data.alerts} mayManage={mayManage} waiting={isFetching && !currentData} onOpen={onOpen} />
          : <Nothing answer={currentData} title="No alerts found">{emptyText(filters)}</Nothing>}
        <Pager page={data.page} pages={data.pages} total={data.total} pageSize={PAGE_SIZE} onPage={onPage} />
      </div>
    </>
  );
}

function emptyText({ isResolved, type, severity, handling, assignedTo }: AlertFilters): string {
  if (isResolved) return 'No resolved alerts match your filters.';
  return type || severity || handling || assignedTo ? 'No unresolved alerts match your filters.' : 'Great! No unresolved alerts.';
}

const statusOptions = [{ value: false, label: 'Unresolved' }, { value: true, label: 'Resolved' }];
const optionsOf = (all: string, labels: Record<string, string>) => [{ value: '', label: all }, ...Object.entries(labels).map(([value, label]) => ({ value, label }))];
const typeOptions = optionsOf('All Types', typeLabels);
const severityOptions = optionsOf('All', { high: 'High', medium: 'Medium', low: 'Low' });
const handlingOptions = optionsOf('Any', handlingLabels);
const assignedOptions = optionsOf('Anybody', { me: 'Me' });

function FilterBar({ filters, onFilters, viewOnly }: { filters: AlertFilters; onFilters(filters: AlertFilters): void; viewOnly: boolean }) {
  const id = useId();
  const narrow = (change: { [F in keyof AlertFilters]?: AlertFilters[F] | '' }) => {
    const next = Object.entries({ ...filters, ...change, page: 1 }).filter(([, value]) => value !== '');
    onFilters(Object.fromEntries(next) as unknown as AlertFilters);
  };
  return (
    <div className="filter-bar">
      <Fold title="Filters" summary={narrowedTo(filters)}>
        <label htmlFor={`${id}r`}>Status<Select id={`${id}r`} value={filters.isResolved} options={statusOptions} onChange={(isResolved) => narrow({ isResolved })} /></label>
        <label htmlFor={`${id}t`}>Type<Select id={`${id}t`} value={filters.type ?? ''} options={typeOptions} onChange={(type) => narrow({ type: type as AlertFilters['type'] & string })} /></label>
        <label htmlFor={`${id}s`}>Severity<Select id={`${id}s`} value={filters.severity ?? ''} options={severityOptions} onChange={(severity) => narrow({ severity: severity as AlertFilters['severity'] & string })} /></label>
        {!filters.isResolved && <label htmlFor={`${id}h`}>Handling<Select id={`${id}h`} value={filters.handling ?? ''} options={handlingOptions} onChange={(handling) => narrow({ handling: handling as AlertFilters['handling'] & string })} /></label>}
        <label htmlFor={`${id}a`}>Assigned to<Select id={`${id}a`} value={filters.assignedTo ?? ''} options={assignedOptions} onChange={(assignedTo) => narrow({ assignedTo: assignedTo as 'me' | '' })} /></label>
      </Fold>
      {viewOnly && <span className="quiet">View Only Mode</span>}
    </div>
  );
}

const narrowedTo = ({ isResolved, type, severity, handling, assignedTo }: AlertFilters): string =>
  [isResolved ? 'Resolved' : 'Unresolved', type && typeLabels[type], severity && capitalized(severity), handling && handlingLabels[handling], assignedTo && 'Assigned to me'].filter(Boolean).join(' · ');
