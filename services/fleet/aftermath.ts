/** What follows from the fleet's own facts: a setup that ended takes its key along, a machine that is gone is not listened for, and time ends profiles. */
import { Inject, Injectable } from '@nestjs/common';
import type { AnyFact, Stored } from '@larder/contracts/fact.js';
import type { FleetFact } from '@larder/contracts/fleet.js';
import type { SetupFact } from '@larder/contracts/fleet/setup.js';
import type { DeadlineRules } from '@larder/kit/commands/deadlines.js';
import { Kit } from '@larder/kit/kit.js';
import { because, only, type Reaction } from '@larder/kit/commands/react.js';
import { Heartbeats } from './heartbeats.js';
import { setup, setupStream } from './setup/setup.js';
import { WIFI_KEYS, type WifiKeys } from './setup/wifi-keys.js';

const FOLLOWED = ['SetupProfileClaimed', 'SetupProfileDeleted', 'SetupProfileExpired', 'MachineRemoved'] as const;

@Injectable()
export class Aftermath implements Reaction {
  readonly source = 'fleet';
  readonly concerns = only(...FOLLOWED);

  constructor(private readonly kit: Kit, private readonly heartbeats: Heartbeats, @Inject(WIFI_KEYS) private readonly keys: WifiKeys) {}

  async on(heard: AnyFact): Promise<void> {
    const fact = heard as Stored<Extract<FleetFact | SetupFact, { type: (typeof FOLLOWED)[number] }>>;
    switch (fact.type) {
      case 'SetupProfileClaimed':
      case 'SetupProfileDeleted':
      case 'SetupProfileExpired':
        return this.keys.destroy(fact.data.setupId);
      case 'MachineRemoved': {
        const { machineId } = fact.data;
        this.heartbeats.forget(machineId);
        const stream = setupStream(fact.meta.account, machineId);
        const { open } = await this.kit.look(setup, stream, fact.meta.account);
        if (open?.isResetup && !(await this.isNewer(stream, open.setupId, fact))) await this.kit.handle(setup, stream, { type: 'DeleteProfile', setupId: open.setupId }, because(heard, 'fleet'));
      }
    }
  }

  /** Heard late, as after an outage, a removal is about a machine that may have been added anew, and be prepared for another setup, since. */
  private async isNewer(stream: string, setupId: string, { meta }: Pick<AnyFact, 'meta'>): Promise<boolean> {
    const facts = await this.kit.history(setup, stream, meta.account);
    return facts.some((fact) => fact.type === 'SetupProfileCreated' && fact.data.setupId === setupId && fact.meta.at > meta.at);
  }

  readonly deadlines: DeadlineRules<SetupFact> = {
    name: 'setup-deadlines',
    categories: [setup.category],
    on(fact) {
      const id = fact.stream.slice(`${setup.category}-`.length);
      if (fact.type === 'SetupClaimBegun') return undefined;
      return 'expiresAt' in fact.data ? { id, at: fact.data.expiresAt } : { id, met: true };
    },
    run: async ({ id, at, account }) => {
      const { open } = await this.kit.look(setup, id, account);
      if (open) await this.kit.handle(setup, id, { type: 'ExpireProfile', setupId: open.setupId, now: this.kit.clock.now().toISOString() }, { commandId: `due:${id}:${at}`, account, actor: 'system:deadline', correlationId: id });
    },
  };
}
