/** For tests: counts what was bought in the logs themselves, once the processes that wrote them have ended: nothing lost, nothing twice. */
import { join } from 'node:path';
import type { AnyFact } from '@larder/contracts/fact.js';
import { openSqliteEventStore } from '@larder/kit/events/sqlite/sqlite-event-store.js';
import type { Purchase } from './guests.testing.js';

export interface Counted {
  /** Facts by what they are about: how often each visit was captured, entered as a sale, and each slot was emptied by one. */
  captured: Record<string, number>;
  paidAtProvider: Record<string, number>;
  sold: Record<string, number>;
  taken: Record<string, number>;
}

/** Rejects when a log is damaged. `folder` holds one folder of each service. */
export async function count(folder: string): Promise<Counted> {
  const vending = await factsOf(join(folder, 'vending', 'larder.db'));
  const sales = await factsOf(join(folder, 'sales', 'larder.db'));
  const fleet = await factsOf(join(folder, 'fleet', 'larder.db'));
  return {
    captured: tally(vending, 'PaymentCaptured', ({ sessionId }) => [sessionId, 1]),
    paidAtProvider: tally(vending, 'TestCheckoutSettled', ({ sessionId }) => [sessionId, 1]),
    sold: tally(sales, 'SaleRecorded', ({ reference }) => [reference, 1]),
    taken: tally(fleet, 'StockTaken', ({ machineId, slot, quantity }) => [`${machineId} ${slot}`, quantity]),
  };
}

/** What the same counts have to be, by what the guests were told. */
export function expected(bought: readonly Purchase[]): Counted {
  const once = Object.fromEntries(bought.map(({ sessionId }) => [sessionId, 1]));
  const taken: Record<string, number> = {};
  for (const { machineId, slots } of bought) for (const slot of slots) taken[`${machineId} ${slot}`] = (taken[`${machineId} ${slot}`] ?? 0) + 1;
  return { captured: once, paidAtProvider: once, sold: once, taken };
}

async function factsOf(file: string): Promise<AnyFact[]> {
  const { store } = await openSqliteEventStore(file);
  const facts: AnyFact[] = [];
  const following = store.follow('', undefined, async (more) => void facts.push(...more));
  await following.live;
  await following.stop();
  await store.close();
  return facts;
}

interface Told {
  sessionId: string;
  reference: string;
  machineId: string;
  slot: string;
  quantity: number;
}

function tally(facts: readonly AnyFact[], type: string, of: (data: Told) => [what: string, many: number]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const fact of facts) {
    if (fact.type !== type) continue;
    const [what, many] = of(fact.data as Told);
    counts[what] = (counts[what] ?? 0) + many;
  }
  return counts;
}
