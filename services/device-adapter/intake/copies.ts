/** One machine is one board: how it is found out that two report as the same one. */
import type { CopyFact, DeviceEvent } from '@larder/contracts/device.js';
import type { Decider } from '@larder/kit/commands/decider.js';
import type { Kit } from '@larder/kit/kit.js';
import { comparedWithKept, completeness, isAnotherIn, journal, type JournalState } from '../journal.js';

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

/** A whole journal is read for a number that is far back: not for each of them. */
const LOOK_BACK_MS = 60_000;

/** Watches what machines send for signs of a second board, and notes them. */
export class Copies {
  private readonly uptimes = new Uptimes();
  private readonly lookedBackAt = new Map<string, number>();

  constructor(private readonly kit: Kit) {}

  /** @param events some of which came under numbers that were taken in before; `state` is after them */
  async compare(machineId: string, account: string, state: JournalState, events: readonly DeviceEvent[]): Promise<void> {
    const compared = events.map((event) => ({ event, is: comparedWithKept(completeness(state, event.e), event) }));
    const far = compared.find(({ is }) => is === 'unknown');
    const isAnother = compared.some(({ is }) => is === 'another') || (far !== undefined && (await this.isAnotherFarBack(machineId, account, far.event)));
    if (isAnother) await this.note(machineId, account, 'number');
  }

  async hearUptime(machineId: string, account: string, upSeconds: number): Promise<void> {
    if (this.uptimes.areOfSeveral(machineId, upSeconds, this.kit.clock.now().getTime())) await this.note(machineId, account, 'uptime');
  }

  private async isAnotherFarBack(machineId: string, account: string, event: DeviceEvent): Promise<boolean> {
    const now = this.kit.clock.now().getTime();
    if (Math.abs(now - (this.lookedBackAt.get(machineId) ?? -Infinity)) < LOOK_BACK_MS) return false;
    this.lookedBackAt.set(machineId, now);
    return isAnotherIn(await this.kit.history(journal, machineId, account), event);
  }

  private async note(machineId: string, account: string, by: 'number' | 'uptime'): Promise<void> {
    const commandId = this.kit.chance.uuid();
    await this.kit.handle(copy, machineId, { type: 'NoteCopy', machineId, foundAt: this.kit.clock.now().toISOString(), by }, { commandId, account, actor: `device:${machineId}`, correlationId: commandId });
  }
}
