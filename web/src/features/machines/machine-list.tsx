/** The machines of a page: a table, or cards on a phone. */
import type { MachineView } from '@larder/contracts/fleet.js';
import { Table, type TableColumnsType } from 'antd';
import { useMemo } from 'react';
import { Link, useLocation } from 'react-router';
import { ago, plural } from '../../lib/format.js';
import { paths } from '../../lib/paths.js';
import { useNow } from '../../lib/use-now.js';
import { MachineState, StockBar } from '../../ui/machine-state.js';
import { useNarrow } from '../../ui/use-narrow.js';
import type { MachineFilters } from './machine-filters.js';
import { ModeSwitch } from './mode-switch.js';

const LastSeen = ({ at }: { at: string | null }) => <>{ago(at, useNow(30_000))}</>;
const LowSlots = ({ count }: { count: number }) => (count > 0 ? <small className="warn">{plural(count, 'low slot')}</small> : null);

/** Opens the machine's page; what the list is narrowed to goes along for the way back. */
function MachineLink({ machine }: { machine: MachineView }) {
  return <Link to={{ pathname: paths.machine(machine.machineId), search: useLocation().search }}>{machine.name}</Link>;
}

const columns: TableColumnsType<MachineView> = [
  { title: 'Machine', key: 'name', render: (_, machine) => <span className="two-lines"><MachineLink machine={machine} /><small>{machine.machineId}</small></span> },
  { title: 'Location', key: 'location', render: (_, machine) => <span className="two-lines">{machine.location.address}<small>{machine.location.floor}</small></span> },
  { title: 'Status', key: 'status', render: (_, machine) => <MachineState machine={machine} /> },
  { title: 'Last seen', key: 'seen', render: (_, machine) => <LastSeen at={machine.lastSeen} /> },
  { title: 'Stock', key: 'stock', width: 190, render: (_, machine) => <span className="two-lines"><StockBar left={machine.stock.left} room={machine.stock.room} /><LowSlots count={machine.lowStockCount} /></span> },
];

export function MachineList({ machines, shown, waiting }: { machines: MachineView[]; shown: MachineFilters; waiting: boolean }) {
  const narrow = useNarrow();
  const all = useMemo<typeof columns>(() => [...columns, { title: 'Mode', key: 'mode', render: (_, machine) => <ModeSwitch machine={machine} shown={shown} /> }], [shown]);
  if (!narrow) return <Table<MachineView> rowKey="machineId" size="middle" columns={all} dataSource={machines} loading={waiting} pagination={false} scroll={{ x: 'max-content' }} />;
  return (
    <ul className="cards">
      {machines.map((machine) => (
        <li key={machine.machineId}>
          <div className="between"><strong><MachineLink machine={machine} /></strong><MachineState machine={machine} /></div>
          <small>{machine.location.address}</small>
          <StockBar left={machine.stock.left} room={machine.stock.room} />
          <div className="between"><small>Seen: <LastSeen at={machine.lastSeen} /></small><LowSlots count={machine.lowStockCount} /></div>
          <ModeSwitch machine={machine} shown={shown} />
        </li>
      ))}
    </ul>
  );
}
