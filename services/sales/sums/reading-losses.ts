/** Puts losses together: fleet knows them, catalog knows what the goods were worth, and what was sold beside them lies here. */
import type { Grouping } from '@larder/contracts/sales/analytics.js';
import { MOST_DESCRIBED, worthOver, type Worth } from '@larder/contracts/catalog.js';
import { addDays, MOST_DAYS, type Day } from '@larder/contracts/day.js';
import { lossesBetween, type LossesBetween, type SalesLosses } from '@larder/contracts/sales/losses.js';
import { isRefusal, type Refusal } from '@larder/contracts/reply.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import type { Kit } from '@larder/kit/kit.js';
import { DailySums } from './daily-sums.js';
import { lossesOf, lostByPlace, type LostThere } from './losses.js';
import type { Stays } from './houses/stays.js';
import type { Period } from './summary.js';

/** Whoever looks at what was sold waits no longer for what was lost. */
const BESIDE_SALES_MS = 5_000;

interface Asks {
  account: string;
  period: Period;
  /** All before the period as well: goods may be lost before anything is sold. */
  fromTheFirst?: boolean;
  timeZone: string;
  /** There; where a machine stands it may be tomorrow already. */
  today: Day;
  machineId?: string | undefined;
}

/** Those of a period, from the first day and up to the last on which there is one; or why they cannot be said now. Who wants to know where says where machines stood. */
export async function readLosses(kit: Kit, { groupBy, stays, ...asks }: Asks & { groupBy: Grouping; stays?: Promise<Stays> | undefined }, asked: Asked): Promise<Omit<SalesLosses, 'timeZone' | 'currency' | 'groupBy' | 'profit'> | Refusal> {
  const { account, period, machineId } = asks;
  const [known, sold] = await Promise.all([find(kit, asks, asked), new DailySums(kit.views).unitsSold(account, period, { machineId })]);
  if (isRefusal(known)) return known;
  const { found, products } = known;
  const whole = { startDate: found.losses.reduce((first, { day }) => (day < first ? day : first), period.startDate), endDate: found.losses.reduce((latest, { day }) => (day > latest ? day : latest), period.endDate) };
  return { ...whole, ...(await lossesOf(whole, groupBy, found, products, sold, await stays)) };
}

/** Those of the same range, by where each machine stood; nothing while they cannot be said: what was sold there is told all the same, and soon. */
export async function readLostByPlace(kit: Kit, asks: Asks, stays: Promise<Stays>, asked: Asked): Promise<LostThere[] | undefined> {
  const known = await find(kit, asks, asked, BESIDE_SALES_MS);
  return isRefusal(known) ? undefined : lostByPlace(known.found, known.products, await stays);
}

async function find(kit: Kit, { account, period, fromTheFirst = false, timeZone, today, machineId }: Asks, asked: Asked, timeoutMs?: number): Promise<{ found: LossesBetween; products: Worth[] } | Refusal> {
  const byUs: Asked = { ...asked, caller: { kind: 'service', name: 'sales' } };
  const last = period.endDate === today ? addDays(today, 1) : period.endDate;
  const found = await kit.ask(lossesBetween, { account, startDate: fromTheFirst ? addDays(last, 2 - MOST_DAYS) : period.startDate, endDate: last, timeZone, machineId }, byUs, timeoutMs, timeoutMs !== undefined);
  if (isRefusal(found)) return found;
  const products = await worthOf(kit, account, [...new Set(found.losses.map(({ productId }) => productId))], byUs, timeoutMs);
  return isRefusal(products) ? products : { found, products };
}

async function worthOf(kit: Kit, account: string, ids: readonly string[], asked: Asked, timeoutMs?: number): Promise<Worth[] | Refusal> {
  const asks = Array.from({ length: Math.ceil(ids.length / MOST_DESCRIBED) }, (_, n) => ids.slice(n * MOST_DESCRIBED, (n + 1) * MOST_DESCRIBED));
  const answers = await Promise.all(asks.map((some) => kit.ask(worthOver, { account, ids: some }, asked, timeoutMs, timeoutMs !== undefined)));
  return answers.find(isRefusal) ?? answers.flatMap((some) => (isRefusal(some) ? [] : some));
}
