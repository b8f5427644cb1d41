/** How much a machine may say: what goes beyond is not listened to, telemetry first. Events are not lost by that: they stay unacknowledged, and the machine sends them again. */
import type { Channel } from '../device-link.js';

/** A machine that comes back with all it kept, four under way at a time, stays far below. */
const AT_ONCE = 2_000;
const PER_SECOND = 200;
/** Telemetry is listened to while at least this much is left. */
const LEFT_FOR_EVENTS = AT_ONCE / 4;
/** Facts: more than any memory of a machine's holds after days offline, and half an hour of fifty a second. */
const KEPT_AT_ONCE = 100_000;
/** Ten times what the busiest machine has to tell in a day. A board gone wild must not fill the disk of everybody. */
const KEPT_PER_SECOND = 20_000 / 86_400;

export class Allowance {
  private readonly buckets = new Map<string, { left: number; toKeep: number; at: number }>();

  /** @param now in milliseconds */
  constructor(private readonly now: () => number) {}

  /** False: this message is one too many. Asked for machines that are known to be themselves, so there are no more buckets than machines. */
  permits(machineId: string, channel: Channel): boolean {
    const bucket = this.filled(machineId);
    const permitted = channel === 'tel' ? bucket.left >= LEFT_FOR_EVENTS : bucket.left >= 1 && bucket.toKeep >= 1;
    if (permitted) bucket.left--;
    return permitted;
  }

  /** Something of what it says may be kept for good. */
  hasRoom = (machineId: string): boolean => this.filled(machineId).toKeep >= 1;

  /** So many facts were made of what it said; what it says again makes none. */
  keeps(machineId: string, facts: number): void {
    this.filled(machineId).toKeep -= facts;
  }

  private filled(machineId: string): { left: number; toKeep: number } {
    const at = this.now();
    const bucket = this.buckets.get(machineId) ?? { left: AT_ONCE, toKeep: KEPT_AT_ONCE, at };
    // A clock that is put right may go back.
    const seconds = Math.max(0, at - bucket.at) / 1000;
    const filled = { left: Math.min(AT_ONCE, bucket.left + seconds * PER_SECOND), toKeep: Math.min(KEPT_AT_ONCE, bucket.toKeep + seconds * KEPT_PER_SECOND), at };
    this.buckets.set(machineId, filled);
    return filled;
  }
}
