/** The dashboard: today, the chosen period, what needs attention, and how the machines are. */
import { useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import { api, liveTags } from '../../lib/api.js';
import { formatDays } from '../../lib/format.js';
import { useLivePause, usePolling } from '../../lib/live/live.js';
import { LookBackButton, LookingBack } from '../../ui/as-of.js';
import { FailureBox } from '../../ui/failure-box.js';
import { LoadingRows } from '../../ui/loading.js';
import { PageHeader } from '../../ui/page-header.js';
import { AlertList } from './alert-list.js';
import { BestBeforeNote } from './best-before-note.js';
import { askedBy, useDashboardQuery } from './dashboard-api.js';
import { presetLabels, presetOf, type DateRange } from './filters.js';
import { FiltersPanel } from './filters-panel.js';
import { FirstSteps } from './first-steps.js';
import { MachineGrid } from './machine-grid.js';
import { QuickActions } from './quick-actions.js';
import { RefreshBar } from './refresh-bar.js';
import { SalesOverview } from './sales-overview.js';
import { SummaryCards } from './summary-cards.js';
import { useFilters, type DashboardFilters } from './use-filters.js';

export function Component() {
  const filters = useFilters();
  const { shown, asOf } = filters;
  // Of another moment nothing stays until its own figures are there: under the moment that is named they would pass for those of then.
  const moment = asOf ?? 'now';
  return (
    <>
      <Head filters={filters} />
      <LookingBack>Alerts are kept as they are now, and are not shown here.</LookingBack>
      {!asOf && <FirstSteps />}
      <FiltersPanel filters={filters} />
      <Summary filters={filters} key={`figures ${moment}`} />
      <div className="columns overview">
        <SalesOverview filters={filters} key={JSON.stringify([shown.dateRange, moment])} />
        {!asOf && <AlertList severity={shown.alertSeverity} />}
        {!asOf && <QuickActions />}
      </div>
      <MachineGrid status={shown.machineStatus} asOf={asOf} key={`machines ${moment}`} />
    </>
  );
}

function Head({ filters: { shown, asOf } }: { filters: DashboardFilters }) {
  const dispatch = useDispatch();
  const [auto, setAuto] = useState(true);
  useLivePause(!auto || asOf !== undefined);
  const { isFetching, fulfilledTimeStamp } = useDashboardQuery(askedBy(shown, asOf), usePolling());
  const refresh = () => void dispatch(api.util.invalidateTags([...liveTags]));
  return <PageHeader title="Dashboard" actions={<><LookBackButton />{!asOf && <RefreshBar updatedAtMs={fulfilledTimeStamp} loading={isFetching} auto={auto} onAuto={setAuto} onRefresh={refresh} />}</>} />;
}

function Summary({ filters: { shown, today, asOf, learnZone } }: { filters: DashboardFilters }) {
  const { data, error, isError, fulfilledTimeStamp, refetch } = useDashboardQuery(askedBy(shown, asOf), usePolling());
  const zone = data?.sales.timeZone;
  useEffect(() => {
    if (zone) learnZone(zone);
  }, [zone, learnZone]);
  if (!data) return isError ? <FailureBox text="Failed to load dashboard data" error={error} onRetry={refetch} /> : <div className="section stats-room"><LoadingRows rows={2} label="Loading dashboard data" /></div>;
  return (
    <>
      {isError && <FailureBox stale text="Failed to load dashboard data" sinceMs={fulfilledTimeStamp} error={error} onRetry={refetch} />}
      <SummaryCards dashboard={data} period={periodName(data.sales, today)} showTrends={shown.showTrends} isNow={asOf === undefined} />
      <BestBeforeNote bestBefore={data.machines.bestBefore} isNow={asOf === undefined} />
    </>
  );
}

/** Named after the figures shown, which may still be those of the filters before. */
function periodName(range: DateRange, today: string): string {
  const preset = presetOf({ startDate: range.startDate, endDate: range.endDate }, today);
  return preset ? presetLabels[preset] : formatDays(range.startDate, range.endDate);
}
