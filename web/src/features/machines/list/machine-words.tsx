/** Small parts that every look of the list shares. */
import type { MachineView } from '@larder/contracts/fleet.js';
import { Link, useLocation } from 'react-router';
import { ago, plural } from '../../../lib/format.js';
import { paths } from '../../../lib/paths.js';
import { useNow } from '../../../lib/time/use-now.js';
import { MachineBar, MachineState, StockBar } from '../../../ui/machine-state.js';
import { ModeSwitch } from './mode-switch.js';
import type { MachinesAsk } from '../machine-filters.js';

export const LastSeen = ({ at }: { at: string | null }) => <>{ago(at, useNow(30_000))}</>;
export const LowSlots = ({ count }: { count: number }) => (count > 0 ? <small className="warn">{plural(count, 'low slot')}</small> : null);

/** Opens the machine's page; what the list is narrowed to goes along for the way back. */
export function MachineLink({ machine }: { machine: MachineView }) {
  const search = new URLSearchParams(useLocation().search);
  search.delete('add');
  return <Link to={{ pathname: paths.machine(machine.machineId), search: search.toString() }}>{machine.name}</Link>;
}

/** One machine of a list, in a box of its own. */
export function MachineCard({ machine, shown, withBar = false }: { machine: MachineView; shown: MachinesAsk; withBar?: boolean }) {
  return (
    <>
      <div className="between"><strong><MachineLink machine={machine} /></strong><MachineState machine={machine} /></div>
      <small>{machine.machineId} · {machine.location.address}</small>
      {withBar && <MachineBar machine={machine} />}
      {machine.status === 'pending_setup' ? <small>Prepared by {machine.setup?.createdBy || 'a former member'}</small> : (
        <>
          {withBar && <small>Stock</small>}
          <StockBar {...machine.stock} lowStockPercent={machine.lowStockPercent} />
          <div className="between"><small>Seen: <LastSeen at={machine.lastSeen} /></small><LowSlots count={machine.lowStockCount} /></div>
          <ModeSwitch machine={machine} shown={shown} />
        </>
      )}
    </>
  );
}
