/** One machine is one board: how it is found out that two report as the same one. */
import type { CopyFact } from '@larder/contracts/device.js';
import type { Decider } from '@larder/kit/decider.js';

export type CopyCommand = { type: 'NoteCopy' } & CopyFact['data'];

const HOUR_MS = 3_600_000;

/** The state is when it was noted last. */
export const copy: Decider<CopyCommand, CopyFact, string | undefined> = {
  category: 'copy',
  initial: undefined,
  decide: ({ type: _, ...found }, notedAt) => (notedAt !== undefined && Math.abs(Date.parse(found.foundAt) - Date.parse(notedAt)) < HOUR_MS ? [] : [{ type: 'DeviceCopyFound', data: found }]),
  evolve: (_, { data }) => data.foundAt,
};

/** Beats may be held up on their way for so long, and clocks be put right meanwhile. */
const HELD_UP_SECONDS = 60;
/** A clock of ours that is put back does it once. */
const TIMES = 3;

interface Heard {
  upSeconds: number;
  atMs: number;
  /** When its time ran ahead of ours, within the last hour. */
  ahead: readonly number[];
}

/** How long boards say they have been running. One that restarts begins anew; one whose time runs faster than ours is two. */
export class Uptimes {
  private readonly heard = new Map<string, Heard>();

  /** True when the beats of a machine come from more than one board. */
  areOfSeveral(machineId: string, upSeconds: number, atMs: number): boolean {
    const before = this.heard.get(machineId);
    const isAhead = before !== undefined && upSeconds - before.upSeconds > (atMs - before.atMs) / 1000 + HELD_UP_SECONDS;
    const ahead = [...(before?.ahead ?? []).filter((at) => Math.abs(atMs - at) < HOUR_MS), ...(isAhead ? [atMs] : [])];
    const isFound = ahead.length >= TIMES;
    this.heard.set(machineId, { upSeconds, atMs, ahead: isFound ? [] : ahead });
    return isFound;
  }
}
