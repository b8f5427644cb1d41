/** A machine that was taken out of the fleet is not let in any more, what is connected is cut off, and how it was told to work is over. */
import { Injectable } from '@nestjs/common';
import type { AnyFact, Stored } from '@larder/contracts/fact.js';
import type { FleetFact } from '@larder/contracts/fleet.js';
import { machineCard } from '@larder/contracts/places.js';
import { isRefusal } from '@larder/contracts/reply.js';
import type { Decider } from '@larder/kit/decider.js';
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
    const isGone = await this.isGone(machineId, heard);
    const isSoStill = <C, F extends { type: string; data: unknown }, S>(decider: Decider<C, F, S>, given: F['type']): Promise<boolean> => (isGone ? Promise.resolve(true) : this.isOlder(decider, given, machineId, fact));
    if (await isSoStill(credential, 'CredentialIssued')) await this.shutOut(machineId, heard);
    // Should it come back, what it says is news again, and nobody thinks of what it was told long ago.
    if (await isSoStill(board, 'DeviceSlotsTold')) await this.kit.handle(board, machineId, { type: 'NoteBoard', machineId }, { ...because(heard, 'device-adapter'), commandId: `sensors:${heard.id}` });
    if (await isSoStill(configuration, 'DeviceConfigured')) await this.kit.handle(configuration, machineId, { type: 'Forget', machineId }, { ...because(heard, 'device-adapter'), commandId: `configuration:${heard.id}` });
  }

  private async shutOut(machineId: string, heard: AnyFact): Promise<void> {
    const done = await this.kit.handle(credential, machineId, { type: 'RevokeCredential', machineId }, because(heard, 'device-adapter'));
    if (!isRefusal(done)) await this.kit.views.reached(credentialView, done.position);
    this.links.cut(machineId);
  }

  /** Heard late, as after an outage, it is about a machine that may have been added anew, and given another credential, since. Not known while fleet cannot be asked. */
  private async isGone(machineId: string, heard: AnyFact): Promise<boolean> {
    const card = await this.kit.ask(machineCard, { account: heard.meta.account, machineId }, this.kit.because(heard, 'device-adapter'));
    return isRefusal(card) && card.refused === 'NOT_FOUND';
  }

  /** By the clocks of two services, so only where fleet has not said that the machine is gone: a clock ahead of the other must keep nobody in. */
  private async isOlder<C, F extends { type: string; data: unknown }, S>(decider: Decider<C, F, S>, given: F['type'], machineId: string, { meta }: Pick<AnyFact, 'meta'>): Promise<boolean> {
    const facts = await this.kit.history(decider, machineId, meta.account);
    return !facts.some((fact) => fact.type === given && fact.meta.at > meta.at);
  }
}
