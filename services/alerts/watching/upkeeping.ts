/** Counts the days without service by what is heard of machines, and plans anew when the rules change. */
import { Injectable } from '@nestjs/common';
import type { AlertFact, UpkeepFact } from '@larder/contracts/alerts.js';
import type { JournalFact } from '@larder/contracts/device.js';
import type { AnyFact, Stored } from '@larder/contracts/fact.js';
import type { FleetFact } from '@larder/contracts/fleet.js';
import { machineCard } from '@larder/contracts/fleet/places.js';
import { isRefusal } from '@larder/contracts/reply.js';
import { Declined } from '@larder/kit/aside/passing.js';
import type { Due } from '@larder/kit/commands/deadlines.js';
import { Kit } from '@larder/kit/kit.js';
import { because } from '@larder/kit/commands/react.js';
import type { Projection } from '@larder/kit/views/projection.js';
import { askedFor, Raising } from './raising.js';
import { machineOfMaintenance, upkeep, upkeepStream, type UpkeepCommand } from './upkeep.js';

export interface UpkeepRow {
  machineId: string;
  /** The days are counted from here. */
  from: string;
  /** Missing until it was serviced. */
  servicedAt?: string;
}

/** The machines that are counted. */
export const upkeepView: Projection<UpkeepFact, UpkeepRow> = {
  collection: 'upkeep', version: 2, orders: [], categories: [upkeep.category],
  rows: ({ data: { machineId }, meta: { account } }) => [{ account, id: machineId }],
  apply(row, { type, data }) {
    if (type === 'UpkeepEnded') return undefined;
    const { machineId, from } = data;
    // Counting begins when a machine is added, and anew only when it was serviced; other rules leave its beginning alone.
    return { machineId, from, ...(row && from > row.from ? { servicedAt: from } : row?.servicedAt && { servicedAt: row.servicedAt }) };
  },
};

type Told = { machineId: string; type: 'CountFrom' | 'Begin' | 'End' };

/** What a fact says of a machine's service; undefined: nothing. */
function toldBy(fact: AnyFact): Told | undefined {
  const heard = fact as unknown as Stored<FleetFact | JournalFact | AlertFact>;
  switch (heard.type) {
    case 'MachineRegistered':
      // One that came with imported sales need not stand anywhere any more.
      return heard.data.origin === 'import' ? undefined : { machineId: heard.data.machineId, type: 'Begin' };
    case 'MachineCameOnline': // one that was there before anybody counted
      return { machineId: heard.data.machineId, type: 'Begin' };
    case 'MachineRemoved':
      return { machineId: heard.data.machineId, type: 'End' };
    case 'ModeIntended':
      return heard.data.mode === 'in_service' ? { machineId: heard.data.machineId, type: 'CountFrom' } : undefined;
    case 'DeviceDoorClosed':
      return heard.data.mode === 'service' ? { machineId: heard.data.machineId, type: 'CountFrom' } : undefined;
    case 'AlertResolved': {
      const machineId = heard.data.how === 'operator' ? machineOfMaintenance(heard.data.alertId) : undefined;
      return machineId === undefined ? undefined : { machineId, type: 'CountFrom' };
    }
    default:
      return undefined;
  }
}

@Injectable()
export class Upkeeping {
  constructor(private readonly kit: Kit, private readonly raising: Raising) {}

  concerns = (fact: AnyFact): boolean => toldBy(fact) !== undefined;

  async hear(fact: AnyFact): Promise<void> {
    const told = toldBy(fact);
    if (!told) return;
    const { account, at } = fact.meta;
    const command: UpkeepCommand = told.type === 'End' ? { type: 'End' } : { ...told, at, days: await this.days(account) };
    await this.kit.handle(upkeep, upkeepStream(account, told.machineId), command, because(fact, 'alerts'));
  }

  /** By the rules that were just set. */
  async replan(rulesSet: AnyFact): Promise<void> {
    const { account } = rulesSet.meta;
    const days = await this.days(account);
    const now = this.kit.clock.now().toISOString();
    for (const { machineId } of await this.kit.views.all<UpkeepRow>(upkeepView, account, {})) {
      await this.kit.handle(upkeep, upkeepStream(account, machineId), { type: 'Plan', days, now }, because(rulesSet, 'alerts'));
    }
  }

  /** The time of `UpkeepCounted` has come. */
  async comeDue(stream: string, { account }: Due): Promise<void> {
    // Each time anew: the same moment comes again when the rules are changed and changed back, and what is not due changes nothing.
    const cause = { commandId: this.kit.chance.uuid(), account, actor: 'system:alerts', correlationId: `upkeep:${stream}` };
    const card = await this.kit.ask(machineCard, { account, machineId: stream.slice(upkeepStream(account, '').length) }, askedFor(account));
    if (isRefusal(card) && card.refused !== 'NOT_FOUND') throw new Declined(card); // later
    // What counts may be heard behind the removal that ends it.
    if (isRefusal(card)) return void (await this.kit.handle(upkeep, stream, { type: 'End' }, cause));
    await this.kit.handle(upkeep, stream, { type: 'ComeDue', days: await this.days(account), now: this.kit.clock.now().toISOString() }, cause);
  }

  private days = async (account: string): Promise<number | null> => (await this.raising.rules(account)).maintenanceDays;
}
