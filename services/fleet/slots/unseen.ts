/** Slots of the planogram that the machine's board has no sensor for: what guests take out of them is on nobody's bill. */
import type { FleetFact } from '@larder/contracts/fleet.js';
import type { Slot } from './slots.js';

type Found = Omit<Extract<FleetFact, { type: 'UnseenSlotsFound' }>['data'], 'machineId'>;
export interface Seeing {
  /** The slots the board has sensors for, by its own word; missing while it does not say. */
  sensorSlots?: readonly string[];
  /** What was found last. */
  found?: Found;
}

/** What is found when a machine's slots, or its word of them, are others than before; nothing where that is what was found last. */
export function unseenFound(machineId: string, slots: readonly Slot[], { sensorSlots, found }: Seeing): FleetFact[] {
  const unseen = sensorSlots ? slots.map(({ slot }) => slot).filter((slot) => !sensorSlots.includes(slot)) : [];
  const now: Found = { unseen, seen: unseen.length > 0 ? [...(sensorSlots ?? [])] : [] };
  return JSON.stringify(now) === JSON.stringify({ unseen: found?.unseen ?? [], seen: found?.seen ?? [] }) ? [] : [{ type: 'UnseenSlotsFound', data: { machineId, ...now } }];
}
