/** A machine that is missed while it serves a guest, heard again, or taken out of the fleet in the moment of the tap: the guest is told at their visit. */
import { Injectable } from '@nestjs/common';
import type { AnyFact, Stored } from '@larder/contracts/fact.js';
import type { FleetFact } from '@larder/contracts/fleet.js';
import { machineCard } from '@larder/contracts/fleet/places.js';
import { isRefusal } from '@larder/contracts/reply.js';
import { Declined } from '@larder/kit/aside/passing.js';
import { Kit } from '@larder/kit/kit.js';
import { because, only, type Reaction } from '@larder/kit/commands/react.js';
import { session, type SessionCommand } from './session.js';
import { till } from './till.js';

type Told = Extract<FleetFact['type'], 'MachineMissed' | 'MachineWentOffline' | 'MachineHeardAgain' | 'MachineCameOnline' | 'MachineRemoved'>;
const MEANING: Record<Told, Extract<SessionCommand['type'], 'NoteCutOff' | 'NoteHeardAgain' | 'NoteStillLocked'>> = {
  MachineMissed: 'NoteCutOff', MachineWentOffline: 'NoteCutOff', MachineHeardAgain: 'NoteHeardAgain', MachineCameOnline: 'NoteHeardAgain',
  // Whoever removes it is told of a visit that had begun; nothing opens a door for one that has begun since.
  MachineRemoved: 'NoteStillLocked',
};

@Injectable()
export class Silences implements Reaction {
  readonly source = 'fleet';
  readonly concerns = only(...Object.keys(MEANING));

  constructor(private readonly kit: Kit) {}

  async on(heard: AnyFact): Promise<void> {
    const { type, data: { machineId } } = heard as Stored<Extract<FleetFact, { type: Told }>>;
    const { current } = await this.kit.look(till, machineId, heard.meta.account);
    // A tap of which the machine was taken and the visit never begun is no visit: refused, and nobody is to be told.
    if (!current || (type === 'MachineRemoved' && !(await this.isGone(heard, machineId)))) return;
    await this.kit.handle(session, current.sessionId, { type: MEANING[type], by: machineId }, because(heard, 'vending'));
  }

  /** Heard late, as after an outage, it may be about a machine that was added anew since. */
  private async isGone(removed: AnyFact, machineId: string): Promise<boolean> {
    const card = await this.kit.ask(machineCard, { account: removed.meta.account, machineId }, this.kit.because(removed, 'vending'));
    if (isRefusal(card) && card.refused !== 'NOT_FOUND') throw new Declined(card);
    return isRefusal(card);
  }
}
