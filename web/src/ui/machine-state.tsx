/** A machine's state as a word and as a bar, and what is left in it. */
import { isLow, type MachineView } from '@larder/contracts/fleet.js';
import { formatNumber } from '../lib/format.js';
import { fillPercent, machineDisplay } from '../lib/machines/machine-display.js';

type State = Pick<MachineView, 'status' | 'isOnline' | 'historyOnly'>;

export function MachineState({ machine }: { machine: State }) {
  const { label, tone } = machineDisplay(machine);
  return <span className={`state ${tone}`}>{label}</span>;
}

export function MachineBar({ machine }: { machine: State }) {
  const { tone, percent } = machineDisplay(machine);
  return <span className={`bar ${tone}`} aria-hidden="true"><i style={{ width: `${percent}%` }} /></span>;
}

/** How much is left of how much there is room for. */
export function StockBar({ left, room, lowStockPercent }: { left: number; room: number; lowStockPercent: number }) {
  if (room === 0) return <small>No slots filled</small>;
  const low = isLow(left, room, lowStockPercent);
  return (
    <span className="stock">
      <span className={`bar ${low ? 'red' : 'green'}`} aria-hidden="true"><i style={{ width: `${fillPercent(left, room)}%` }} /></span>
      <span className="stock-text">{formatNumber(left)} / {formatNumber(room)}</span>
    </span>
  );
}
