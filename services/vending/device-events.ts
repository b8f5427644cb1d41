/** What machines report, turned into what it means for the visit under way. */
import { Injectable } from '@nestjs/common';
import type { JournalFact } from '@larder/contracts/device.js';
import type { AnyFact, Stored } from '@larder/contracts/fact.js';
import { isRefusal } from '@larder/contracts/reply.js';
import type { Cause } from '@larder/kit/commands/handle.js';
import { Kit } from '@larder/kit/kit.js';
import { because, type Reaction } from '@larder/kit/commands/react.js';
import { isAfterAny, isBeforeAll, isBeforeAny, nothingSeen } from './seen.js';
import { session, type SessionCommand, type SessionState } from './session.js';
import { till, type TillCommand } from './till.js';
import { doorOrder } from './visit-process.js';

@Injectable()
export class DeviceEvents implements Reaction {
  readonly source = 'device-adapter';

  constructor(private readonly kit: Kit) {}

  async on(heard: AnyFact): Promise<void> {
    const fact = heard as Stored<JournalFact>;
    if (fact.type === 'DeviceCommandDone') return this.answered(fact);
    const meaning = meaningOf(fact);
    if (!meaning) return;
    const { machineId } = fact.data;
    const cause = because(heard, 'vending');
    const { inVisit } = meaning;
    const sessionId = inVisit && (meaning.sessionId ?? (await this.visitOf(inVisit, machineId, cause, meaning.isOver)));
    if (inVisit && sessionId) {
      const done = await this.kit.handle(session, sessionId, inVisit, cause, this.kit.views.foretell); // the journal keeps what it follows from
      if (!isRefusal(done)) return;
    }
    if (meaning.alone) await this.kit.handle(till, machineId, await this.dated(meaning.alone, cause), cause);
  }

  /** What moved long ago, after the machine had told something of a visit, was after what had been counted when that began. Of all else only clocks say so: what a machine does while it exchanges no word with us comes neither before nor after what we do meanwhile. */
  private async dated(noted: TillCommand, { account }: Cause): Promise<TillCommand> {
    if (noted.type !== 'NoteItem' || !noted.happenedAt) return noted;
    const { current, former } = await this.kit.look(till, noted.machineId, account);
    for (const { sessionId } of [current, former].filter((turn) => turn !== undefined)) {
      const { seen, start } = await this.kit.look(session, sessionId, account);
      const knownSince = start?.offers.find(({ slot }) => slot === noted.slot)?.knownSince;
      if (isAfterAny(seen, noted.key)) return { ...noted, ...(knownSince && { knownSince }) };
    }
    return noted;
  }

  /**
   * Of a report without a visit's name: whoever is being served, once the machine had told something else of their visit. What a scale says before that is not theirs: they have not opened the door.
   * It may be of the visit before, whose door is still open, and else is nobody's.
   * Heard again, after a crash, it is whose it was, whoever is being served by now.
   */
  private async visitOf(inVisit: InVisit, machineId: string, { account, commandId }: Cause, isOver = false): Promise<string | undefined> {
    if (await this.kit.hasHandled(till, machineId, commandId)) return undefined;
    const { current, former, incident } = await this.kit.look(till, machineId, account);
    if (former && (await this.kit.hasHandled(session, former.sessionId, commandId))) return former.sessionId;
    if (inVisit.type === 'OpenDoor') return current?.sessionId;
    const { seen = nothingSeen } = current && !isOver ? await this.kit.look(session, current.sessionId, account) : {};
    if (current && !isBeforeAll(seen, inVisit.key)) return current.sessionId;
    return former && isOf(await this.kit.look(session, former.sessionId, account), inVisit.key, incident?.opened === true) ? former.sessionId : undefined;
  }

  /** Locked, as it was told; or it will not unlock for the guest before it, and nobody waits there for the visit's time to run out. */
  private async answered(fact: Stored<Extract<JournalFact, { type: 'DeviceCommandDone' }>>): Promise<void> {
    const { machineId, orderId, ok } = fact.data;
    const order = doorOrder(orderId);
    if (!order || ok !== (order.action === 'lock')) return;
    await this.kit.handle(session, order.sessionId, { type: ok ? 'NoteLocked' : 'NoteStillLocked', by: machineId }, because(fact as unknown as AnyFact, 'vending'));
  }
}

type InVisit = Extract<SessionCommand, { key: string }>;
interface Meaning {
  sessionId?: string;
  /** What it is in somebody's visit; missing where it can be in nobody's. */
  inVisit?: InVisit;
  /** If it is of a visit, then of one that has ended. */
  isOver?: boolean;
  /** What to note when nobody is being served. */
  alone?: TillCommand;
}

function meaningOf(fact: Stored<JournalFact>): Meaning | undefined {
  switch (fact.type) {
    case 'DeviceDoorOpened':
    case 'DeviceDoorClosed': {
      const { machineId, deviceAt, happenedAt, sessionId, mode } = fact.data;
      if (mode === 'restocking' || mode === 'service') return undefined; // an operator is at the machine
      const at = { key: keyOf(fact.data), deviceAt };
      const noted = { ...at, ...(happenedAt && { happenedAt }), now: fact.meta.at };
      // Told late, it would end the visit that has begun meanwhile, whose guest the door is about to be unlocked for.
      if (mode === 'locked' && sessionId === undefined) return fact.type === 'DeviceDoorOpened' ? { alone: { type: 'NoteDoor', machineId, ...noted } } : { inVisit: { type: 'CloseDoor', ...at, by: machineId }, isOver: true };
      return fact.type === 'DeviceDoorOpened'
        ? { sessionId, inVisit: { type: 'OpenDoor', ...at, by: machineId }, alone: { type: 'NoteDoor', machineId, ...noted } }
        : { sessionId, inVisit: { type: 'CloseDoor', ...at, by: machineId } };
    }
    case 'DeviceItemTaken':
    case 'DeviceItemReturned': {
      const { machineId, deviceAt, happenedAt, sessionId, slot, quantity, orSlots } = fact.data;
      const item = { key: keyOf(fact.data), deviceAt, ...(happenedAt && { happenedAt }), slot, quantity };
      const inVisit = { ...item, by: machineId, ...(orSlots && { orSlots }) };
      const [type, what] = fact.type === 'DeviceItemTaken' ? (['TakeItem', 'taken'] as const) : (['ReturnItem', 'returned'] as const);
      return { sessionId, inVisit: { type, ...inVisit }, alone: { type: 'NoteItem', what, machineId, ...item, now: fact.meta.at } };
    }
    default:
      return undefined;
  }
}

const keyOf = ({ epoch, sequence }: { epoch: string; sequence: number }): string => `${epoch}:${sequence}`;
/** Whether a machine's report is of a visit that has ended, by its numbers alone: behind its door, until that is closed, or opened for nobody as the closing was lost. Behind a door that is shut only somebody with a key moves anything. */
function isOf({ seen, isDoorOpen }: SessionState, key: string, wasOpenedSince: boolean): boolean {
  return isAfterAny(seen, key) && (isBeforeAny(seen, key) || (isDoorOpen === true && !wasOpenedSince));
}
