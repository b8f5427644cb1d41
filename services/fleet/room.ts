/** How many machines an organization has, those that are waiting to be set up counted in: the plan's cap is about both. */
import { Injectable } from '@nestjs/common';
import { fits } from '@larder/contracts/plans.js';
import { refuse, type Refusal } from '@larder/contracts/reply.js';
import { Kit } from '@larder/kit/kit.js';
import { machineView, type MachineRow } from './machine-view.js';
import { setupView, type SetupRow } from './setup/setup-view.js';

@Injectable()
export class Room {
  constructor(private readonly kit: Kit) {}

  /** Why there is no room for one more; undefined when there is. `cap` -1: no limit. */
  async fullness(account: string, cap: number): Promise<Refusal | undefined> {
    const [{ total }, { total: waiting }] = await Promise.all([
      this.kit.views.find<MachineRow>(machineView, account, { limit: 1 }),
      this.kit.views.find<SetupRow>(setupView, account, { filter: { isResetup: false }, limit: 1 }),
    ]);
    const current = total + waiting;
    return fits(current, cap) ? undefined : refuse('PLAN_LIMIT', `Your plan allows ${cap} machines. Please upgrade to add more.`, { limit: cap, current });
  }
}
