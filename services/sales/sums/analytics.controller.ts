/** What operators ask of analytics. */
import { Controller } from '@nestjs/common';
import { listEntries, machinePerformance, salesHours, salesOverview, salesTrends, taxRates, topProducts } from '@larder/contracts/sales/analytics.js';
import { addDays, type Day } from '@larder/contracts/day.js';
import { salesLosses } from '@larder/contracts/sales/losses.js';
import { customReport, type ReportBy } from '@larder/contracts/sales/reports.js';
import { toAmount } from '@larder/contracts/money.js';
import { isRefusal, type Refusal } from '@larder/contracts/reply.js';
import type { In, Out } from '@larder/contracts/request.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { accountOf } from '@larder/kit/bus/asking.js';
import { Kit } from '@larder/kit/kit.js';
import { Answers } from '@larder/kit/bus/nest-bus.js';
import { accountDay, upToNow, type AccountDay } from './account-day.js';
import { bestMachines, bestProducts, byMachine, periodsOf, totalsOf, trendsOf } from './analyze.js';
import { Entries } from './entries.js';
import { saleView, type SaleRow } from '../sale-views.js';
import { DailySums } from './daily-sums.js';
import { byHour } from './hour-days.js';
import { readLosses, readLostByPlace } from './reading-losses.js';
import { soldAs } from './houses/sold-as.js';
import { asTaxDay, byRate } from './tax-days.js';
import { spansOf } from './periods.js';
import { addUp, objectionToSplit, type Source } from './report.js';
import { placesOf } from './houses/places.js';
import { readStays, writtenNow } from './houses/stays.js';
import { before, methodsOf, objectionTo, periodOf, profitCents, sum, type Period } from './summary.js';

/** More than the longest period. */
const DAYS_BEFORE = 62;
const TODAYS_PRODUCTS = 5;

interface Range extends AccountDay {
  account: string;
  /** As its sales have it; all machines without it. */
  machineId: string | undefined;
  period: Period;
  /** The days it is compared with. */
  earlier: Period;
  /** From the organization's midnight on. */
  justToday: Period;
  shown: Period & { timeZone: string; currency: string };
}

@Controller()
export class AnalyticsController {
  private readonly entries: Entries;
  private readonly sums: DailySums;

  constructor(private readonly kit: Kit) {
    this.entries = new Entries(kit);
    this.sums = new DailySums(kit.views);
  }

  @Answers(salesOverview)
  async overview({ groupBy, paymentMethod, ...asks }: In<typeof salesOverview>, asked: Asked): Promise<Out<typeof salesOverview> | Refusal> {
    const range = await this.range(asks, asked);
    if (isRefusal(range)) return range;
    const { account, machineId, period, earlier: daysBefore, justToday, shown, today } = range;
    const days = (of: Period) => this.sums.days(account, of, { machineId, paymentMethod });
    const [rows, earlier, now, sold, soldToday] = await Promise.all([days(period), days(daysBefore), days(justToday), this.sums.machineDays(account, period, { machineId, paymentMethod }), this.sums.productDays(account, justToday, { machineId })]);
    const { revenueCents, transactions } = sum(now);
    const machines = await bestMachines(await byMachine(sold, new Map())); // called as they were then
    return {
      ...shown, groupBy, summary: totalsOf(rows), previous: totalsOf(earlier), periods: periodsOf(period, groupBy, rows), methods: methodsOf(rows),
      todayStats: { day: today, revenue: toAmount(revenueCents), transactions, topProducts: bestProducts(soldToday).slice(0, TODAYS_PRODUCTS) },
      machines: machines.map(({ machineId, name, address }) => ({ machineId, name, address })),
    };
  }

  @Answers(salesTrends)
  async trends({ groupBy, ...asks }: In<typeof salesTrends>, asked: Asked): Promise<Out<typeof salesTrends> | Refusal> {
    const range = await this.range(asks, asked);
    if (isRefusal(range)) return range;
    const { account, machineId, period, shown } = range;
    const [rows, products] = await Promise.all([this.sums.days(account, { ...period, startDate: addDays(period.startDate, -DAYS_BEFORE) }, { machineId }), this.sums.productDays(account, period, { machineId })]);
    return { ...shown, groupBy, trends: trendsOf(period, groupBy, rows, products) };
  }

  @Answers(topProducts)
  async products(asks: In<typeof topProducts>, asked: Asked): Promise<Out<typeof topProducts> | Refusal> {
    const range = await this.range(asks, asked);
    return isRefusal(range) ? range : { ...range.shown, products: bestProducts(await this.sums.productDays(range.account, range.period, range)) };
  }

  @Answers(machinePerformance)
  async machines(asks: In<typeof machinePerformance>, asked: Asked): Promise<Out<typeof machinePerformance> | Refusal> {
    const range = await this.range(asks, asked);
    if (isRefusal(range)) return range;
    const { account, machineId, period, today, shown } = range;
    const stood = readStays(this.kit, account, asked);
    const [sold, stays, losses] = await Promise.all([this.sums.machineDays(account, period, { machineId }), stood, readLostByPlace(this.kit, { ...range, fromTheFirst: isFromTheFirst(asks) }, stood, asked)]);
    const soldBy = await byMachine(sold, stays);
    return { ...shown, machines: await bestMachines(soldBy), places: await placesOf(soldBy, stays, { period, today, losses }) };
  }

  @Answers(taxRates)
  async taxes(asks: In<typeof taxRates>, asked: Asked): Promise<Out<typeof taxRates> | Refusal> {
    const range = await this.range(asks, asked);
    if (isRefusal(range)) return range;
    const { account, machineId, period, shown } = range;
    const [sold, refunds, stays] = await Promise.all([this.sums.taxDays(account, period, { machineId }), this.entries.refunds(account, period, machineId), readStays(this.kit, account, asked)]);
    return { ...shown, ...(await byRate([...sold, ...refunds.map(asTaxDay)], stays)) };
  }

  @Answers(salesHours)
  async hours(asks: In<typeof salesHours>, asked: Asked): Promise<Out<typeof salesHours> | Refusal> {
    const range = await this.range(asks, asked);
    return isRefusal(range) ? range : { ...range.shown, ...byHour(await this.sums.hourDays(range.account, range.period, range)) };
  }

  @Answers(customReport)
  async report({ by, split, ...asks }: In<typeof customReport>, asked: Asked): Promise<Out<typeof customReport> | Refusal> {
    const objection = objectionToSplit({ by, split });
    if (objection) return objection;
    const range = await this.range(asks, asked);
    if (isRefusal(range)) return range;
    const days = await this.sums.days(range.account, range.period, range);
    const found = await addUp(this.reported(range, [by, split], asked), { by, split }, sum(days));
    return isRefusal(found) ? found : { ...range.shown, by, split, ...found };
  }

  /** The smallest sums that know what is asked for, a week at a time: of a year of many machines and products there are millions. */
  private async *reported({ account, period, machineId }: Range, asksFor: readonly (ReportBy | undefined)[], asked: Asked): AsyncGenerator<readonly Source[]> {
    const asks = (...some: ReportBy[]): boolean => some.some((one) => asksFor.includes(one));
    const { sums } = this;
    const chosen = { machineId };
    const writtenAs = asks('house') ? writtenNow(await readStays(this.kit, account, asked)) : undefined;
    for (const span of spansOf(period, 'week')) {
      if (writtenAs) yield (await sums.machineDays(account, span, chosen)).map(writtenAs);
      else if (!asks('product', 'category')) yield await (asks('machine') ? sums.machineDays(account, span, chosen) : sums.days(account, span, chosen));
      else if (!asks('machine')) yield await sums.productDays(account, span, chosen);
      else {
        const [rows, machines] = await Promise.all([sums.machineProductDays(account, span, chosen), sums.machineDays(account, span, chosen)]);
        const names = new Map(machines.map((row) => [row.machineId, row.machineName]));
        yield rows.map((row) => ({ ...row, machineName: names.get(row.machineId) }));
      }
    }
  }

  @Answers(salesLosses)
  async losses({ groupBy, lines: wantsLines, ...asks }: In<typeof salesLosses>, asked: Asked): Promise<Out<typeof salesLosses> | Refusal> {
    const range = await this.range(asks, asked);
    if (isRefusal(range)) return range;
    const { account, machineId, period, shown } = range;
    const [found, days] = await Promise.all([readLosses(this.kit, { ...range, groupBy, fromTheFirst: isFromTheFirst(asks), stays: wantsLines ? readStays(this.kit, account, asked) : undefined }, asked), this.sums.days(account, period, { machineId })]);
    if (isRefusal(found)) return found;
    return { ...shown, groupBy, profit: toAmount(profitCents(sum(days))), ...found };
  }

  @Answers(listEntries)
  async list({ startDate, endDate, timeframe, machineId, ...narrowed }: In<typeof listEntries>, asked: Asked): Promise<Out<typeof listEntries> | Refusal> {
    const range = await this.range({ startDate, endDate, timeframe, machineId }, asked);
    if (isRefusal(range)) return range;
    const { account, period, timeZone, shown } = range;
    const [page, stays] = await Promise.all([this.entries.page(account, period, timeZone, { ...narrowed, machineId: range.machineId }), readStays(this.kit, account, asked)]);
    return { ...shown, ...page, entries: page.entries.map(writtenNow(stays)) };
  }

  private async range({ startDate, endDate, timeframe, machineId }: In<typeof topProducts>, asked: Asked): Promise<Range | Refusal> {
    const account = accountOf(asked);
    const day = await accountDay(this.kit, account, asked);
    if (isRefusal(day)) return day;
    const first = timeframe === 'all' ? (startDate ?? (await this.firstDay(account, endDate ?? day.today))) : startDate;
    const whole = await upToNow(this.kit, account, day, asked);
    const chosen = periodOf(day.today, { startDate: first, endDate, timeframe: timeframe === 'all' ? undefined : timeframe });
    const period = whole(chosen);
    const soldBy = machineId && ((await soldAs(this.kit, this.sums, account, machineId, asked)) ?? machineId);
    return objectionTo(period) ?? { ...day, account, machineId: soldBy, period, earlier: before(chosen), justToday: whole({ startDate: day.today, endDate: day.today }), shown: { ...period, timeZone: day.timeZone, currency: day.currency } };
  }

  private async firstDay(account: string, latest: Day): Promise<Day> {
    const { rows: [first] } = await this.kit.views.find<SaleRow>(saleView, account, { sort: { by: 'when', order: 'asc' }, limit: 1 });
    return first && first.day < latest ? first.day : latest;
  }
}

const isFromTheFirst = ({ timeframe, startDate }: In<typeof topProducts>): boolean => timeframe === 'all' && startDate === undefined;
