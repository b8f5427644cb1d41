/** Events that came before one that is still missing, by machine and epoch. */
import type { DeviceEvent } from '@larder/contracts/device.js';

/**
 * A number that does not come for this long, although the machine has sent what is behind it again so often, is given up.
 * What a machine sends again begins with the oldest it has; one that was out of reach meanwhile may have it still.
 */
const GAP_MS = 20_000;
const GAP_REPEATS = 4;
/** Events held back while an earlier one is awaited; a device keeps no more than its window under way. */
const MOST_HELD = 64;

interface Waiting {
  held: Map<number, DeviceEvent>;
  /** How often something held came again. */
  repeats: number;
  stopWaiting(): void;
}

export class Early {
  private readonly waiting = new Map<string, Waiting>();

  /**
   * @param after does something after so many milliseconds; answers how to prevent it
   * @param waited told that the missing number was waited for; {@link giveUp} is to be asked then
   */
  constructor(private readonly after: (ms: number, work: () => void) => () => void, private readonly waited: (machineId: string, epoch: string) => void) {}

  hold(machineId: string, event: DeviceEvent): void {
    const key = `${machineId}:${event.e}`;
    const waiting = this.waiting.get(key) ?? { held: new Map<number, DeviceEvent>(), repeats: 0, stopWaiting: this.wait(machineId, event.e) };
    this.waiting.set(key, waiting);
    if (waiting.held.has(event.s)) waiting.repeats++;
    if (waiting.held.size < MOST_HELD) waiting.held.set(event.s, event);
  }

  /** The event with this number, if it is held. */
  get = (machineId: string, epoch: string, number: number): DeviceEvent | undefined => this.waiting.get(`${machineId}:${epoch}`)?.held.get(number);

  /** The event that comes next once everything up to `reached` is stored; what is stored is held no longer. */
  next(machineId: string, epoch: string, reached: number): DeviceEvent | undefined {
    const key = `${machineId}:${epoch}`;
    const waiting = this.waiting.get(key);
    if (!waiting) return undefined;
    for (const number of waiting.held.keys()) if (number <= reached) waiting.held.delete(number);
    if (waiting.held.size === 0) {
      waiting.stopWaiting();
      this.waiting.delete(key);
    }
    return waiting.held.get(reached + 1);
  }

  /** All that is held, in order, and held no longer; nothing while the missing number may yet come. */
  giveUp(machineId: string, epoch: string): DeviceEvent[] {
    const key = `${machineId}:${epoch}`;
    const waiting = this.waiting.get(key);
    if (!waiting) return [];
    if (waiting.repeats < GAP_REPEATS) {
      waiting.stopWaiting = this.wait(machineId, epoch);
      return [];
    }
    this.waiting.delete(key);
    return [...waiting.held.values()].sort((a, b) => a.s - b.s);
  }

  private wait = (machineId: string, epoch: string): (() => void) => this.after(GAP_MS, () => this.waited(machineId, epoch));
}
