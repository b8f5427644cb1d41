/** A machine that was taken out of the fleet is not let in any more, what is connected is cut off, and how it was told to work is over. */
import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { AnyFact, Stored } from '@larder/contracts/fact.js';
import type { FleetFact } from '@larder/contracts/fleet.js';
import { machineCard } from '@larder/contracts/fleet/places.js';
import { isRefusal } from '@larder/contracts/reply.js';
import type { Decider } from '@larder/kit/commands/decider.js';
import { Kit } from '@larder/kit/kit.js';
import { because } from '@larder/kit/commands/react.js';
import { configuration, isConfigured } from './configuration/configuration.js';
import { credential, credentialView } from './credential.js';
import { board } from './intake/board.js';
import { Links } from './links.js';

type MachineRemoved = Extract<FleetFact, { type: 'MachineRemoved' }>;

@Injectable()
export class Removals {
  constructor(private readonly kit: Kit, private readonly links: Links) {}

  async on(heard: AnyFact): Promise<void> {
    const fact = heard as Stored<FleetFact>;
    if (fact.type !== 'MachineRemoved') return;
    const { machineId } = fact.data;
    await this.takeBack(fact, credential, 'CredentialIssued', ({ salt }) => (salt === undefined ? undefined : { type: 'RevokeCredential', machineId, salt }));
    await this.shutOut(machineId, heard.meta.account);
    // Should it come back, what it says is news again, and nobody thinks of what it was told long ago.
    await this.takeBack(fact, board, 'DeviceSlotsTold', ({ slots }) => slots && { type: 'ForgetSlots' as const, machineId, slots });
    await this.takeBack(fact, configuration, 'DeviceConfigured', (now) => (isConfigured(now) ? { type: 'Forget', machineId, revision: now.revision } : undefined));
  }

  /**
   * Only what was there before fleet was asked: the machine may be added anew, and given another credential, while the answer is on its way. What came meanwhile is asked about in its turn.
   * @param orderOf what takes it back; undefined when nothing is left
   */
  private async takeBack<C, F extends { type: string; data: unknown }, S>(removed: Stored<MachineRemoved>, decider: Decider<C, F, S>, given: F['type'], orderOf: (now: S) => C | undefined): Promise<void> {
    const { machineId } = removed.data;
    const cause = { ...because(removed as AnyFact, 'device-adapter'), commandId: `${decider.category}:${removed.id}` };
    let order = orderOf(await this.kit.look(decider, machineId, cause.account));
    while (order && ((await this.isGone(removed)) || !(await this.isYounger(removed, decider, given)))) {
      const done = await this.kit.handle(decider, machineId, order, cause);
      const left = isRefusal(done) ? undefined : orderOf(done.state);
      // What was taken back because of this removal once is not taken back again.
      order = isDeepStrictEqual(left, order) ? undefined : left;
    }
  }

  /** Unless it has a credential that was given since. */
  private async shutOut(machineId: string, account: string): Promise<void> {
    const [last] = (await this.kit.history(credential, machineId, account)).slice(-1);
    if (last?.type === 'CredentialIssued') return;
    if (last) await this.kit.views.reached(credentialView, last.position);
    this.links.cut(machineId);
  }

  /** Heard late, as after an outage, it is about a machine that may have been added anew, and given another credential, since. Not known while fleet cannot be asked. */
  private async isGone(removed: Stored<MachineRemoved>): Promise<boolean> {
    const card = await this.kit.ask(machineCard, { account: removed.meta.account, machineId: removed.data.machineId }, this.kit.because(removed as AnyFact, 'device-adapter'));
    return isRefusal(card) && card.refused === 'NOT_FOUND';
  }

  /** By the clocks of two services, so only where fleet has not said that the machine is gone: a clock ahead of the other must keep nobody in. */
  private async isYounger<C, F extends { type: string; data: unknown }, S>({ data: { machineId }, meta }: Stored<MachineRemoved>, decider: Decider<C, F, S>, given: F['type']): Promise<boolean> {
    const facts = await this.kit.history(decider, machineId, meta.account);
    return facts.some((fact) => fact.type === given && fact.meta.at > meta.at);
  }
}
