/** What an older version has written is read by this one: the same facts make the same rows, and guests and operators go on where they were. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { issueCredential } from '@larder/contracts/device.js';
import type { AnyFact, Stored } from '@larder/contracts/fact.js';
import { isRefusal, type Refusal } from '@larder/contracts/reply.js';
import { listSales, refundSale } from '@larder/contracts/sales.js';
import { openSqliteEventStore } from '@larder/kit/events/sqlite/sqlite-event-store.js';
import { standingClock, until } from '@larder/kit/testing.js';
import type { AnyProjection } from '@larder/kit/views/projection.js';
import { SimulatedDevice } from '@larder/simulator/device.js';
import { buy } from '../buying.testing.js';
import { startLarder, type AddedMachine, type TestLarder } from '../testing.js';

type Written = Pick<AnyFact, 'stream' | 'id' | 'type' | 'data' | 'meta'>;
const read = <T>(name: string): T => JSON.parse(readFileSync(join(__dirname, name), 'utf8')) as T;
/** Of version 1.0.0 as it was in November 2026, without the persons: their keys are in no repository. An organization, a machine, guests, a refund, an alert, an import, a setup. */
const written = read<Written[]>('older-log.json');
/** What each view was when it was noted last. */
const noted = read<Record<string, Noted>>('older-log-views.json');
interface Noted {
  version: number;
  /** A hash over all rows. */
  rows: string;
}

const sorted = (_: string, value: unknown): unknown => (value !== null && typeof value === 'object' && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).sort()) : value);

function rowsOf(projection: AnyProjection): string {
  const rows = new Map<string, unknown>();
  const revisions = new Map<string, number>();
  for (const [n, fact] of written.entries()) {
    const revision = (revisions.get(fact.stream) ?? -1) + 1;
    revisions.set(fact.stream, revision);
    if (!projection.categories.includes(fact.stream.split('-')[0] as string)) continue;
    const stored = { ...fact, revision, position: String(n + 1).padStart(16, '0') } as Stored<{ type: string; data: unknown }>;
    for (const { account, id } of projection.rows(stored)) {
      const view = projection.apply(rows.get(`${account} ${id}`), stored, id);
      if (view === undefined) rows.delete(`${account} ${id}`);
      else rows.set(`${account} ${id}`, view);
    }
  }
  return JSON.stringify([...rows].sort(([one], [other]) => (one < other ? -1 : 1)), sorted);
}

describe('A log of an older version', () => {
  let larder: TestLarder;
  const lastAt = Math.max(...written.map(({ meta }) => Date.parse(meta.at)));
  const clock = standingClock(new Date(lastAt + 1_000).toISOString());
  const { data, meta: { account } } = written.find(({ type }) => type === 'MachineRegistered') as Written;
  const { machineId } = data as { machineId: string };

  beforeAll(async () => {
    const { store, bookmarks } = await openSqliteEventStore(':memory:');
    const ends = new Map<string, number>();
    for (const { stream, ...fact } of written) ends.set(stream, (await store.append(stream, ends.get(stream) ?? -1, [fact])).revision);
    const head = await store.head();
    // As it was left: everybody had heard everything.
    larder = await startLarder({ clock, events: store, bookmarks: { get: async (name) => (await bookmarks.get(name)) ?? head, set: bookmarks.set.bind(bookmarks), all: bookmarks.all.bind(bookmarks) } });
  }, 60_000);
  afterAll(() => larder.stop());

  const service = { caller: { kind: 'service' as const, name: 'test' }, commandId: 'test', correlationId: 'test' };
  const owner = (commandId: string) => ({ ...service, commandId, caller: { kind: 'user' as const, id: 'test', account, role: 'owner' as const, plan: 'enterprise' as const } });
  const sure = <T>(answer: T | Refusal): T => {
    if (isRefusal(answer)) throw new Error(answer.message);
    return answer;
  };

  it('makes the rows it made before, or the version of the view is another one: rows of before would stay as they were', () => {
    const { views } = larder.kit;
    const now = Object.fromEntries(views.collections().sort().map((collection): [string, Noted] => {
      const projection = views.projection(collection);
      return [collection, { version: projection.version, rows: createHash('sha256').update(rowsOf(projection)).digest('hex').slice(0, 16) }];
    }));
    expect(Object.keys(now).filter((view) => noted[view]?.version === now[view]?.version && noted[view]?.rows !== now[view]?.rows)).toEqual([]);
    // A new view, or one whose version was raised, is noted in older-log-views.json as it is here.
    expect(now).toEqual(noted);
  });

  it('is gone on with: the machine sells to its next guest, and what was sold before is given back', async () => {
    const sales = async () => sure(await larder.kit.ask(listSales, { limit: 100 }, owner('look'))).sales;
    const before = await sales();
    const secret = 'a secret of sixteen and more';
    sure(await larder.kit.ask(issueCredential, { machineId, account, secret }, service));
    const heard: AddedMachine['heard'] = [];
    const device = new SimulatedDevice({ machineId, secret, brokerUrl: larder.mqttUrl, epoch: '0b1c2d3e', now: () => clock.now().getTime(), obey: async (order) => ({ ok: heard.push(order) > 0 }) });
    await device.connect();
    const sessionId = await buy(larder, { machineId, secret, device, heard, products: {} });
    const bought = await until('it is listed with those of before', async () => (await sales()).find(({ id }) => id.includes(sessionId)));
    expect(bought).toMatchObject({ amount: 3, product: { name: 'Cola' } });
    const paid = written.flatMap(({ type, data: its }) => (type === 'SessionPaid' ? [(its as { sessionId: string }).sessionId] : []));
    const old = before.find(({ id, refundedAmount }) => refundedAmount === 0 && paid.some((visit) => id.includes(visit)));
    sure(await larder.kit.ask(refundSale, { id: old?.id ?? '', reason: 'Out of date' }, owner('refund')));
    await until('the provider has done it', async () => (await sales()).find(({ id }) => id === old?.id)?.refunded);
    expect(await sales()).toHaveLength(before.length + 1);
    expect((await Promise.all(larder.kit.deadLetters().map((letters) => letters.list()))).flat()).toEqual([]);
    await device.disconnect();
  });
});
