/** A machine that was taken out of the fleet is not let in any more, what is connected is cut off, and how it was told to work is over. */
import { Injectable } from '@nestjs/common';
import type { AnyFact, Stored } from '@larder/contracts/fact.js';
import type { FleetFact } from '@larder/contracts/fleet.js';
import { isRefusal } from '@larder/contracts/reply.js';
import { Kit } from '@larder/kit/kit.js';
import { because } from '@larder/kit/react.js';
import { configuration } from './configuration/configuration.js';
import { credential, credentialView } from './credential.js';
import { board } from './intake/board.js';
import { Links } from './links.js';

@Injectable()
export class Removals {
  constructor(private readonly kit: Kit, private readonly links: Links) {}

  async on(heard: AnyFact): Promise<void> {
    const fact = heard as Stored<FleetFact>;
    if (fact.type !== 'MachineRemoved') return;
    const { machineId } = fact.data;
    const done = await this.kit.handle(credential, machineId, { type: 'RevokeCredential', machineId }, because(heard, 'device-adapter'));
    if (!isRefusal(done)) await this.kit.views.reached(credentialView, done.position);
    this.links.cut(machineId);
    // Should it come back, what it says is news again, and nobody thinks of what it was told long ago.
    await this.kit.handle(board, machineId, { type: 'NoteBoard', machineId }, { ...because(heard, 'device-adapter'), commandId: `sensors:${heard.id}` });
    await this.kit.handle(configuration, machineId, { type: 'Forget', machineId }, { ...because(heard, 'device-adapter'), commandId: `configuration:${heard.id}` });
  }
}
