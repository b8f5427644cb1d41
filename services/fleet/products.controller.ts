/** Where a product is. */
import { Controller } from '@nestjs/common';
import { describeProducts } from '@larder/contracts/catalog.js';
import { toAmount } from '@larder/contracts/money.js';
import { productMachines, type ProductMachine } from '@larder/contracts/sales/product-sales.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { In } from '@larder/contracts/request.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { accountOf } from '@larder/kit/bus/asking.js';
import { Kit } from '@larder/kit/kit.js';
import { Answers } from '@larder/kit/bus/nest-bus.js';
import { someAtATime } from '@larder/kit/turns/some-at-a-time.js';
import { machine } from './machine.js';
import { machineView, type MachineRow } from './machine-view.js';
import { Presenting } from './presenting.js';

/** Streams that are read side by side. */
const AT_ONCE = 50;

@Controller()
export class ProductsController {
  constructor(private readonly kit: Kit, private readonly presenting: Presenting) {}

  @Answers(productMachines)
  async machines({ id, now }: In<typeof productMachines>, asked: Asked): Promise<ProductMachine[] | Refusal> {
    const account = accountOf(asked);
    const found = await this.kit.ask(describeProducts, { account, ids: [id] }, { ...asked, caller: { kind: 'service', name: 'fleet' } });
    if (isRefusal(found)) return found;
    const [product] = found;
    if (!product) return refuse('NOT_FOUND', 'Product not found');
    const isNow = asked.asOf === undefined;
    const lowStockPercent = await this.presenting.lowStockPercent(account, asked);
    const rows = await this.kit.viewsFor(asked).all<MachineRow>(machineView, account, {}, { by: 'nameKey', order: 'asc' });
    const held = now ? await this.asTheyAre(rows, account) : rows;
    return held.flatMap((row) => row.slots.filter((slot) => slot.productId === id).map(({ slot, left, maxQuantity, priceCents }) => ({
      machineId: row.machineId, name: row.name, address: row.address, status: this.presenting.statusOf(row, isNow).status, isOnline: this.presenting.statusOf(row, isNow).isOnline,
      currency: row.registered?.currency ?? 'USD', slot, quantity: left, maxQuantity, lowStockPercent,
      price: toAmount(priceCents ?? product.priceCents), ownPrice: priceCents === null ? null : toAmount(priceCents),
    })));
  }

  private asTheyAre(rows: readonly MachineRow[], account: string): Promise<MachineRow[]> {
    return someAtATime(rows, AT_ONCE, (some) => Promise.all(some.map(async (row) => ({ ...row, slots: (await this.kit.look(machine, row.machineId, account)).slots }))));
  }
}
