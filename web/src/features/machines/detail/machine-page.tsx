/** One machine: how it is, what is in it, what it brings and what happened to it. */
import { formatCoordinates, type MachineView } from '@larder/contracts/fleet.js';
import { Breadcrumb } from 'antd';
import { Link, useLocation, useParams } from 'react-router';
import { withAsOf } from '../../../lib/time/as-of.js';
import { asFailure } from '../../../lib/failure-text.js';
import { ago, formatNumber, zoneName } from '../../../lib/format.js';
import { formatAmount, formatDateTime } from '../../../lib/money-and-time.js';
import { usePolling } from '../../../lib/live/live.js';
import { machineDisplay } from '../../../lib/machines/machine-display.js';
import { paths } from '../../../lib/paths.js';
import { useAsOf } from '../../../lib/time/use-as-of.js';
import { useNow } from '../../../lib/time/use-now.js';
import { LookBackButton, LookingBack } from '../../../ui/as-of.js';
import { FailureBox } from '../../../ui/failure-box.js';
import { LoadingRows } from '../../../ui/loading.js';
import { MachineState } from '../../../ui/machine-state.js';
import { PageHeader } from '../../../ui/page-header.js';
import { Section } from '../../../ui/section.js';
import { StatCard, StatCards } from '../../../ui/stat-card.js';
import { useNarrow } from '../../../ui/use-media.js';
import { HardwarePanel } from '../hardware/hardware-panel.js';
import { useMachineQuery } from '../machines-api.js';
import { PendingMachine } from '../setup/pending-machine.js';
import { InventorySection } from './inventory.js';
import { MachineDeeds } from './machine-deeds.js';
import { SalesSection } from './machine-sales.js';
import { PlanNote } from './plan-note.js';
import { TaxSetting } from './tax-setting.js';
import { TimelineSection } from './machine-timeline.js';
import '../machines.css';

export function Component() {
  const { machineId = '' } = useParams();
  const { asOf } = useAsOf();
  const { currentData: machine, error, isError, fulfilledTimeStamp, refetch } = useMachineQuery({ id: machineId, asOf }, usePolling());
  const missing = asFailure(error)?.status === 404;
  if (machine?.status === 'pending_setup' && !missing) return <><Crumbs name={machine.name} /><PendingMachine machine={machine} /><TimelineSection key={machineId} machineId={machineId} /><BackLink /></>;
  if (machine && !missing) {
    return (
      <>
        <Crumbs name={machine.name} />
        <Head machine={machine} />
        <LookingBack>What happened to it is shown whole.</LookingBack>
        {machine.planLimit && <PlanNote {...machine.planLimit} />}
        {isError && <FailureBox stale text="Failed to load machine data" sinceMs={fulfilledTimeStamp} error={error} onRetry={refetch} />}
        <Summary machine={machine} />
        <Parts machine={machine} />
        <SalesSection machine={machine} />
        <TimelineSection key={machineId} machineId={machineId} />
        <BackLink />
      </>
    );
  }
  return (
    <>
      <Crumbs name={missing ? 'No Machine Data' : 'Machine'} />
      {isError && <LookingBack>{missing ? 'It may not have been there yet.' : 'It could not be read.'}</LookingBack>}
      {isError ? <FailureBox text={missing ? 'Machine not found' : 'Failed to load machine data'} error={missing ? undefined : error} onRetry={refetch} /> : <div className="section"><LoadingRows rows={8} label="Loading machine data" /></div>}
      <BackLink />
    </>
  );
}

/** On a phone what is in it comes first: whoever holds one stands before the machine, or asks what to bring. */
function Parts({ machine }: { machine: MachineView }) {
  const { asOf } = useAsOf();
  const parts = [
    <div key="hardware" className="columns">{!asOf && <HardwarePanel machine={machine} />}<Details machine={machine} /></div>,
    <InventorySection key="inventory" machine={machine} />,
  ];
  return useNarrow() ? parts.reverse() : parts;
}

const Crumbs = ({ name }: { name: string }) => <Breadcrumb items={[{ title: <Link to={paths.dashboard}>Dashboard</Link> }, { title: <Link to={paths.machines}>Machines</Link> }, { title: name }]} />;
const BackLink = () => <p><Link to={{ pathname: paths.machines, search: String(withAsOf(new URLSearchParams(useLocation().search), undefined)) }}>Back to Machines</Link></p>;

function Head({ machine }: { machine: MachineView }) {
  const { address, floor } = machine.location;
  return <PageHeader title={machine.name} badge={<MachineState machine={machine} />} subtitle={`${address}, ${floor}`} actions={<><LookBackButton /><MachineDeeds machine={machine} /></>} />;
}

function Summary({ machine }: { machine: MachineView }) {
  const { asOf } = useAsOf();
  const clock = useNow(30_000);
  const now = asOf ? Date.parse(asOf) : clock;
  const { label } = machineDisplay(machine);
  const { left, room } = machine.stock;
  return (
    <StatCards>
      <StatCard title="Status" value={label === 'Disconnected' ? 'Connection Issues' : label} detail={machine.historyOnly ? 'Came with imported sales' : machine.turnsAway ?? machine.healthStatus} />
      <StatCard title="Last seen" value={ago(machine.lastSeen, now)} detail={machine.lastSeen && formatDateTime(machine.lastSeen, machine.timeZone)} />
      <StatCard title="Units inside" value={formatNumber(left)} detail={room > 0 ? `room for ${formatNumber(room)}` : 'No slots filled'} />
      <StatCard title="Low slots" value={formatNumber(machine.lowStockCount)} detail={machine.productCount > 0 ? <a href="#slots">of {formatNumber(machine.productCount)}, to the slots</a> : `of ${formatNumber(machine.productCount)}`} />
    </StatCards>
  );
}

function Details({ machine }: { machine: MachineView }) {
  return (
    <Section title="Details">
      <dl className="facts">
        <div><dt>Machine ID</dt><dd><code>{machine.machineId}</code></dd></div>
        <div><dt>Guests begin with</dt><dd><Link to={paths.sign(machine.machineId)}>Sign and tag</Link></dd></div>
        <div><dt>Model</dt><dd>{machine.model}</dd></div>
        <div><dt>Location</dt><dd>{machine.location.address}</dd></div>
        <div><dt>Floor</dt><dd>{machine.location.floor}</dd></div>
        <div><dt>On the map</dt><dd>{machine.location.coordinates ? formatCoordinates(machine.location.coordinates) : 'Not placed'}</dd></div>
        <div><dt>Time zone</dt><dd>{zoneName(machine.timeZone)}</dd></div>
        {machine.sensorSlots && <div><dt>Slots with sensors</dt><dd className={machine.sensorSlots.length > 0 ? undefined : 'warn'}>{machine.sensorSlots.join(', ') || 'None'}</dd></div>}
        <div><dt>Tax</dt><dd><TaxSetting machine={machine} /></dd></div>
        <div><dt>Added</dt><dd>{formatDateTime(machine.createdAt, machine.timeZone)}</dd></div>
        <div><dt>Installed</dt><dd>{machine.installDate ? formatDateTime(machine.installDate, machine.timeZone) : 'Not heard yet'}</dd></div>
        <div><dt>Last maintenance</dt><dd>{machine.lastMaintenance ? formatDateTime(machine.lastMaintenance, machine.timeZone) : 'None yet'}</dd></div>
        <div><dt>Revenue so far</dt><dd>{machine.totalRevenue === null ? 'Not known right now' : formatAmount(machine.totalRevenue, machine.currency)}</dd></div>
      </dl>
    </Section>
  );
}
