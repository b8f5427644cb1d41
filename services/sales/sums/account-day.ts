/** What an organization calls today, and in which currency it counts. */
import { dayIn, type Day } from '@larder/contracts/day.js';
import { accountSettings } from '@larder/contracts/identity/organization.js';
import { isRefusal, type Refusal } from '@larder/contracts/reply.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import type { Kit } from '@larder/kit/kit.js';
import { saleDayView } from './sale-days.js';
import type { DaySum, Period } from './summary.js';

export interface AccountDay {
  name: string;
  timeZone: string;
  currency: string;
  today: Day;
}

/** Of the moment that is asked about; while identity is away, by what it said in the five minutes before. */
export async function accountDay(kit: Kit, account: string, asked: Asked): Promise<AccountDay | Refusal> {
  const settings = await kit.askLately(accountSettings, { account }, { ...asked, caller: { kind: 'service', name: 'sales' } });
  return isRefusal(settings) ? settings : { ...settings, today: dayIn(settings.timeZone, kit.momentOf(asked)) };
}

/** Sales lie on the day that the machine's own clock shows, which may be tomorrow's here: a period that ends today goes on to the last of them. */
export async function upToNow(kit: Kit, account: string, { today }: Pick<AccountDay, 'today'>, asked: Asked): Promise<(period: Period) => Period> {
  const { rows: [latest] } = await kit.viewsFor(asked).find<DaySum>(saleDayView, account, { filter: { day: { $gt: today } }, sort: { by: 'day', order: 'desc' }, limit: 1 });
  return (period) => (latest && period.endDate === today ? { ...period, endDate: latest.day } : period);
}
