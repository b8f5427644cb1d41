/** What an organization calls today, and in which currency it counts. */
import { dayIn, type Day } from '@larder/contracts/day.js';
import { accountSettings } from '@larder/contracts/organization.js';
import { isRefusal, type Refusal } from '@larder/contracts/reply.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import type { Kit } from '@larder/kit/kit.js';

export interface AccountDay {
  name: string;
  timeZone: string;
  currency: string;
  today: Day;
}

export async function accountDay(kit: Kit, account: string, asked: Asked): Promise<AccountDay | Refusal> {
  const settings = await kit.askLately(accountSettings, { account }, { ...asked, caller: { kind: 'service', name: 'sales' } });
  return isRefusal(settings) ? settings : { ...settings, today: dayIn(settings.timeZone, kit.momentOf(asked)) };
}
