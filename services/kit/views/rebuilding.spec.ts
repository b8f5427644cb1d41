import type { EventStore } from '../events/event-store.js';
import { openSqliteEventStore } from '../events/sqlite/sqlite-event-store.js';
import { openMemoryReadStore } from '../rows/memory-read-store.js';
import type { ReadStore } from '../rows/read-store.js';
import { standingClock, until } from '../testing.js';
import { Views } from './project.js';
import type { Projection } from './projection.js';

type Sold = { type: 'Sold'; data: object };
const count: Projection<Sold, { sales: number }> = {
  collection: 'count', version: 1, orders: [], categories: ['till'],
  rows: () => [{ account: 'acme', id: 'all' }],
  apply: (row) => ({ sales: (row?.sales ?? 0) + 1 }),
};

describe('A view that is made anew', () => {
  let events: EventStore;
  let rows: ReadStore;
  let views: Views;
  let sold: number;
  let told: number;
  const sell = async (): Promise<string> => {
    const meta = { commandId: `c${(sold += 1)}`, account: 'acme', actor: 'test', at: '2026-03-01T12:00:00.000Z', correlationId: 'test' };
    return (await events.append('till-1', sold - 2, [{ id: `sale ${sold}`, type: 'Sold', data: {}, meta }])).position;
  };
  const shown = async (copy = views): Promise<number | undefined> => (await copy.get<{ sales: number }>(count, 'acme', 'all'))?.sales;

  beforeEach(async () => {
    [sold, told] = [0, 0];
    events = (await openSqliteEventStore(':memory:')).store;
    rows = openMemoryReadStore();
    views = new Views(events, rows, () => void (told += 1));
    await sell();
    await views.run(count);
  });
  afterEach(async () => {
    await views.stop();
    await events.close();
  });

  it('answers those who waited for what was to come', async () => {
    const next = String(Number(await events.head()) + 1).padStart(16, '0');
    const waiting = views.reached(count, next);
    await views.rebuild('count');
    expect(await sell()).toBe(next);
    await waiting;
    expect(await shown()).toBe(2);
  });

  it('tells screens nothing but what happens meanwhile and then', async () => {
    views.tell();
    await views.rebuild('count');
    expect(told).toBe(0);
    await views.reached(count, await sell());
    expect(told).toBe(1);
  });

  it('has nothing in it of one that was broken off before', async () => {
    await rows.prepare({ collection: 'count@1.1', orders: [] });
    await rows.save('count@1.1', [{ account: 'acme', id: 'left over', view: { sales: 7 }, position: '1' }], '');
    await views.rebuild('count');
    expect(await views.all(count, 'acme')).toEqual([{ sales: 1 }]);
  });

  it('never shows less than the one before did', async () => {
    const save = rows.save.bind(rows);
    const held: (() => void)[] = [];
    rows.save = async (collection, ...saved) => {
      if (collection === 'count@1.1') await new Promise<void>((go) => held.push(go));
      return save(collection, ...saved);
    };
    const rebuilding = views.rebuild('count');
    await until('it has begun', () => held.length === 1);
    await views.reached(count, await sell());
    held[0]?.();
    await until('it has all that was there when it began', () => held.length === 2);
    for (let turns = 0; turns < 10; turns++) await new Promise(setImmediate);
    expect(await shown()).toBe(2);
    held[1]?.();
    await rebuilding;
    expect(await shown()).toBe(2);
  });

  it('is made once for all who ask meanwhile: who fills rows that another one has just emptied would count from there', async () => {
    const [save, prepare] = [rows.save.bind(rows), rows.prepare.bind(rows)];
    let saves = 0;
    let goOn = (): void => undefined;
    const mayGoOn = new Promise<void>((go) => (goOn = go));
    rows.save = async (collection, ...saved) => {
      await save(collection, ...saved);
      if (collection === 'count@1.1' && (saves += 1) === 1) await mayGoOn;
    };
    rows.prepare = async (shape) => {
      await prepare(shape);
      if (shape.collection !== 'count@1.1' || saves === 0) return;
      goOn();
      await until('the first has gone on', () => saves === 2);
    };
    for (let n = 0; n < 600; n++) await sell(); // more than are read at once
    await views.reached(count, await events.head());
    const first = views.rebuild('count');
    await until('it has begun', () => saves === 1);
    const again = views.rebuild('count');
    for (let turns = 0; turns < 10; turns++) await new Promise(setImmediate);
    goOn();
    await Promise.all([first, again]);
    expect(await shown()).toBe(601);
  });

  it('writes nothing any more once it has failed, and can be asked for again', async () => {
    const save = rows.save.bind(rows);
    rows.save = async (collection, ...saved) => {
      if (collection === 'generations') throw new Error('The primary has stepped down');
      return save(collection, ...saved);
    };
    await expect(views.rebuild('count')).rejects.toThrow('The primary has stepped down');
    const wrote: string[] = [];
    rows.save = async (collection, ...saved) => (wrote.push(collection), save(collection, ...saved));
    await views.reached(count, await sell());
    for (let turns = 0; turns < 10; turns++) await new Promise(setImmediate);
    expect(wrote).toEqual(['count@1.0']);
    await views.rebuild('count');
    expect(await shown()).toBe(2);
  });

  it('takes no rows away from a copy that was faster, which goes on with those that came last', async () => {
    const clock = standingClock();
    rows = Object.assign(openMemoryReadStore(), { isShared: true });
    const [one, other] = [0, 1].map(() => new Views(events, rows, () => undefined, { clock })) as [Views, Views];
    for (const copy of [one, other]) {
      await copy.run(count);
      copy.tell();
    }
    await one.rebuild('count');
    const drop = jest.spyOn(rows, 'drop');
    await other.rebuild('count');
    expect(drop.mock.calls).not.toContainEqual(['count@1.1']);
    expect([await shown(one), await shown(other)]).toEqual([1, 1]);
    await rows.save('count@1.2', [{ account: 'acme', id: 'all', view: { sales: 7 }, position: '0000000000000001x' }], '');
    await until('it does', async () => (clock.pass(2_000), (await shown(one)) === 7));
    await Promise.all([one.stop(), other.stop()]);
  });
});
