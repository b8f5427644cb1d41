/** What a guest may read before taking anything: what is in the machine, what it costs in this visit, and which allergens it has. */
import { Controller } from '@nestjs/common';
import { describeProducts } from '@larder/contracts/catalog.js';
import { stockOf } from '@larder/contracts/fleet.js';
import { toAmount } from '@larder/contracts/money.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { In } from '@larder/contracts/request.js';
import { visitOffers, type VisitOffers } from '@larder/contracts/vending.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { Answers } from '@larder/kit/bus/nest-bus.js';
import { Kit } from '@larder/kit/kit.js';
import { session } from './session.js';
import { GUESTS, visitView, type Visit } from './visit-view.js';

type Offer = VisitOffers['offers'][number];

@Controller()
export class OffersController {
  constructor(private readonly kit: Kit) {}

  @Answers(visitOffers)
  async offers({ sessionId }: In<typeof visitOffers>, asked: Asked): Promise<VisitOffers | Refusal> {
    const visit = await this.kit.views.get<Visit>(visitView, GUESTS, sessionId);
    const { start } = visit ? await this.kit.look(session, sessionId, visit.account) : {};
    if (!visit || !start) return refuse('NOT_FOUND', 'No session found');
    const { account } = visit;
    const service = { ...asked, caller: { kind: 'service', name: 'vending' } } as const;
    const ids = [...new Set(start.offers.map(({ productId }) => productId))];
    const [products, stock] = await Promise.all([this.kit.ask(describeProducts, { account, ids }, service), this.kit.ask(stockOf, { account, machineId: start.machineId }, service)]);
    // Prices without allergens would read as if there were none.
    if (isRefusal(products)) return products;
    if (isRefusal(stock)) return stock;
    const allergens = new Map(products.map((product) => [product.productId, product.allergens]));
    const filled = new Set(stock.flatMap(({ slot, left }) => (left > 0 ? [slot] : [])));
    const lines = new Map<string, Offer>();
    for (const { slot, productId, name, category, priceCents } of start.offers) {
      const key = `${productId} ${priceCents}`;
      const soldOut = !filled.has(slot) && lines.get(key)?.soldOut !== false;
      lines.set(key, { name, category, price: toAmount(priceCents), allergens: [...(allergens.get(productId) ?? [])], soldOut });
    }
    const offers = [...lines.values()].sort((a, b) => a.category.localeCompare(b.category) || a.name.localeCompare(b.name) || a.price - b.price);
    return { currency: start.currency, offers };
  }
}
