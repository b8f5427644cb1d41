/** Which slots a machine says it has sensors for. */
import type { SensorFact } from '@larder/contracts/device.js';
import type { Decider } from '@larder/kit/decider.js';

/** Without `slots` it does not say, or what it said counts no more. */
export interface SensorCommand {
  type: 'NoteSlots';
  machineId: string;
  slots?: readonly string[];
}

/** The state is what it said last. */
export const sensors: Decider<SensorCommand, SensorFact, readonly string[] | undefined> = {
  category: 'sensors',
  initial: undefined,
  decide: ({ machineId, slots }, told) => (JSON.stringify(slots) === JSON.stringify(told) ? [] : [{ type: 'DeviceSlotsTold', data: { machineId, ...(slots && { slots: [...slots] }) } }]),
  evolve: (_, { data }) => data.slots,
};
