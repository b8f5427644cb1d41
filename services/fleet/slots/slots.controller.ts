/** What operators ask about the slots of a machine. */
import { Controller } from '@nestjs/common';
import { describeProducts } from '@larder/contracts/catalog.js';
import { adjustSlot, clearSlot, layOutSlots, priceSlot, restockMachine, stockSlot, type MachineView } from '@larder/contracts/fleet.js';
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
    const missing = await this.missing([stocking.productId], asked);
    if (missing) return missing;
    const kept = await this.room.keptFromUse(id, accountOf(asked), asked);
    return kept ?? this.order(id, { type: 'StockSlot', ...stocking }, asked);
  }

  @Answers(restockMachine)
  async restock({ id, ...units }: In<typeof restockMachine>, asked: Asked): Changed {
    const missing = await this.missing(units.slots.map(({ productId }) => productId), asked);
    return missing ?? this.changing.change(id, { type: 'Restock', ...units }, asked);
  }

  /** Prices in another currency are left out. */
  @Answers(layOutSlots)
  async layOut({ id, like }: In<typeof layOutSlots>, asked: Asked): Changed {
    const account = accountOf(asked);
    const [row, model] = await Promise.all([id, like].map((machineId) => this.kit.views.get<MachineRow>(machineView, account, machineId)));
    if (!row || !model) return refuse('NOT_FOUND', 'Machine not found');
    const kept = await this.room.keptFromUse(id, account, asked);
    const isSameMoney = row.registered?.currency === model.registered?.currency;
    return kept ?? this.order(id, { type: 'LayOut', slots: model.slots.map((slot) => ({ ...slot, priceCents: isSameMoney ? slot.priceCents : null })) }, asked);
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
    const ids = [...new Set(productIds)];
    const found = await this.kit.ask(describeProducts, { account: accountOf(asked), ids }, { ...asked, caller: { kind: 'service', name: 'fleet' } });
    if (isRefusal(found)) return found;
    return found.filter((product) => !product.deleted).length === ids.length ? undefined : refuse('NOT_FOUND', 'Selected product not found');
  }
}

const centsOf = (price: number | null): number | null => (price === null ? null : toCents(price));
