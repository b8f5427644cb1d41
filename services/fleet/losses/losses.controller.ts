/** What sales asks about losses. */
import { Controller } from '@nestjs/common';
import { addDays, dayIn } from '@larder/contracts/day.js';
import { lossesBetween } from '@larder/contracts/losses.js';
import type { In, Out } from '@larder/contracts/request.js';
import { Answers } from '@larder/kit/bus/nest-bus.js';
import { Kit } from '@larder/kit/kit.js';
import { machineView, type MachineRow } from '../machine-view.js';
import { lossView, type LossRow } from './loss-view.js';

@Controller()
export class LossesController {
  constructor(private readonly kit: Kit) {}

  @Answers(lossesBetween)
  async between({ account, startDate, endDate, timeZone, machineId }: In<typeof lossesBetween>): Promise<Out<typeof lossesBetween>> {
    // No clock on a wall is a day and more away from UTC.
    const near = { at: { $gte: addDays(startDate, -1), $lt: addDays(endDate, 2) } };
    const [rows, machines] = await Promise.all([
      this.kit.views.all<LossRow>(lossView, account, { ...(machineId && { machineId }), ...near }, { by: 'at', order: 'asc' }),
      this.kit.views.all<MachineRow>(machineView, account),
    ]);
    const zones = new Map(machines.map(({ machineId: id, registered }) => [id, registered?.timeZone]));
    const losses = rows.map((row) => ({ ...row, day: dayIn(zones.get(row.machineId) ?? timeZone, row.at) })).filter(({ day }) => day >= startDate && day <= endDate);
    const named = new Set(losses.map((loss) => loss.machineId));
    return { losses, machines: machines.filter((row) => named.has(row.machineId)).map((row) => ({ machineId: row.machineId, name: row.name, address: row.address })) };
  }
}
