/** What operators ask about how long what is in their machines lasts. */
import { Controller } from '@nestjs/common';
import { machinePace, soldLately, type Pace, type SoldLately } from '@larder/contracts/pace.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { In } from '@larder/contracts/request.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { accountOf } from '@larder/kit/bus/asking.js';
import { Kit } from '@larder/kit/kit.js';
import { Answers } from '@larder/kit/bus/nest-bus.js';
import { machineView, type MachineRow } from '../machine-view.js';
import { offerView, type OfferRow } from './offer-view.js';
import { pacesOf } from './pace.js';

@Controller()
export class PaceController {
  constructor(private readonly kit: Kit) {}

  @Answers(machinePace)
  async pace({ machineId: id }: In<typeof machinePace>, asked: Asked): Promise<Pace[] | Refusal> {
    const account = accountOf(asked);
    const { views } = this.kit;
    const [machines, offers, sold] = await Promise.all([
      id === undefined ? views.all<MachineRow>(machineView, account) : one(views.get<MachineRow>(machineView, account, id)),
      id === undefined ? views.all<OfferRow>(offerView, account) : one(views.get<OfferRow>(offerView, account, id)),
      this.kit.ask(soldLately, { account, ...(id !== undefined && { machineId: id }) }, { ...asked, caller: { kind: 'service', name: 'fleet' } }),
    ]);
    if (id !== undefined && machines.length === 0) return refuse('NOT_FOUND', 'Machine not found');
    if (isRefusal(sold)) return sold;
    const offersOf = new Map(offers.map((row) => [row.machineId, row.offers]));
    const soldIn = new Map<string, SoldLately>(machines.map(({ machineId }) => [machineId, []]));
    for (const its of sold) soldIn.get(its.machineId)?.push(its);
    const now = this.kit.momentOf(asked);
    return machines.flatMap(({ machineId, registered, slots }) =>
      pacesOf({ machineId, timeZone: registered?.timeZone ?? 'UTC', productIds: slots.map(({ productId }) => productId), offers: offersOf.get(machineId) ?? [] }, soldIn.get(machineId) ?? [], now));
  }
}

const one = async <T>(row: Promise<T | undefined>): Promise<T[]> => {
  const found = await row;
  return found ? [found] : [];
};
