/** Events that came before one that is still missing, by machine and epoch. */
import type { DeviceEvent } from '@larder/contracts/device.js';

/**
 * A number that does not come for this long, although the machine has sent what is behind it again so often, is given up.
 * What a machine sends again begins with the oldest it has; one that was out of reach meanwhile may have it still.
 */
const GAP_MS = 20_000;
const GAP_REPEATS = 4;
/** After waiting so often nothing is held any longer: a machine that is still there sends again what was not acknowledged. */
const MOST_WAITS = 15;
/** Events held back while an earlier one is awaited; a device keeps no more than its window under way. */
const MOST_HELD = 64;
/** Epochs of one machine of which something is held; a new one begins only when its flash was formatted. */
const MOST_EPOCHS = 4;

interface Waiting {
  held: Map<number, DeviceEvent>;
  /** How often something held came again. */
  repeats: number;
  /** How often {@link GAP_MS} were over. */
  waits: number;
  stopWaiting(): void;
}

export class Early {
  /** By machine and epoch, those that began first in front. */
  private readonly machines = new Map<string, Map<string, Waiting>>();

  /**
   * @param after does something after so many milliseconds; answers how to prevent it
   * @param waited told that the missing number was waited for; {@link giveUp} is to be asked then
   */
  constructor(private readonly after: (ms: number, work: () => void) => () => void, private readonly waited: (machineId: string, epoch: string) => void) {}

  hold(machineId: string, event: DeviceEvent): void {
    const waiting = this.waitingFor(machineId, event.e) ?? this.begin(machineId, event.e);
    if (waiting.held.has(event.s)) waiting.repeats++;
    if (waiting.held.size < MOST_HELD) waiting.held.set(event.s, event);
  }

  /** The event with this number, if it is held. */
  get = (machineId: string, epoch: string, number: number): DeviceEvent | undefined => this.waitingFor(machineId, epoch)?.held.get(number);

  /** The event that comes next once everything up to `reached` is stored; what is stored is held no longer. */
  next(machineId: string, epoch: string, reached: number): DeviceEvent | undefined {
    const waiting = this.waitingFor(machineId, epoch);
    if (!waiting) return undefined;
    for (const number of waiting.held.keys()) if (number <= reached) waiting.held.delete(number);
    if (waiting.held.size === 0) this.end(machineId, epoch);
    return waiting.held.get(reached + 1);
  }

  /** All that is held, in order, and held no longer; nothing while the missing number may yet come, or when it was waited for too often. */
  giveUp(machineId: string, epoch: string): DeviceEvent[] {
    const waiting = this.waitingFor(machineId, epoch);
    if (!waiting) return [];
    waiting.waits++;
    if (waiting.repeats < GAP_REPEATS && waiting.waits < MOST_WAITS) {
      waiting.stopWaiting = this.wait(machineId, epoch);
      return [];
    }
    this.end(machineId, epoch);
    return waiting.repeats < GAP_REPEATS ? [] : [...waiting.held.values()].sort((a, b) => a.s - b.s);
  }

  private waitingFor = (machineId: string, epoch: string): Waiting | undefined => this.machines.get(machineId)?.get(epoch);

  private begin(machineId: string, epoch: string): Waiting {
    const epochs = this.machines.get(machineId) ?? new Map<string, Waiting>();
    this.machines.set(machineId, epochs);
    const waiting: Waiting = { held: new Map(), repeats: 0, waits: 0, stopWaiting: this.wait(machineId, epoch) };
    epochs.set(epoch, waiting);
    const [oldest = epoch] = epochs.keys();
    if (epochs.size > MOST_EPOCHS) this.end(machineId, oldest);
    return waiting;
  }

  private end(machineId: string, epoch: string): void {
    const epochs = this.machines.get(machineId);
    epochs?.get(epoch)?.stopWaiting();
    epochs?.delete(epoch);
    if (epochs?.size === 0) this.machines.delete(machineId);
  }

  private wait = (machineId: string, epoch: string): (() => void) => this.after(GAP_MS, () => this.waited(machineId, epoch));
}
