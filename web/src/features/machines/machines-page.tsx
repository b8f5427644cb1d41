/** The list of machines. */
import { machineStatus } from '@larder/contracts/fleet.js';
import { Input, Select } from 'antd';
import { useId } from 'react';
import { useSearchParams } from 'react-router';
import { capitalized, formatNumber } from '../../lib/format.js';
import { usePolling } from '../../lib/live/live.js';
import { Blank } from '../../ui/blank.js';
import { FailureBox } from '../../ui/failure-box.js';
import { Loading } from '../../ui/loading.js';
import { PageHeader } from '../../ui/page-header.js';
import { Pager } from '../../ui/pager.js';
import { StatCard, StatCards } from '../../ui/stat-card.js';
import { useSettled } from '../../ui/use-settled.js';
import { readMachineFilters, writeMachineFilters, type MachineFilters } from './machine-filters.js';
import { MachineList } from './machine-list.js';
import { PAGE_SIZE, useMachinesQuery, useSummaryQuery } from './machines-api.js';

export function Component() {
  const [query, setQuery] = useSearchParams();
  const filters = readMachineFilters(query);
  const show = (next: MachineFilters) => setQuery(writeMachineFilters(next));
  return (
    <>
      <PageHeader title="Machines" />
      <Cards />
      <div className="section"><FilterBar filters={filters} onFilters={show} /></div>
      <Machines filters={filters} onPage={(page) => show({ ...filters, page })} />
    </>
  );
}

/** Left out while they cannot be had: the list below matters more. */
function Cards() {
  const { data } = useSummaryQuery(undefined, usePolling());
  if (!data) return null;
  return (
    <StatCards>
      <StatCard title="Total Machines" value={formatNumber(data.total)} />
      <StatCard title="Online" value={formatNumber(data.online)} />
      <StatCard title="Offline" value={formatNumber(data.offline)} />
      <StatCard title="Maintenance" value={formatNumber(data.maintenance)} />
    </StatCards>
  );
}

function Machines({ filters, onPage }: { filters: MachineFilters; onPage(page: number): void }) {
  const { data, currentData, error, isError, isFetching, fulfilledTimeStamp, refetch } = useMachinesQuery(filters, usePolling());
  if (!data) return isError ? <FailureBox text="Failed to load machines" error={error} onRetry={refetch} /> : <Loading />;
  return (
    <>
      {isError && <FailureBox stale text="Failed to load machines" sinceMs={fulfilledTimeStamp} error={error} onRetry={refetch} />}
      <div className="section flush">
        {data.machines.length === 0 ? <Blank title="No machines found" /> : <MachineList machines={data.machines} shown={filters} waiting={isFetching && !currentData} />}
        <Pager page={data.page} pages={data.pages} total={data.total} pageSize={PAGE_SIZE} onPage={onPage} />
      </div>
    </>
  );
}

const statusOptions = [{ value: '', label: 'All statuses' }, ...machineStatus.options.filter((status) => status !== 'pending_setup').map((value) => ({ value, label: capitalized(value) }))];

function FilterBar({ filters, onFilters }: { filters: MachineFilters; onFilters(filters: MachineFilters): void }) {
  const id = useId();
  const [search, setSearch] = useSettled(filters.search ?? '', (text) => onFilters({ ...filters, search: text, page: 1 }));
  return (
    <div className="filter-bar">
      <label htmlFor={`${id}s`}>Search<Input id={`${id}s`} allowClear maxLength={100} placeholder="Name, ID or address" value={search} onChange={(event) => setSearch(event.target.value)} /></label>
      <label htmlFor={`${id}t`}>Status<Select id={`${id}t`} value={filters.status ?? ''} options={statusOptions} onChange={(status) => onFilters({ ...filters, status: (status || undefined) as MachineFilters['status'], page: 1 })} /></label>
    </div>
  );
}
