/** What operators ask about how long what is in their machines lasts. */
import { Controller } from '@nestjs/common';
import { unpaidBetween } from '@larder/contracts/sales/losses.js';
import { machinePace, PACE_DAYS, soldLately, type Pace, type SoldLately } from '@larder/contracts/fleet/pace.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { In } from '@larder/contracts/request.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { accountOf } from '@larder/kit/bus/asking.js';
import { Kit } from '@larder/kit/kit.js';
import { Answers } from '@larder/kit/bus/nest-bus.js';
import { someAtATime } from '@larder/kit/turns/some-at-a-time.js';
import { machineView, type MachineRow } from '../machine-view.js';
import { stayView, type StayRow } from '../stays/stay-view.js';
import { closedView, type ClosedRow } from './closed-view.js';
import { offerView, type OfferRow } from './offer-view.js';
import { goneOf, movedIn, pacesOf, type Shelf } from './pace.js';

const DAY_MS = 86_400_000;
/** Somebody may have hundreds. */
const MACHINES_AT_ONCE = 25;

@Controller()
export class PaceController {
  constructor(private readonly kit: Kit) {}

  @Answers(machinePace)
  async pace({ machineId: id }: In<typeof machinePace>, asked: Asked): Promise<Pace[] | Refusal> {
    const account = accountOf(asked);
    const { views } = this.kit;
    const found = id === undefined ? await views.all<MachineRow>(machineView, account) : [await views.get<MachineRow>(machineView, account, id)];
    const machines = found.filter((row) => row !== undefined);
    if (id !== undefined && machines.length === 0) return refuse('NOT_FOUND', 'Machine not found');
    const shelves = await someAtATime(machines, MACHINES_AT_ONCE, (some) => Promise.all(some.map((row) => this.shelfOf(account, row))));
    const now = this.kit.momentOf(asked);
    const gone = await this.gone(account, id, shelves, now, asked);
    return isRefusal(gone) ? gone : someAtATime(shelves, MACHINES_AT_ONCE, (some) => some.flatMap((shelf) => pacesOf(shelf, gone.get(shelf.machineId) ?? [], now)));
  }

  private async shelfOf(account: string, { machineId, registered, slots }: MachineRow): Promise<Shelf> {
    const { views } = this.kit;
    const [offers, closed, stood] = await Promise.all([views.get<OfferRow>(offerView, account, machineId), views.get<ClosedRow>(closedView, account, machineId), views.get<StayRow>(stayView, account, machineId)]);
    return {
      machineId, timeZone: registered?.timeZone ?? 'UTC', productIds: slots.map(({ productId }) => productId),
      offers: offers?.offers ?? [], closings: closed?.closings ?? [], since: movedIn(stood?.stays ?? []),
    };
  }

  /** What was sold in each machine where it stands, and what guests took and have not paid for: it is gone all the same. While nobody can say what that is, it is left out. */
  private async gone(account: string, machineId: string | undefined, shelves: readonly Shelf[], now: string, asked: Asked): Promise<ReadonlyMap<string, SoldLately> | Refusal> {
    const ours: Asked = { ...asked, caller: { kind: 'service', name: 'fleet' } };
    const since = new Map(shelves.flatMap((shelf) => (shelf.since === undefined ? [] : [[shelf.machineId, shelf.since] as const])));
    const [from, until] = [-PACE_DAYS * DAY_MS, 1].map((ms) => new Date(Date.parse(now) + ms).toISOString()) as [string, string]; // until the end of this moment
    const [sold, unpaid] = await Promise.all([
      this.kit.ask(soldLately, { account, machineId, ...(since.size > 0 && { since: Object.fromEntries(since) }) }, ours),
      this.kit.ask(unpaidBetween, { account, machineId, from, until }, ours),
    ]);
    return isRefusal(sold) ? sold : goneOf(sold, isRefusal(unpaid) ? [] : unpaid, since);
  }
}
