/** The machines of a page: a table, or cards on a phone; or cards everywhere. */
import type { MachineView } from '@larder/contracts/fleet.js';
import { Table, type TableColumnsType } from 'antd';
import { useMemo } from 'react';
import { MachineState, StockBar } from '../../../ui/machine-state.js';
import { useNarrow } from '../../../ui/use-media.js';
import type { MachinesAsk } from '../machine-filters.js';
import { LastSeen, LowSlots, MachineCard, MachineLink } from './machine-words.js';
import { ModeSwitch } from './mode-switch.js';

const columns: TableColumnsType<MachineView> = [
  { title: 'Machine', key: 'name', render: (_, machine) => <span className="two-lines"><MachineLink machine={machine} /><small>{machine.machineId}</small></span> },
  { title: 'Location', key: 'location', render: (_, machine) => <span className="two-lines">{machine.location.address}<small>{machine.location.floor}</small></span> },
  { title: 'Status', key: 'status', render: (_, machine) => <MachineState machine={machine} /> },
  { title: 'Last seen', key: 'seen', render: (_, machine) => <LastSeen at={machine.lastSeen} /> },
  { title: 'Stock', key: 'stock', width: 190, render: (_, machine) => <span className="two-lines"><StockBar {...machine.stock} lowStockPercent={machine.lowStockPercent} /><LowSlots count={machine.lowStockCount} /></span> },
];

interface Props {
  machines: MachineView[];
  shown: MachinesAsk;
  waiting: boolean;
}

export function MachineTable({ machines, shown, waiting }: Props) {
  const narrow = useNarrow();
  const all = useMemo<typeof columns>(() => [...columns, { title: 'Mode', key: 'mode', className: 'no-print', render: (_, machine) => <ModeSwitch machine={machine} shown={shown} /> }], [shown]);
  if (!narrow) return <Table<MachineView> rowKey="_id" size="middle" columns={all} dataSource={machines} loading={waiting} pagination={false} scroll={{ x: 'max-content' }} />;
  return (
    <ul className="cards">
      {machines.map((machine) => <li key={machine._id}><MachineCard machine={machine} shown={shown} /></li>)}
    </ul>
  );
}

export function MachineGrid({ machines, shown, waiting }: Props) {
  return (
    <ul className={`machine-grid padded ${waiting ? 'waiting' : ''}`}>
      {machines.map((machine) => <li key={machine._id}><MachineCard machine={machine} shown={shown} withBar /></li>)}
    </ul>
  );
}
