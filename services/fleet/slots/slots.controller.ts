/** What operators ask about the slots of a machine. */
import { Controller } from '@nestjs/common';
import { describeProducts, keepProduct } from '@larder/contracts/catalog.js';
import { type MachineView } from '@larder/contracts/fleet.js';
import { adjustSlot, clearSlot, layOutSlots, priceSlot, restockMachine, stockSlot } from '@larder/contracts/fleet/slots.js';
import { toCents } from '@larder/contracts/money.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { In } from '@larder/contracts/request.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { accountOf } from '@larder/kit/bus/asking.js';
import { Answers } from '@larder/kit/bus/nest-bus.js';
import { Kit } from '@larder/kit/kit.js';
import { Changing } from '../changing.js';
import { machine } from '../machine.js';
import { machineView, type MachineRow } from '../machine-view.js';
import { Room } from '../room.js';
import { isKnownAnew, type SlotOrder } from './slots.js';
import { toldBy } from './told.js';

type Changed = Promise<{ machine: MachineView } | Refusal>;

@Controller()
export class SlotsController {
  constructor(private readonly kit: Kit, private readonly changing: Changing, private readonly room: Room) {}

  @Answers(stockSlot)
  async stock({ id, ...stocking }: In<typeof stockSlot>, asked: Asked): Changed {
    const missing = (await this.missing([stocking.productId], asked)) ?? (await this.unpriced(id, stocking, asked));
    if (missing) return missing;
    const kept = await this.room.keptFromUse(id, accountOf(asked), asked);
    return kept ?? this.kept([stocking.productId], await this.order(id, { type: 'StockSlot', ...stocking }, asked), asked);
  }

  @Answers(restockMachine)
  async restock({ id, ...units }: In<typeof restockMachine>, asked: Asked): Changed {
    const ids = units.slots.map(({ productId }) => productId);
    const missing = await this.missing(ids, asked);
    return missing ?? this.kept(ids, await this.changing.change(id, { type: 'Restock', ...units }, asked), asked);
  }

  /** Prices in another currency are left out. */
  @Answers(layOutSlots)
  async layOut({ id, like }: In<typeof layOutSlots>, asked: Asked): Changed {
    const account = accountOf(asked);
    const [row, model] = await Promise.all([id, like].map((machineId) => this.kit.views.get<MachineRow>(machineView, account, machineId)));
    if (!row || !model) return refuse('NOT_FOUND', 'Machine not found');
    const kept = await this.room.keptFromUse(id, account, asked);
    const isSameMoney = row.registered?.currency === model.registered?.currency;
    const slots = model.slots.map((slot) => ({ ...slot, priceCents: isSameMoney ? slot.priceCents : null }));
    return kept ?? this.kept(slots.map(({ productId }) => productId), await this.order(id, { type: 'LayOut', slots }, asked), asked);
  }

  @Answers(adjustSlot)
  adjust({ id, ...counted }: In<typeof adjustSlot>, asked: Asked) {
    return this.order(id, { type: 'AdjustSlot', ...counted }, asked);
  }

  @Answers(clearSlot)
  clear({ id, ...where }: In<typeof clearSlot>, asked: Asked) {
    return this.changing.change(id, { type: 'ClearSlot', ...where }, asked);
  }

  @Answers(priceSlot)
  price({ id, slot, price, was, productId }: In<typeof priceSlot>, asked: Asked) {
    return this.changing.change(id, { type: 'PriceSlot', slot, productId, priceCents: centsOf(price), was: was === undefined ? undefined : centsOf(was) }, asked);
  }

  /** What is said to be in a slot holds from now on. */
  private async order(id: string, order: Extract<SlotOrder, { type: 'StockSlot' | 'LayOut' | 'AdjustSlot' }>, asked: Asked): Changed {
    const now = this.kit.clock.now().toISOString();
    const { slots } = await this.kit.look(machine, id, accountOf(asked));
    const toldUpTo = isKnownAnew(order, slots) ? await toldBy(this.kit, id, asked) : undefined;
    return this.changing.change(id, { ...order, now, toldUpTo }, asked);
  }

  /** Why something cannot be filled in: it is in the catalogue no more. */
  private async missing(productIds: readonly string[], asked: Asked): Promise<Refusal | undefined> {
    const found = await this.described(productIds, asked);
    if (isRefusal(found)) return found;
    return found.filter((product) => !product.deleted).length === new Set(productIds).size ? undefined : refuse('NOT_FOUND', 'Selected product not found');
  }

  /** Why guests could not pay for something: it came with imported sales and was only ever given away. */
  private async unpriced(id: string, { slot, productId }: Pick<In<typeof stockSlot>, 'slot' | 'productId'>, asked: Asked): Promise<Refusal | undefined> {
    const found = await this.described([productId], asked);
    if (isRefusal(found)) return found;
    const free = found.find(({ priceCents }) => priceCents === 0);
    const { slots } = await this.kit.look(machine, id, accountOf(asked));
    const hasOwn = slots.some((at) => at.productId === productId && at.priceCents !== null && (slot === undefined || at.slot === slot));
    return free && !hasOwn ? refuse('BAD_INPUT', `${free.name} has no price yet, so guests could not pay for it. Please give it one first.`) : undefined;
  }

  /** What was deleted while it was put into a machine comes back: it is there, and somebody may want to buy it. Whoever deletes it looks again as well, so one of the two sees the other. */
  private async kept<T>(productIds: readonly string[], changed: T | Refusal, asked: Asked): Promise<T | Refusal> {
    const found = isRefusal(changed) ? changed : await this.described(productIds, asked);
    // It is in the machine whatever the catalogue can say now.
    if (isRefusal(found)) return changed;
    for (const { productId } of found.filter((product) => product.deleted)) {
      const back = await this.kit.ask(keepProduct, { account: accountOf(asked), id: productId }, { ...asked, caller: { kind: 'service', name: 'fleet' }, commandId: `${asked.commandId}:back:${productId}` });
      if (isRefusal(back)) return back;
    }
    return changed;
  }

  /** As they are at this moment: the copy that answers may not have heard of what another one did. */
  private described = (productIds: readonly string[], asked: Asked) =>
    this.kit.ask(describeProducts, { account: accountOf(asked), ids: [...new Set(productIds)], now: true }, { ...asked, caller: { kind: 'service', name: 'fleet' } });
}

const centsOf = (price: number | null): number | null => (price === null ? null : toCents(price));
