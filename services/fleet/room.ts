/** What the plan's cap says: whether one more machine fits, and which of those that are there are beyond it. Machines that are here for their history only take no room. */
import { Injectable } from '@nestjs/common';
import type { PlanLimit } from '@larder/contracts/fleet.js';
import { accountSettings } from '@larder/contracts/identity/organization.js';
import { fits, UNLIMITED } from '@larder/contracts/identity/plans.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { InTurn } from '@larder/kit/turns/in-turn.js';
import { Kit } from '@larder/kit/kit.js';
import { machineView, type MachineRow } from './machine-view.js';
import { setupView, type SetupRow } from './setup/setup-view.js';

@Injectable()
export class Room {
  private readonly adding = new InTurn();

  constructor(private readonly kit: Kit) {}

  /** Adds to an organization's machines one after the other: what looks for room sees what was added before. */
  inTurn = <T>(account: string, add: () => Promise<T>): Promise<T> => this.adding.do(account, add);

  /** Why there is no room for one more, those that are waiting to be set up counted in; undefined when there is. `cap` -1: no limit. `adding`: the one that is added, if it has waited itself. */
  async fullness(account: string, cap: number, adding?: string): Promise<Refusal | undefined> {
    const [{ total }, profiles] = await Promise.all([
      this.kit.views.find<MachineRow>(machineView, account, { filter: { historyOnly: false }, limit: 1 }),
      this.kit.views.all<SetupRow>(setupView, account, { isResetup: false }),
    ]);
    // One that was added by hand meanwhile is counted as a machine.
    const there = await Promise.all(profiles.map(({ machineId }) => this.kit.views.get<MachineRow>(machineView, account, machineId)));
    const current = total + profiles.filter(({ machineId }, n) => machineId !== adding && (there[n]?.historyOnly ?? true)).length;
    return fits(current, cap) ? undefined : refuse('PLAN_LIMIT', `Your plan allows ${cap} machines. Please upgrade to add more.`, { limit: cap, current });
  }

  /** Why a machine that is here for its history only cannot be put to use; undefined when it can, and for every other machine. */
  async keptFromUse(machineId: string, account: string, asked: Asked): Promise<Refusal | undefined> {
    const row = await this.kit.views.get<MachineRow>(machineView, account, machineId);
    if (!row?.historyOnly) return undefined;
    const settings = await this.kit.ask(accountSettings, { account }, { ...asked, caller: { kind: 'service', name: 'fleet' } });
    return isRefusal(settings) ? settings : this.fullness(account, settings.machineCap);
  }

  /** Machines beyond the cap by id: the newest; as many of the oldest as there is room for stay. */
  async beyond(account: string, asked: Asked): Promise<ReadonlyMap<string, PlanLimit> | Refusal> {
    const settings = await this.kit.askLately(accountSettings, { account }, { ...asked, caller: { kind: 'service', name: 'fleet' } });
    if (isRefusal(settings)) return settings;
    const limit = settings.machineCap;
    if (limit === UNLIMITED) return new Map();
    const { rows, total: current } = await this.kit.views.find<MachineRow>(machineView, account, { filter: { historyOnly: false }, sort: { by: 'createdAt', order: 'asc' }, skip: limit });
    return new Map(rows.map(({ machineId }) => [machineId, { limit, current }]));
  }
}
