/** A machine that is missed while it serves a guest, or heard again: the guest is told at their visit. */
import { Injectable } from '@nestjs/common';
import type { AnyFact, Stored } from '@larder/contracts/fact.js';
import type { FleetFact } from '@larder/contracts/fleet.js';
import { Kit } from '@larder/kit/kit.js';
import { because, only, type Reaction } from '@larder/kit/commands/react.js';
import { session } from './session.js';
import { till } from './till.js';

const MISSED = ['MachineMissed', 'MachineWentOffline'] as const;
const HEARD = ['MachineHeardAgain', 'MachineCameOnline'] as const;
const isMissed: (fact: AnyFact) => boolean = only(...MISSED);

@Injectable()
export class Silences implements Reaction {
  readonly source = 'fleet';
  readonly concerns = only(...MISSED, ...HEARD);

  constructor(private readonly kit: Kit) {}

  async on(heard: AnyFact): Promise<void> {
    const { machineId } = (heard as Stored<Extract<FleetFact, { type: (typeof MISSED | typeof HEARD)[number] }>>).data;
    const { current } = await this.kit.look(till, machineId, heard.meta.account);
    // A tap of which the machine was taken and the visit never begun is no visit: refused, and nobody is to be told.
    if (current) await this.kit.handle(session, current.sessionId, { type: isMissed(heard) ? 'NoteCutOff' : 'NoteHeardAgain', by: machineId }, because(heard, 'vending'));
  }
}
