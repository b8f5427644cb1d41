/** What a simulated guest does at an open machine: look, take a thing or three, sometimes put one back, close the door. */
import type { DeviceOrder } from '@larder/contracts/device.js';
import type { SimulatedDevice } from './device.js';

export interface GuestOptions {
  /** Slots with something in them. */
  slots: readonly string[];
  /** 0 up to, not including, 1. */
  random(): number;
  /** Resolves after so many milliseconds. */
  pause(ms: number): Promise<void>;
}

/** Obeys an unlock by letting a guest shop; everything else is done at once. */
export const shopping = ({ slots, random, pause }: GuestOptions) => {
  const [served, locked] = [new Set<string>(), new Set<string>()];
  return async ({ do: action, sid }: Extract<DeviceOrder, { t: 'cmd' }>, device: SimulatedDevice): Promise<{ ok: boolean; why?: string }> => {
    if (action === 'unlock' && sid && !served.has(sid)) void shop(device, sid);
    if (sid) (action === 'lock' ? locked : served).add(sid);
    return { ok: true };

    async function shop(at: SimulatedDevice, session: string): Promise<void> {
      await pause(1200);
      if (locked.has(session)) return;
      at.openDoor(session);
      const taken: string[] = [];
      for (let n = 1 + Math.floor(random() * 3); n > 0 && slots.length > 0; n--) {
        await pause(1500 + random() * 1500);
        const slot = slots[Math.floor(random() * slots.length)] as string;
        at.take(slot, 1, session);
        taken.push(slot);
      }
      if (taken.length > 1 && random() < 0.25) {
        await pause(1500);
        at.giveBack(taken[0] as string, 1, session);
      }
      await pause(2500);
      at.closeDoor(session);
    }
  };
};
