/** What operators ask about sales. */
import { createHash } from 'node:crypto';
import { Controller } from '@nestjs/common';
import { addDays, countDays, type Day } from '@larder/contracts/day.js';
import { toAmount, toCents } from '@larder/contracts/money.js';
import { visitsOfReference } from '@larder/contracts/vending/black-box.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { In, Out } from '@larder/contracts/request.js';
import { isInsider } from '@larder/contracts/roles.js';
import { listSales, machineRevenue, refundSale, salesSummary, soldThisMonth } from '@larder/contracts/sales.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { accountOf } from '@larder/kit/bus/asking.js';
import { causeOf, Kit } from '@larder/kit/kit.js';
import { Answers } from '@larder/kit/bus/nest-bus.js';
import { accountDay, upToNow } from './sums/account-day.js';
import { countedOf, latestSales, salesNamed } from './latest-sales.js';
import { present } from './present.js';
import { sale } from './sale.js';
import { saleView, type SaleRow } from './sale-views.js';
import { DailySums } from './sums/daily-sums.js';
import type { SaleTotal } from './sums/sale-totals.js';
import { soldAs } from './sums/houses/sold-as.js';
import { before, objectionTo, periodOf, sum, summarize, type DaySum, type Period } from './sums/summary.js';

@Controller()
export class SalesController {
  constructor(private readonly kit: Kit) {}

  @Answers(listSales)
  async list(query: In<typeof listSales>, asked: Asked): Promise<Out<typeof listSales> | Refusal> {
    const account = accountOf(asked);
    const settings = await accountDay(this.kit, account, asked);
    if (isRefusal(settings)) return settings;
    const { page, limit, paymentMethod, startDate, endDate, timeframe, transaction } = query;
    if (transaction) {
      const named = await this.named(account, transaction, asked);
      if (isRefusal(named)) return named;
      const counted = countedOf(named);
      return listed({ rows: named.slice((page - 1) * limit, page * limit), total: named.length, counted, days: lengthOf(counted) }, query, settings);
    }
    if (startDate && endDate && endDate < startDate) return refuse('BAD_INPUT', 'The end date is before the start date');
    const whole = await upToNow(this.kit, account, settings, asked);
    const period = startDate || endDate || timeframe ? whole(periodOf(settings.today, { startDate: startDate ?? (timeframe ? undefined : '0000-01-01'), endDate, timeframe })) : undefined;
    const sums = new DailySums(this.kit.views);
    const known = query.machineId && (await soldAs(this.kit, sums, account, query.machineId, asked));
    const machineId = known ?? query.machineId;
    const [{ rows, total }, counted] = await Promise.all([
      latestSales(this.kit.views, account, { machineId, paymentMethod, period, skip: (page - 1) * limit, limit }),
      period ? sums.days(account, period, { machineId, paymentMethod }) : sums.totals(account, { machineId, paymentMethod }),
    ]);
    const days = period && (startDate || timeframe) ? Math.max(1, countDays(period.startDate, period.endDate < settings.today ? period.endDate : settings.today)) : lengthOf(counted);
    return { ...listed({ rows, total, counted, days }, query, settings), ...(known && { machineId: known }) };
  }

  @Answers(salesSummary)
  async summary({ startDate, endDate, machineId: askedId, compare }: In<typeof salesSummary>, asked: Asked): Promise<Out<typeof salesSummary> | Refusal> {
    const account = accountOf(asked);
    const settings = await accountDay(this.kit, account, asked);
    if (isRefusal(settings)) return settings;
    const { today, timeZone, currency } = settings;
    const whole = await upToNow(this.kit, account, settings, asked);
    const chosen = periodOf(today, { startDate, endDate });
    const period = whole(chosen);
    const objection = objectionTo(period);
    if (objection) return objection;
    const daily = new DailySums(this.kit.viewsFor(asked));
    const machineId = askedId && ((await soldAs(this.kit, daily, account, askedId, asked)) ?? askedId);
    const days = (of: Period) => daily.days(account, of, { machineId });
    const [weekStart, monthStart] = [addDays(today, -6), `${today.slice(0, 8)}01`];
    const [sums, machines, products, earlier, lately] = await Promise.all([
      days(period), daily.machineDays(account, period, { machineId }), daily.productDays(account, period, { machineId }),
      compare === 'previous' ? days(before(chosen)) : undefined, days(whole({ startDate: weekStart < monthStart ? weekStart : monthStart, endDate: today })),
    ]);
    const since = (first: Day) => figures(lately.filter(({ day }) => day >= first));
    return { ...summarize(period, sums, machines, products), timeZone, currency, previous: earlier && figures(earlier), today: { day: today, ...since(today) }, week: since(weekStart), month: since(monthStart) };
  }

  @Answers(refundSale)
  async refund({ id, amount, reason }: In<typeof refundSale>, asked: Asked): Promise<Out<typeof refundSale> | Refusal> {
    const account = accountOf(asked);
    const settings = await accountDay(this.kit, account, asked);
    if (isRefusal(settings)) return settings;
    const [, saleId, line] = /^(.*)\.(\d+)$/.exec(id) ?? [];
    if (saleId === undefined) return refuse('NOT_FOUND', 'There is no such sale');
    const refundId = createHash('sha256').update(asked.commandId).digest('hex').slice(0, 24);
    const done = await this.kit.handle(sale, saleId, {
      type: 'RequestRefund', refundId, line: Number(line), amountCents: amount === undefined ? undefined : toCents(amount), reason,
      by: isInsider(asked.caller) ? asked.caller.id : '', at: this.kit.clock.now().toISOString(), day: settings.today,
    }, causeOf(asked, account));
    if (isRefusal(done)) return done;
    await this.kit.views.reached(saleView, done.position);
    const row = await this.kit.views.get<SaleRow>(saleView, account, id);
    return row ? { sale: present(row, settings.timeZone) } : refuse('NOT_FOUND', 'There is no such sale');
  }

  @Answers(soldThisMonth)
  async sold({ account }: In<typeof soldThisMonth>, asked: Asked): Promise<Out<typeof soldThisMonth> | Refusal> {
    const settings = await accountDay(this.kit, account, asked);
    if (isRefusal(settings)) return settings;
    const month = settings.today.slice(0, 8);
    return { transactions: await new DailySums(this.kit.views).soldHere(account, { startDate: `${month}01`, endDate: `${month}31` }) };
  }

  @Answers(machineRevenue)
  revenue({ account }: In<typeof machineRevenue>, asked: Asked): Promise<Out<typeof machineRevenue>> {
    return new DailySums(this.kit.viewsFor(asked)).revenue(account);
  }

  /** By the transaction, else by the payment. */
  private async named(account: string, transaction: string, asked: Asked): Promise<SaleRow[] | Refusal> {
    const rows = await salesNamed(this.kit.views, account, transaction);
    if (rows.length > 0) return rows;
    const visits = await this.kit.ask(visitsOfReference, { account, reference: transaction }, { ...asked, caller: { kind: 'service', name: 'sales' } });
    if (isRefusal(visits)) return visits;
    return (await Promise.all(visits.map((sessionId) => salesNamed(this.kit.views, account, sessionId)))).flat();
  }
}

interface FoundSales {
  /** Of the page. */
  rows: readonly SaleRow[];
  /** Lines of all pages, and what they come to. */
  total: number;
  counted: readonly (DaySum | SaleTotal)[];
  /** Over which the money of a day is averaged. */
  days: number;
}

function listed({ rows, total, counted, days }: FoundSales, { page, limit }: In<typeof listSales>, { timeZone, currency }: { timeZone: string; currency: string }): Out<typeof listSales> {
  const { revenueCents, refundedCents, transactions, quantity } = sum(counted);
  return {
    sales: rows.map((row) => present(row, timeZone)), total, page, pages: Math.ceil(total / limit), timeZone, currency,
    totalSales: transactions, totalRevenue: toAmount(revenueCents), totalRefunded: toAmount(refundedCents), totalQuantity: quantity, averageTransaction: transactions === 0 ? 0 : toAmount(Math.round(revenueCents / transactions)),
    analytics: { dailyAverage: toAmount(Math.round(revenueCents / days)) },
  };
}

/** Days from the first with a sale to the last. */
function lengthOf(counted: readonly (DaySum | SaleTotal)[]): number {
  const days = counted.flatMap((one) => ('day' in one ? [one.day] : [one.firstDay, one.lastDay])).sort();
  return days.length === 0 ? 1 : countDays(days[0] as Day, days[days.length - 1] as Day);
}

function figures(rows: readonly DaySum[]) {
  const { revenueCents, transactions, quantity } = sum(rows);
  return { revenue: toAmount(revenueCents), transactions, quantity };
}
