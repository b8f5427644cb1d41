/** What is asked about single products. */
import { Controller } from '@nestjs/common';
import { describeProducts } from '@larder/contracts/catalog.js';
import { PACE_DAYS, soldLately } from '@larder/contracts/fleet/pace.js';
import { PRODUCT_DAYS, productSales, productTotals } from '@larder/contracts/sales/product-sales.js';
import { addDays } from '@larder/contracts/day.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { In, Out } from '@larder/contracts/request.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { accountOf } from '@larder/kit/bus/asking.js';
import { Kit } from '@larder/kit/kit.js';
import { Answers } from '@larder/kit/bus/nest-bus.js';
import { someAtATime } from '@larder/kit/turns/some-at-a-time.js';
import type { ProductSum } from './sale-views.js';
import { accountDay, upToNow, type AccountDay } from './sums/account-day.js';
import { latelyView, soldWithin, type Lately } from './sums/lately.js';
import { daysOfProduct, productSumView, totalsByProduct } from './sums/product-sums.js';
import type { Period } from './sums/summary.js';

/** Somebody may have hundreds. */
const MACHINES_AT_ONCE = 50;

@Controller()
export class ProductSalesController {
  constructor(private readonly kit: Kit) {}

  @Answers(productSales)
  async sales({ id }: In<typeof productSales>, asked: Asked): Promise<Out<typeof productSales> | Refusal> {
    const account = accountOf(asked);
    const [settings, found] = await Promise.all([
      accountDay(this.kit, account, asked), this.kit.ask(describeProducts, { account, ids: [id] }, { ...asked, caller: { kind: 'service', name: 'sales' } }),
    ]);
    if (isRefusal(settings)) return settings;
    if (isRefusal(found)) return found;
    if (found.length === 0) return refuse('NOT_FOUND', 'Product not found');
    const { timeZone, currency } = settings;
    const period = await this.lastDays(account, settings, asked);
    return { ...period, timeZone, currency, ...daysOfProduct(period, await this.sums(account, period, asked, { productId: id })) };
  }

  @Answers(productTotals)
  async totals({ account }: In<typeof productTotals>, asked: Asked): Promise<Out<typeof productTotals> | Refusal> {
    const settings = await accountDay(this.kit, account, asked);
    return isRefusal(settings) ? settings : totalsByProduct(await this.sums(account, await this.lastDays(account, settings, asked), asked));
  }

  @Answers(soldLately)
  async lately({ account, machineId, since = {} }: In<typeof soldLately>, asked: Asked): Promise<Out<typeof soldLately> | Refusal> {
    const settings = await accountDay(this.kit, account, asked);
    if (isRefusal(settings)) return settings;
    const rows = machineId === undefined ? await this.kit.views.all<Lately>(latelyView, account) : [await this.kit.views.get<Lately>(latelyView, account, machineId)];
    const [period, moved] = [await this.lastDays(account, settings, asked, PACE_DAYS), new Map(Object.entries(since))];
    return someAtATime(rows.filter((row) => row !== undefined), MACHINES_AT_ONCE, (some) => soldWithin(some, period, moved));
  }

  private async lastDays(account: string, day: AccountDay, asked: Asked, days = PRODUCT_DAYS): Promise<Period> {
    const whole = await upToNow(this.kit, account, day, asked);
    return whole({ startDate: addDays(day.today, 1 - days), endDate: day.today });
  }

  private sums(account: string, { startDate, endDate }: Period, asked: Asked, filter: object = {}): Promise<ProductSum[]> {
    return this.kit.viewsFor(asked).all<ProductSum>(productSumView, account, { ...filter, day: { $gte: startDate, $lte: endDate } }, { by: 'day', order: 'asc' });
  }
}
