/** How a machine's state is named and coloured on lists. */
import type { MachineView } from '@larder/contracts/fleet.js';

export interface MachineDisplay {
  label: 'Online' | 'Disconnected' | 'Offline' | 'Maintenance' | 'Pending Setup' | 'History only' | 'Unknown';
  tone: 'green' | 'yellow' | 'red' | 'orange' | 'grey';
  /** Length of its bar. */
  percent: 25 | 50 | 75 | 100;
}

export function machineDisplay({ status, isOnline, historyOnly }: Pick<MachineView, 'status' | 'isOnline' | 'historyOnly'>): MachineDisplay {
  if (historyOnly) return { label: 'History only', tone: 'grey', percent: 25 };
  switch (status) {
    case 'online':
      return isOnline ? { label: 'Online', tone: 'green', percent: 100 } : { label: 'Disconnected', tone: 'yellow', percent: 75 };
    case 'offline': return { label: 'Offline', tone: 'red', percent: 25 };
    case 'maintenance': return { label: 'Maintenance', tone: 'orange', percent: 50 };
    case 'pending_setup': return { label: 'Pending Setup', tone: 'grey', percent: 25 };
    default: return { label: 'Unknown', tone: 'grey', percent: 25 };
  }
}

/** How full something is, for a bar: 0 to 100. */
export const fillPercent = (left: number, room: number): number => (room <= 0 ? 0 : Math.min(100, Math.max(0, Math.round((left / room) * 100))));
