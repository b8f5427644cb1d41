/** What a machine was told last, and what became of it. */
import type { DeviceOrderView } from '@larder/contracts/device.js';
import type { MachineView } from '@larder/contracts/fleet.js';
import { formatMoment } from '../../../lib/money-and-time.js';
import { usePolling } from '../../../lib/live/live.js';
import { FailureBox } from '../../../ui/failure-box.js';
import { useOrdersQuery } from './hardware-api.js';
import { commandWords, orderWords } from './hardware-words.js';

export function OrderList({ machine }: { machine: MachineView }) {
  const { currentData, error, isError, refetch } = useOrdersQuery(machine.machineId, usePolling());
  if (!currentData) return isError ? <FailureBox text="Failed to load what the machine was told" error={error} onRetry={refetch} /> : null;
  if (currentData.orders.length === 0) return null;
  return (
    <div>
      <h3 className="small-head">Last commands</h3>
      <ul className="rows orders" aria-live="polite">{currentData.orders.map((order) => <Order key={order.orderId} order={order} timeZone={machine.timeZone} />)}</ul>
    </div>
  );
}

function Order({ order: { orderId, command, status, sentAt, endedAt, by, reason, why }, timeZone }: { order: DeviceOrderView; timeZone: string }) {
  const { label, pill } = orderWords[status];
  return (
    <li data-order={orderId}>
      <span className="row-main">
        {commandWords[command].label}{reason && <q>{reason}</q>}{why && <span className="warn">{why}</span>}
        <small><bdi>{by || 'A former member'}</bdi> · <time dateTime={sentAt}>{formatMoment(sentAt, timeZone)}</time>{endedAt && <> · {label.toLowerCase()} at <time dateTime={endedAt}>{formatMoment(endedAt, timeZone)}</time></>}</small>
      </span>
      <span className={`pill ${pill}`}>{label}</span>
    </li>
  );
}
