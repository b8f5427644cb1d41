/** The machines that were heard of last, with what is left in them. */
import { dueUnits } from '@larder/contracts/fleet/best-before.js';
import type { MachineView } from '@larder/contracts/fleet.js';
import { Link } from 'react-router';
import { asOfSearch } from '../../lib/time/as-of.js';
import { ago, formatNumber, plural } from '../../lib/format.js';
import { usePolling } from '../../lib/live/live.js';
import { paths } from '../../lib/paths.js';
import { dayAt } from '../../lib/time/day-at.js';
import { useNow } from '../../lib/time/use-now.js';
import { toShow } from '../../lib/to-show.js';
import { Blank } from '../../ui/blank.js';
import { FailureBox } from '../../ui/failure-box.js';
import { LoadingRows } from '../../ui/loading.js';
import { MachineBar, MachineState, StockBar } from '../../ui/machine-state.js';
import { Section } from '../../ui/section.js';
import { useMachineStatusQuery } from './dashboard-api.js';
import type { Filters } from './filters.js';

export function MachineGrid({ status, asOf }: { status: Filters['machineStatus']; asOf: string | undefined }) {
  const answer = useMachineStatusQuery({ status, asOf }, usePolling());
  const { error, isError, fulfilledTimeStamp, refetch } = answer;
  const data = toShow(answer);
  return (
    <Section title="Machine Status" extra={<Link to={paths.machines}>View Machines</Link>}>
      {isError && <FailureBox text="Failed to load machine status" stale={data !== undefined} sinceMs={fulfilledTimeStamp} error={error} retryLabel="Try Again" onRetry={refetch} />}
      {data ? <Grid {...data} asOf={asOf} /> : !isError && <LoadingRows rows={4} label="Loading machine status" />}
    </Section>
  );
}

function BestBefore({ machine: { inventory, timeZone }, now }: { machine: MachineView; now: number }) {
  const { past, soon } = dueUnits(inventory, dayAt(timeZone, new Date(now).toISOString()));
  if (past === 0 && soon === 0) return null;
  return <div className="between"><small className={past > 0 ? 'warn' : undefined}>{past > 0 && `${formatNumber(past)} past the day`}</small>{soon > 0 && <small>{formatNumber(soon)} soon</small>}</div>;
}

function Grid({ machines, total, asOf }: { machines: MachineView[]; total: number; asOf: string | undefined }) {
  const clock = useNow(60_000);
  const now = asOf ? Date.parse(asOf) : clock;
  if (machines.length === 0) return <Blank title="No machines found" />;
  return (
    <>
      <ul className="machine-grid">
        {machines.map((machine) => (
          <li key={machine.machineId}>
            <Link to={{ pathname: paths.machine(machine.machineId), search: asOfSearch(asOf) }}>{machine.name}</Link>
            <small>{machine.location.address}</small>
            <div className="between"><MachineState machine={machine} /><small>{ago(machine.lastSeen, now)}</small></div>
            <MachineBar machine={machine} />
            <div className="between"><small>Stock</small>{machine.lowStockCount > 0 && <small className="warn">{plural(machine.lowStockCount, 'low slot')}</small>}</div>
            <StockBar {...machine.stock} lowStockPercent={machine.lowStockPercent} />
            <BestBefore machine={machine} now={now} />
          </li>
        ))}
      </ul>
      {total > machines.length && <p><small>The {machines.length} heard of last, of {total} machines.</small></p>}
    </>
  );
}
