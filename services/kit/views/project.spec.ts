import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventStore } from '../events/event-store.js';
import { Handler } from '../commands/handle.js';
import { openMemoryReadStore } from '../rows/memory-read-store.js';
import { openMongodbReadStore } from '../rows/mongodb-read-store.js';
import { openSqliteReadStore } from '../rows/sqlite-read-store.js';
import { Views } from './project.js';
import type { Projection } from './projection.js';
import type { ReadStore, Row } from '../rows/read-store.js';
import { openSqliteEventStore } from '../events/sqlite/sqlite-event-store.js';
import { standingClock, until } from '../testing.js';

type Sold = { type: 'Sold'; data: { machine: string; cents: number } };
interface Sum {
  cents: number;
  sales: number;
}
const sums: Projection<Sold, Sum> = {
  collection: 'sums', version: 1, orders: ['cents'], categories: ['till'],
  rows: (fact) => [{ account: fact.meta.account, id: fact.data.machine }],
  apply: (row, { data }) => ({ cents: (row?.cents ?? 0) + data.cents, sales: (row?.sales ?? 0) + 1 }),
};

describe('Views made of facts', () => {
  let events: EventStore;
  let rows: ReadStore;
  let views: Views;
  let told: { collection: string; row: Row }[];
  let sold = 0;
  const sell = async (account = 'acme', machine = 'm1', cents = 100): Promise<string> => {
    const decider = { category: 'till', initial: 0, decide: () => [{ type: 'Sold' as const, data: { machine, cents } }], evolve: (s: number) => s };
    const done = await new Handler(events, standingClock()).handle(decider, `${account}${sold++}`, {}, { commandId: `c${sold}`, account, actor: 'test', correlationId: 'test' });
    return 'position' in done ? done.position : '';
  };
  const open = (): Views => new Views(events, rows, (collection, row) => void told.push({ collection, row }));

  beforeEach(async () => {
    events = (await openSqliteEventStore(':memory:')).store;
    rows = openMemoryReadStore();
    told = [];
    views = open();
  });
  afterEach(async () => {
    await views.stop();
    await events.close();
  });

  it('are complete when they begin to answer, and show what is written once it is waited for', async () => {
    await sell();
    await views.run(sums);
    expect(await views.get(sums, 'acme', 'm1')).toEqual({ cents: 100, sales: 1 });
    await views.reached(sums, await sell());
    expect(await views.get(sums, 'acme', 'm1')).toEqual({ cents: 200, sales: 2 });
  });

  it('are there for whoever waits for them also where a screen could not be told', async () => {
    const troubles: string[] = [];
    const tooLarge = (_: string, { id }: Row): never => { throw new Error(`${id} does not go into one message`); };
    views = new Views(events, rows, tooLarge, { onTrouble: (_, error) => void troubles.push(String(error)) });
    await views.run(sums);
    views.tell();
    await views.reached(sums, await sell());
    expect(troubles).toEqual(['Error: m1 does not go into one message']);
  });

  it('say which of them cannot go on, and why, until it can', async () => {
    const troubles: string[] = [];
    let broken = true;
    views = new Views(events, rows, () => undefined, { onTrouble: (view, error) => void troubles.push(`${view}: ${String(error)}`) });
    const failing: typeof sums = { ...sums, apply(row, fact, id) {
      if (broken) throw new Error('This cannot be understood');
      return sums.apply(row, fact, id);
    } };
    await views.run(failing);
    const sold = await sell();
    await until('it is told', () => troubles.length > 1);
    broken = false;
    await views.reached(sums, sold);
    expect(new Set(troubles)).toEqual(new Set(['sums: Error: This cannot be understood']));
  });

  it('are of one moment when all of their rows are asked for, whatever is written meanwhile', async () => {
    const machines = (from: number, to: number): Row[] => Array.from({ length: to - from }, (_, n) => ({ account: 'acme', id: `m${String(from + n).padStart(5, '0')}`, view: { cents: from + n, sales: 1 }, position: '1' }));
    const { find } = rows;
    rows.find = async (...asked) => {
      const found = await find.apply(rows, asked) as never;
      await rows.save('sums@1.0', machines(0, 1), ''); // it comes before all others
      return found;
    };
    await views.run(sums);
    await rows.save('sums@1.0', machines(1, 6_001), '');
    const all = await views.all<Sum>(sums, 'acme', {}, { by: 'cents', order: 'asc' });
    expect(all.map(({ cents }) => cents)).toEqual(Array.from({ length: 6_000 }, (_, n) => n + 1));
  });

  it('show an organization its own rows only', async () => {
    await views.run(sums);
    await views.reached(sums, await sell('acme'));
    await views.reached(sums, await sell('rival', 'm1', 999));
    expect(await views.all(sums, 'acme')).toEqual([{ cents: 100, sales: 1 }]);
    expect(await views.all(sums, 'nobody')).toEqual([]);
  });

  it('go on where they were after a restart, counting nothing twice', async () => {
    await views.run(sums);
    await views.reached(sums, await sell());
    await views.stop();
    await sell();
    views = open();
    await views.run(sums);
    expect(await views.get(sums, 'acme', 'm1')).toEqual({ cents: 200, sales: 2 });
  });

  it('count nothing twice where rows are further than what was noted, as after a crash between the two', async () => {
    const first = await sell();
    await sell();
    await rows.prepare({ collection: 'sums@1.0', orders: sums.orders });
    await rows.save('sums@1.0', [{ account: 'acme', id: 'm1', view: { cents: 100, sales: 1 }, position: first }], '');
    await views.run(sums);
    expect(await views.get(sums, 'acme', 'm1')).toEqual({ cents: 200, sales: 2 });
  });

  it('count nothing twice with two runners side by side', async () => {
    await Promise.all([views.run(sums), open().run(sums)]);
    let last = '';
    for (let n = 0; n < 50; n++) last = await sell();
    await views.reached(sums, last);
    await until('both runners are through', async () => (await views.lag())[0]?.reached === last);
    expect(await views.get(sums, 'acme', 'm1')).toEqual({ cents: 5000, sales: 50 });
  });

  it('are made anew beside the old ones, which answer meanwhile, while sales go on', async () => {
    for (let n = 0; n < 200; n++) await sell('acme', `m${n % 7}`);
    await views.run(sums);
    const before = await views.all(sums, 'acme', {}, { by: 'cents', order: 'asc' });
    const rebuilding = views.rebuild('sums');
    expect(await views.all(sums, 'acme', {}, { by: 'cents', order: 'asc' })).toEqual(before);
    await Promise.all([rebuilding, sell('acme', 'm0')]);
    const last = await sell('acme', 'm0');
    await views.reached(sums, last);
    const all = await views.all<Sum>(sums, 'acme');
    expect(all.reduce((n, row) => n + row.sales, 0)).toBe(202);
    expect(all).toHaveLength(7);
  });

  it('are byte-equal when made anew', async () => {
    for (let n = 0; n < 300; n++) await sell(n % 2 ? 'acme' : 'rival', `m${n % 5}`, n);
    await views.run(sums);
    const all = async (): Promise<string> => JSON.stringify([await views.all(sums, 'acme'), await views.all(sums, 'rival')]);
    const before = await all();
    await views.rebuild('sums');
    expect(await all()).toBe(before);
  });

  it('that one copy makes anew are taken up by the others, which answer from the old ones until then', async () => {
    const clock = standingClock();
    rows = Object.assign(openMemoryReadStore(), { isShared: true });
    const [one, other] = [0, 1].map(() => new Views(events, rows, () => undefined, { clock })) as [Views, Views];
    await sell();
    for (const copy of [one, other]) {
      await copy.run(sums);
      copy.tell();
    }
    await rows.save('sums@1.0', [{ account: 'acme', id: 'm1', view: { cents: 7, sales: 1 }, position: '0000000000000001x' }], '');
    await one.rebuild('sums');
    expect([await one.get(sums, 'acme', 'm1'), await other.get(sums, 'acme', 'm1')]).toEqual([{ cents: 100, sales: 1 }, { cents: 7, sales: 1 }]);
    await other.reached(sums, await sell());
    await until('the other copy answers from the new ones', async () => (clock.pass(2_000), (await other.get<Sum>(sums, 'acme', 'm1'))?.cents === 200));
    await other.reached(sums, await sell());
    expect(await other.get(sums, 'acme', 'm1')).toEqual({ cents: 300, sales: 3 });
    await Promise.all([one.stop(), other.stop()]);
  });

  it('are made anew when their version is raised', async () => {
    await sell();
    await views.run(sums);
    await views.stop();
    views = open();
    const doubled: Projection<Sold, Sum> = { ...sums, version: 2, apply: (row, { data }) => ({ cents: (row?.cents ?? 0) + 2 * data.cents, sales: (row?.sales ?? 0) + 1 }) };
    await views.run(doubled);
    expect(await views.get(doubled, 'acme', 'm1')).toEqual({ cents: 200, sales: 1 });
  });

  const { MONGODB_URL } = process.env;
  if (!MONGODB_URL) process.stderr.write('Views made of facts, with rows on MongoDB: did not run, it needs MONGODB_URL\n');
  describe.each(['in memory', 'on disk', ...(MONGODB_URL ? ['on MongoDB'] : [])])('with rows %s', (where) => {
    let folder: string;
    beforeEach(async () => {
      folder = mkdtempSync(join(tmpdir(), 'larder-views-'));
      if (where === 'on disk') rows = await openSqliteReadStore(join(folder, 'views.db'));
      if (where === 'on MongoDB') rows = await openMongodbReadStore(String(MONGODB_URL), { database: `larder-${randomUUID().slice(0, 8)}` });
      views = open();
    });
    afterEach(async () => {
      await rows.close();
      rmSync(folder, { recursive: true });
    });
    const restarted = async (other: EventStore = events): Promise<void> => {
      await views.stop();
      if (other !== events) await events.close();
      events = other;
      views = open();
    };
    const anotherLog = async (): Promise<EventStore> => (await openSqliteEventStore(':memory:')).store;

    it('look at no fact again after a restart, be they concerned or not', async () => {
      for (let n = 0; n < 5; n++) await sell();
      await views.run(sums);
      await views.run({ ...sums, collection: 'visits', categories: ['visit'] });
      await restarted();
      const followed: string[] = [];
      const follow = events.follow.bind(events);
      events.follow = (after, ...more) => (followed.push(after), follow(after, ...more));
      await views.run(sums);
      await views.run({ ...sums, collection: 'visits', categories: ['visit'] });
      expect(followed).toEqual([await events.head(), await events.head()]);
      expect(await views.get(sums, 'acme', 'm1')).toEqual({ cents: 500, sales: 5 });
    });

    it('are made anew of a log that knows less than they do', async () => {
      for (let n = 0; n < 5; n++) await sell();
      await views.run(sums);
      await restarted(await anotherLog());
      sold = 0;
      await sell();
      await views.run(sums);
      expect(await views.all(sums, 'acme')).toEqual([{ cents: 100, sales: 1 }]);
    });

    it('are made anew of a log that went another way since', async () => {
      for (let n = 0; n < 5; n++) await sell();
      await views.run(sums);
      await restarted(await anotherLog());
      for (let n = 0; n < 7; n++) await sell('acme', 'm1', 200);
      await views.run(sums);
      expect(await views.all(sums, 'acme')).toEqual([{ cents: 1400, sales: 7 }]);
    });
  });

  it('tell screens what changes from now on, not what is old', async () => {
    await sell();
    await views.run(sums);
    views.tell();
    expect(told).toEqual([]);
    await views.reached(sums, await sell());
    expect(told).toMatchObject([{ collection: 'sums', row: { account: 'acme', id: 'm1', view: { cents: 200, sales: 2 } } }]);
  });
});
