/** What a machine's board says of itself: for which slots it has sensors, and which firmware it runs. */
import type { SensorFact } from '@larder/contracts/device.js';
import type { Decider } from '@larder/kit/commands/decider.js';

export type BoardCommand =
  /** Without `slots` it does not say. */
  | { type: 'NoteBoard'; machineId: string; slots?: readonly string[]; firmware?: string }
  /** What it said counts no more, unless it has said something else since. */
  | { type: 'ForgetSlots'; machineId: string; slots: readonly string[] };

/** What it said last. */
interface BoardState {
  slots?: readonly string[];
  firmware?: string;
}

export const board: Decider<BoardCommand, SensorFact, BoardState> = {
  category: 'sensors',
  initial: {},
  decide(command, told) {
    const { machineId, slots } = command;
    const isAsTold = JSON.stringify(slots) === JSON.stringify(told.slots);
    if (command.type === 'ForgetSlots') return isAsTold ? [{ type: 'DeviceSlotsTold', data: { machineId } }] : [];
    const { firmware } = command;
    return [
      ...(isAsTold ? [] : [{ type: 'DeviceSlotsTold' as const, data: { machineId, ...(slots && { slots: [...slots] }) } }]),
      ...(firmware === undefined || firmware === told.firmware ? [] : [{ type: 'DeviceFirmwareTold' as const, data: { machineId, firmware } }]),
    ];
  },
  evolve: (state, { type, data }) => (type === 'DeviceSlotsTold' ? { ...state, slots: data.slots } : { ...state, firmware: data.firmware }),
};
