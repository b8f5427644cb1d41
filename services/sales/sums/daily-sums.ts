/** Reads daily sums, from the smallest rows that can answer. */
import type { Reader } from '@larder/kit/views/project.js';
import type { Filter } from '@larder/kit/rows/read-store.js';
import type { PaymentMethod } from '@larder/contracts/vending.js';
import { machineDayView, productDayView, type MachineDay, type ProductDay } from '../sale-views.js';
import { saleDayView } from './sale-days.js';
import type { DaySum, Period } from './summary.js';

interface Chosen {
  machineId?: string;
  paymentMethod?: PaymentMethod;
}

/** In the order of days; of all days without a period. */
export class DailySums {
  constructor(private readonly views: Reader) {}

  days = (account: string, period: Period | undefined, chosen: Chosen = {}): Promise<DaySum[]> =>
    this.views.all<DaySum>(chosen.machineId ? machineDayView : saleDayView, account, { ...filter(chosen), ...within(period) }, inOrder);

  machineDays = (account: string, period: Period, chosen: Chosen = {}): Promise<MachineDay[]> => this.views.all<MachineDay>(machineDayView, account, { ...filter(chosen), ...within(period) }, inOrder);

  productDays = (account: string, period: Period, { machineId }: Pick<Chosen, 'machineId'> = {}): Promise<ProductDay[]> =>
    this.views.all<ProductDay>(productDayView, account, { ...filter({ machineId }), ...within(period) }, inOrder);
}

const inOrder = { by: 'day', order: 'asc' } as const;
const filter = ({ machineId, paymentMethod }: Chosen): Filter => ({ ...(machineId && { machineId }), ...(paymentMethod && { method: paymentMethod }) });
const within = (period?: Period): Filter => (period ? { day: { $gte: period.startDate, $lte: period.endDate } } : {});
