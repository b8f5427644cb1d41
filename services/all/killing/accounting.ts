/** After a run: what machines did and guests paid, held against the log. Nothing may be missing, nothing there twice. */
import type { DeviceEvent } from '@larder/contracts/device.js';
import type { AnyFact } from '@larder/contracts/fact.js';
import { openSqliteEventStore } from '@larder/kit/events/sqlite/sqlite-event-store.js';
import { eventsIn } from '@larder/simulator/kept-outbox.js';
import type { Purchases } from './guests.js';

export interface Told {
  machineId: string;
  /** What the machine kept. */
  file: string;
  purchases: Purchases;
}
export interface Figures {
  purchases: number;
  visitsWithoutPurchase: number;
  events: number;
  lost: number;
  doubled: number;
  gaps: number;
  /** Items reported after the guest had given up; the operator is told. */
  notCharged: number;
  wrong: string[];
}

interface Reported { epoch: string; sequence: number }

/** @param logs the SQLite files of the logs, their processes ended */
export async function account(logs: readonly string[], machines: readonly Told[]): Promise<Figures> {
  const facts: AnyFact[] = [];
  for (const log of logs) {
    const { store } = await openSqliteEventStore(log);
    facts.push(...(await everything(store)));
    await store.close();
  }
  const of = (type: string, key: string, value: string): AnyFact[] => facts.filter((fact) => fact.type === type && (fact.data as Record<string, unknown>)[key] === value);
  const figures: Figures = { purchases: 0, visitsWithoutPurchase: 0, events: 0, lost: 0, doubled: 0, gaps: 0, notCharged: 0, wrong: [] };
  for (const { machineId, file, purchases } of machines) {
    const journal = facts.filter(({ stream }) => stream === `journal-${machineId}`);
    if (of('DeviceCopyFound', 'machineId', machineId).length > 0) figures.wrong.push(`${machineId}: taken for two boards`);
    figures.gaps += journal.filter(({ type }) => type === 'DeviceGapFound').length;
    const events = eventsIn(file);
    compare(events, journal.filter(({ type }) => !type.startsWith('DeviceGap')).map(({ data }) => data as unknown as Reported), figures);
    figures.visitsWithoutPurchase += purchases.ended.length;
    for (const sid of purchases.paid) {
      figures.purchases++;
      const taken = unitsOf(events, sid);
      const [sales, paid] = [of('SaleRecorded', 'reference', sid), of('SessionPaid', 'sessionId', sid)];
      const unplaced = of('UnplacedItemReported', 'sessionId', sid).length;
      const sold = sales.flatMap(({ data }) => (data as unknown as { lines: { quantity: number }[] }).lines).reduce((sum, { quantity }) => sum + quantity, 0);
      if (sales.length !== 1 || paid.length !== 1 || unplaced > 0 || sold !== taken) figures.wrong.push(`${sid}: ${taken} taken, ${sold} sold in ${sales.length} sales, paid ${paid.length} times, ${unplaced} not placed`);
    }
    for (const sid of purchases.ended) {
      figures.notCharged += of('UnplacedItemReported', 'sessionId', sid).length;
      if (of('SaleRecorded', 'reference', sid).length > 0) figures.wrong.push(`${sid}: sold, though the guest was told otherwise`);
    }
  }
  return figures;
}

function compare(events: readonly DeviceEvent[], journal: readonly Reported[], figures: Figures): void {
  const times = new Map<string, number>();
  for (const { epoch, sequence } of journal) times.set(`${epoch}:${sequence}`, (times.get(`${epoch}:${sequence}`) ?? 0) + 1);
  for (const { e, s } of events) {
    const stored = times.get(`${e}:${s}`) ?? 0;
    figures.events++;
    if (stored === 0) figures.lost++;
    if (stored > 1) figures.doubled++;
  }
  const order = journal.map(({ sequence }) => sequence);
  if (order.some((sequence, n) => sequence !== n + 1)) figures.wrong.push('a journal is not in the order of its machine');
  if (journal.length > events.length) figures.wrong.push('a journal has what its machine never kept');
}

const unitsOf = (events: readonly DeviceEvent[], sid: string): number => events.reduce((sum, event) => (event.t === 'taken' && event.sid === sid ? sum + event.n : sum), 0);

async function everything(store: Awaited<ReturnType<typeof openSqliteEventStore>>['store']): Promise<AnyFact[]> {
  const facts: AnyFact[] = [];
  const following = store.follow('', undefined, async (some) => void facts.push(...some));
  await following.live;
  await following.stop();
  return facts;
}
