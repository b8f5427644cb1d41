/** How much a machine may say: what goes beyond is not listened to, telemetry first. Events are not lost by that: they stay unacknowledged, and the machine sends them again. */
import type { Channel } from '../device-link.js';

/** A machine that comes back with all it kept, four under way at a time, stays far below. */
const AT_ONCE = 2_000;
const PER_SECOND = 200;
/** Telemetry is listened to while at least this much is left. */
const KEPT_FOR_EVENTS = AT_ONCE / 4;

export class Allowance {
  private readonly buckets = new Map<string, { left: number; at: number }>();

  /** @param now in milliseconds */
  constructor(private readonly now: () => number) {}

  /** False: this message is one too many. Asked for machines that are known to be themselves, so there are no more buckets than machines. */
  permits(machineId: string, channel: Channel): boolean {
    const at = this.now();
    const before = this.buckets.get(machineId) ?? { left: AT_ONCE, at };
    // A clock that is put right may go back.
    const left = Math.min(AT_ONCE, before.left + (Math.max(0, at - before.at) / 1000) * PER_SECOND);
    const permitted = left >= (channel === 'tel' ? KEPT_FOR_EVENTS : 1);
    this.buckets.set(machineId, { left: permitted ? left - 1 : left, at });
    return permitted;
  }
}
