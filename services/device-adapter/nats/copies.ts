/** Copies of the device-adapter share the machines: each is one copy's, so its events are put in order in one place. */
import { hash } from 'node:crypto';
import { isEarly } from '@larder/kit/time.js';

/** How often a copy tells that it is there. */
export const PRESENT_MS = 2_000;
/** Three times not heard: it is gone, and its machines are the others'. Machines send again what nobody acknowledged meanwhile. */
const GONE_MS = 3 * PRESENT_MS + 500;

/**
 * Every copy hears every machine and takes what is its own (highest hash wins). While they do not agree, because one has just come or gone,
 * two may take the same event: the journal takes each number once.
 */
export class Copies {
  private readonly others = new Map<string, number>();

  /** @param now in milliseconds */
  constructor(readonly id: string, private readonly now: () => number) {}

  /** @returns whether it has not been heard before, or not for long: it knows nobody yet, and has to be told at once who is there */
  hear(id: string): boolean {
    if (id === this.id) return false;
    const isNew = (this.others.get(id) ?? -Infinity) < this.now() - GONE_MS;
    this.others.set(id, this.now());
    return isNew;
  }

  /** It has said that it goes. */
  forget(id: string): void {
    this.others.delete(id);
  }

  isOurs(machineId: string): boolean {
    const now = this.now();
    const rank = rankOf(this.id, machineId);
    for (const [id, heardAt] of this.others) {
      // Nor is one there that was heard by a clock which was put back since: it says so again in a moment, and meanwhile both take its machines.
      if (!isEarly(now, heardAt + GONE_MS, GONE_MS)) this.others.delete(id);
      else if (rankOf(id, machineId) > rank) return false;
    }
    return true;
  }
}

const rankOf = (id: string, machineId: string): string => hash('sha256', `${id}\n${machineId}`);
