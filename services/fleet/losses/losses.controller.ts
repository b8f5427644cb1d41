/** What sales asks about losses. */
import { Controller } from '@nestjs/common';
import { addDays, dayIn } from '@larder/contracts/day.js';
import type { Stay } from '@larder/contracts/fleet/places.js';
import { lossesBetween, unpaidBetween } from '@larder/contracts/sales/losses.js';
import { isRefusal, type Refusal } from '@larder/contracts/reply.js';
import type { In, Out } from '@larder/contracts/request.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { Answers } from '@larder/kit/bus/nest-bus.js';
import { Kit } from '@larder/kit/kit.js';
import { seal } from '@larder/kit/seal.js';
import { someAtATime } from '@larder/kit/turns/some-at-a-time.js';
import { machineView, type MachineRow } from '../machine-view.js';
import { stayView, type StayRow } from '../stays/stay-view.js';
import { lossView, type LossRow } from './loss-view.js';

/** To find its day takes longer than to read it. Each is sealed, so that the bus need not copy all of them in one go. */
const LOSSES_AT_ONCE = 500;

@Controller()
export class LossesController {
  constructor(private readonly kit: Kit) {}

  @Answers(lossesBetween)
  async between({ account, startDate, endDate, timeZone, machineId: askedId }: In<typeof lossesBetween>, asked: Asked): Promise<Out<typeof lossesBetween> | Refusal> {
    // No clock on a wall is a day and more away from UTC.
    const [from, until] = [addDays(startDate, -1), addDays(endDate, 2)];
    const stays = new Map((await this.kit.views.all<StayRow>(stayView, account)).map((row) => [row.machineId, row.stays]));
    const machineId = askedId && spelledIn(stays, askedId);
    const [rows, unpaid, machines] = await Promise.all([
      this.kit.views.all<LossRow>(lossView, account, { ...(machineId && { machineId }), at: { $gte: from, $lt: until } }, { by: 'at', order: 'asc' }),
      this.kit.ask(unpaidBetween, { account, from, until, machineId }, { ...asked, caller: { kind: 'service', name: 'fleet' } }),
      this.kit.views.all<MachineRow>(machineView, account),
    ]);
    if (isRefusal(unpaid)) return unpaid;
    const taken = unpaid.map(({ priceCents, ...line }): LossRow => ({ ...line, kind: 'unpaid', ownPriceCents: priceCents }));
    const dated = await someAtATime([...rows, ...taken], LOSSES_AT_ONCE, (some) => some.map((row) => seal({ ...row, day: dayIn(zoneAt(stays.get(row.machineId), row.at) ?? timeZone, row.at) })));
    const losses = dated.filter(({ day }) => day >= startDate && day <= endDate);
    const named = new Set(losses.map((loss) => loss.machineId));
    return { losses, machines: machines.filter((row) => named.has(row.machineId)).map((row) => ({ machineId: row.machineId, name: row.name, address: row.address })) };
  }
}

/** One that differs in capital letters alone is meant where none is written just so. */
const spelledIn = (known: ReadonlyMap<string, unknown>, machineId: string): string =>
  known.has(machineId) ? machineId : ([...known.keys()].find((id) => id.toLowerCase() === machineId.toLowerCase()) ?? machineId);

/** What the clock on the wall went by where a machine stood then; a day that is told does not change with where it stands since. */
const zoneAt = (stays: readonly Stay[] = [], at: string): string | undefined => (stays.findLast(({ from }) => from <= at) ?? stays[0])?.timeZone;
