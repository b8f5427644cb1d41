/** What is in a machine, slot by slot. */
import { isLow, type MachineView } from '@larder/contracts/fleet.js';
import { Drawer } from 'antd';
import { ago, formatAmount, formatNumber } from '../../lib/format.js';
import { usePolling } from '../../lib/live/live.js';
import { useNow } from '../../lib/use-now.js';
import { Blank } from '../../ui/blank.js';
import { FailureBox } from '../../ui/failure-box.js';
import { LoadingRows } from '../../ui/loading.js';
import { MachineState, StockBar } from '../../ui/machine-state.js';
import { useMachineQuery } from './machines-api.js';

export function SlotsDrawer({ machineId, onClose }: { machineId: string; onClose: () => void }) {
  const { data, error, isError, refetch } = useMachineQuery(machineId, usePolling());
  const missing = isError && 'status' in error && error.status === 404;
  return (
    <Drawer open size={460} title={data?.name ?? machineId} onClose={onClose}>
      {isError && <FailureBox text={missing ? 'Machine not found' : 'Failed to load machine data'} error={error} onRetry={refetch} />}
      {data ? <Slots machine={data} /> : !isError && <LoadingRows rows={6} label="Loading machine data" />}
    </Drawer>
  );
}

function Slots({ machine }: { machine: MachineView }) {
  const now = useNow(60_000);
  return (
    <>
      <div className="machine-facts">
        <MachineState machine={machine} />
        <span>{machine.location.address}, {machine.location.floor}</span>
        <span>{machine.machineId} · {machine.model}</span>
        <span>Last seen: {ago(machine.lastSeen, now)} · {machine.healthStatus}</span>
        <span>Revenue so far: {formatAmount(machine.totalRevenue, machine.currency)}</span>
      </div>
      {machine.inventory.length === 0 && <Blank title="No slots filled">Nothing has been put into this machine yet.</Blank>}
      <ul className="rows">
        {machine.inventory.map((item) => (
          <li key={item.slot}>
            <code className="slot">{item.slot}</code>
            <span className="row-main">
              {item.product.name}
              <small>{formatAmount(item.product.price, machine.currency)} · restocked {ago(item.lastRestocked, now).toLowerCase()}</small>
              <StockBar left={item.quantity} room={item.maxQuantity} />
            </span>
            {isLow(item.quantity, item.maxQuantity) && <span className="pill high">{item.quantity <= 0 ? 'Empty' : 'Low'}</span>}
          </li>
        ))}
      </ul>
      {machine.inventory.length > 0 && <p className="quiet">{formatNumber(machine.stock.left)} of {formatNumber(machine.stock.room)} units</p>}
    </>
  );
}
