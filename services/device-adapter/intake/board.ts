/** What a machine's board says of itself: for which slots it has sensors, and which firmware it runs. */
import type { SensorFact } from '@larder/contracts/device.js';
import type { Decider } from '@larder/kit/decider.js';

/** Without `slots` it does not say, or what it said counts no more. */
export interface BoardCommand {
  type: 'NoteBoard';
  machineId: string;
  slots?: readonly string[];
  firmware?: string;
}

/** What it said last. */
interface BoardState {
  slots?: readonly string[];
  firmware?: string;
}

export const board: Decider<BoardCommand, SensorFact, BoardState> = {
  category: 'sensors',
  initial: {},
  decide: ({ machineId, slots, firmware }, told) => [
    ...(JSON.stringify(slots) === JSON.stringify(told.slots) ? [] : [{ type: 'DeviceSlotsTold' as const, data: { machineId, ...(slots && { slots: [...slots] }) } }]),
    ...(firmware === undefined || firmware === told.firmware ? [] : [{ type: 'DeviceFirmwareTold' as const, data: { machineId, firmware } }]),
  ],
  evolve: (state, { type, data }) => (type === 'DeviceSlotsTold' ? { ...state, slots: data.slots } : { ...state, firmware: data.firmware }),
};
