/** The machines: a table, cards or a map. */
import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Suspense } from 'react';
import { useLinkClickHandler, useSearchParams, type NavigateOptions } from 'react-router';
import { formatNumber } from '../../lib/format.js';
import { usePolling } from '../../lib/live/live.js';
import { paths } from '../../lib/paths.js';
import { useMayChange } from '../../lib/session/session-api.js';
import { toShow } from '../../lib/to-show.js';
import { useOpened } from '../../lib/use-opened.js';
import { Nothing } from '../../ui/blank.js';
import { FailureBox } from '../../ui/failure-box.js';
import { late } from '../../ui/late.js';
import { Coming, Loading } from '../../ui/loading.js';
import { PageHeader } from '../../ui/page-header.js';
import { Pager, type TurnPage } from '../../ui/pager.js';
import { ResultNote } from '../../ui/result-note.js';
import { StatCard, StatCards } from '../../ui/stat-card.js';
import { FilterBar } from './list/filter-bar.js';
import { MachineGrid, MachineTable } from './list/machine-table.js';
import { ModeDeeds } from './list/mode-switch.js';
import { askOf, readMachineFilters, writeMachineFilters, type MachineFilters } from './machine-filters.js';
import { useMachinesQuery, useSummaryQuery } from './machines-api.js';
import './machines.css';

const MachineMap = late(async () => (await import('./map/machine-map.js')).MachineMap);
const AddProfileDialog = late(async () => (await import('./setup/add-profile-dialog.js')).AddProfileDialog);

/** The list is read again in the background, whatever the server tells by itself. */
const REFRESH_MS = 30_000;

export function Component() {
  const [query, setQuery] = useSearchParams();
  const mayAdd = useMayChange('machines.create');
  const toRestock = useLinkClickHandler<HTMLElement>(paths.restock);
  const filters = readMachineFilters(query);
  const show = (next: MachineFilters, options?: NavigateOptions) => setQuery(writeMachineFilters(next), options);
  const adding = useOpened('add');
  return (
    <>
      <PageHeader title="Machines" actions={(
        <>
          <Button href={paths.restock} onClick={toRestock}>Restock List</Button>
          {mayAdd && <Button type="primary" icon={<PlusOutlined />} onClick={() => adding.open('true')}>Add Machine Profile</Button>}
        </>
      )} />
      <Cards />
      <div className="section"><FilterBar filters={filters} onFilters={show} /></div>
      <ModeDeeds><Machines filters={filters} onPage={(page, options) => show({ ...filters, page }, options)} /></ModeDeeds>
      {mayAdd && adding.opened === 'true' && <Suspense fallback={<Coming />}><AddProfileDialog onClose={adding.close} /></Suspense>}
    </>
  );
}

/** Left out while they cannot be had: the list below matters more. */
function Cards() {
  const { data, isError } = useSummaryQuery(undefined, usePolling());
  if (!data && isError) return null;
  return (
    <StatCards>
      <StatCard title="Total Machines" value={data && formatNumber(data.total)} />
      <StatCard title="Online" value={data && formatNumber(data.online)} />
      <StatCard title="Offline" value={data && formatNumber(data.offline)} />
      <StatCard title="Maintenance" value={data && formatNumber(data.maintenance)} />
    </StatCards>
  );
}

function Machines({ filters, onPage }: { filters: MachineFilters; onPage: TurnPage }) {
  const shown = askOf(filters);
  const answer = useMachinesQuery(shown, { pollingInterval: REFRESH_MS });
  const { currentData, error, isError, isFetching, fulfilledTimeStamp, refetch } = answer;
  const data = toShow(answer);
  if (!data) return isError ? <FailureBox text="Failed to load machines" error={error} onRetry={refetch} /> : <Loading />;
  const waiting = isFetching && !currentData;
  const Look = filters.look === 'grid' ? MachineGrid : MachineTable;
  return (
    <>
      {isError && <FailureBox stale text="Failed to load machines" sinceMs={fulfilledTimeStamp} error={error} onRetry={refetch} />}
      <ResultNote of={shown} answer={currentData} thing="machine" />
      {filters.look === 'map' ? <Suspense fallback={<Loading />}><MachineMap machines={data.machines} /></Suspense> : (
        <div className="section flush">
          {data.total === 0 ? <Nothing answer={currentData} title="No machines found">{shown.search || shown.status ? 'No machines match your current filters.' : 'Add a machine profile: you are given a claim code, with which the machine connects by itself.'}</Nothing> : <Look machines={data.machines} shown={shown} waiting={waiting} />}
          <Pager page={data.page} pages={data.pages} total={data.total} pageSize={shown.limit} onPage={onPage} />
        </div>
      )}
    </>
  );
}
