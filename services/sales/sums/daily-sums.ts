/** Reads sums, from the smallest rows that can answer. */
import type { Reader } from '@larder/kit/views/reader.js';
import type { Filter } from '@larder/kit/rows/read-store.js';
import type { PaymentMethod } from '@larder/contracts/vending.js';
import { machineDayView, productDayView, type MachineDay, type ProductDay, type ProductSum } from '../sale-views.js';
import { hourDayView, type HourDay } from './hour-days.js';
import type { UnitsSold } from './losses.js';
import { productSumView } from './product-sums.js';
import { saleDayView, type SaleDay } from './sale-days.js';
import { saleTotalView, type SaleTotal } from './sale-totals.js';
import { taxDayView, type TaxDay } from './tax-days.js';
import type { DaySum, Period } from './summary.js';

interface Chosen {
  machineId?: string | undefined;
  paymentMethod?: PaymentMethod;
}

/** Days are in their order. */
export class DailySums {
  constructor(private readonly views: Reader) {}

  /** All time, a row for each method. */
  async totals(account: string, { machineId = '', paymentMethod }: Chosen): Promise<SaleTotal[]> {
    const rows = await this.views.all<SaleTotal>(saleTotalView, account, { machineId });
    return rows.filter(({ method }) => paymentMethod === undefined || method === paymentMethod);
  }

  /** All-time revenue in cents by machine. */
  async revenue(account: string): Promise<Record<string, number>> {
    const sums = new Map<string, number>(); // a machine may be called `constructor`
    for (const { machineId, revenueCents } of await this.views.all<SaleTotal>(saleTotalView, account, { machineId: { $gt: '' } })) sums.set(machineId, (sums.get(machineId) ?? 0) + revenueCents);
    return Object.fromEntries(sums);
  }

  /** The machine that has sold under an id, also when upper and lower case differ. */
  async machine(account: string, asked: string): Promise<string | undefined> {
    if ((await this.totals(account, { machineId: asked })).length > 0) return asked;
    return Object.keys(await this.revenue(account)).find((id) => id.toLowerCase() === asked.toLowerCase());
  }

  days = (account: string, period: Period, chosen: Chosen = {}): Promise<DaySum[]> =>
    this.views.all<DaySum>(chosen.machineId ? machineDayView : saleDayView, account, { ...filter(chosen), ...within(period) }, inOrder);

  /** Purchases of a period, without those that another system has sold. */
  async soldHere(account: string, period: Period): Promise<number> {
    const rows = await this.views.all<SaleDay>(saleDayView, account, within(period));
    return rows.reduce((total, { transactions, importedTransactions }) => total + transactions - importedTransactions, 0);
  }

  machineDays = (account: string, period: Period, chosen: Chosen = {}): Promise<MachineDay[]> => this.views.all<MachineDay>(machineDayView, account, { ...filter(chosen), ...within(period) }, inOrder);

  productDays = (account: string, period: Period, { machineId }: Pick<Chosen, 'machineId'> = {}): Promise<ProductSum[]> =>
    this.views.all<ProductSum>(machineId ? productDayView : productSumView, account, { ...filter({ machineId }), ...within(period) }, inOrder);

  /** By machine, too, also where none is chosen. */
  machineProductDays = (account: string, period: Period, { machineId }: Pick<Chosen, 'machineId'> = {}): Promise<ProductDay[]> =>
    this.views.all<ProductDay>(productDayView, account, { ...filter({ machineId }), ...within(period) }, inOrder);

  async unitsSold(account: string, period: Period, chosen: Pick<Chosen, 'machineId'>): Promise<UnitsSold> {
    const [products, machines] = await Promise.all([this.productDays(account, period, chosen), this.machineDays(account, period, chosen)]);
    return { products: unitsBy(products, ({ productId }) => productId), machines: unitsBy(machines, ({ machineId }) => machineId) };
  }

  /** Sales alone. */
  taxDays = (account: string, period: Period, { machineId }: Pick<Chosen, 'machineId'> = {}): Promise<TaxDay[]> =>
    this.views.all<TaxDay>(taxDayView, account, { ...filter({ machineId }), ...within(period) }, inOrder);

  hourDays = (account: string, period: Period, { machineId = '' }: Pick<Chosen, 'machineId'> = {}): Promise<HourDay[]> =>
    this.views.all<HourDay>(hourDayView, account, { machineId, ...within(period) }, inOrder);
}

function unitsBy<Row extends { quantity: number }>(rows: readonly Row[], key: (row: Row) => string): Map<string, number> {
  const units = new Map<string, number>();
  for (const row of rows) units.set(key(row), (units.get(key(row)) ?? 0) + row.quantity);
  return units;
}

const inOrder = { by: 'day', order: 'asc' } as const;
const filter = ({ machineId, paymentMethod }: Chosen): Filter => ({ ...(machineId && { machineId }), ...(paymentMethod && { method: paymentMethod }) });
const within = ({ startDate, endDate }: Period): Filter => ({ day: { $gte: startDate, $lte: endDate } });
