import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Decider } from './decider.js';
import type { EventStore } from '../events/event-store.js';
import { openSqliteEventStore } from '../events/sqlite/sqlite-event-store.js';
import { Handler, type Cause } from './handle.js';
import { openMemoryReadStore } from '../rows/memory-read-store.js';
import { openSqliteReadStore } from '../rows/sqlite-read-store.js';
import type { ReadStore } from '../rows/read-store.js';
import { Snapshots } from './snapshots.js';
import { standingClock, until } from '../testing.js';

type Added = { type: 'Added'; data: { amount: number } };
const sum: Decider<number, Added, { total: number }> = {
  category: 'sum',
  snapshots: 1,
  initial: { total: 0 },
  decide: (amount) => (amount === 0 ? [] : [{ type: 'Added', data: { amount } }]),
  evolve: ({ total }, { data: { amount } }) => ({ total: total + amount }),
};
const cause = (commandId: string): Cause => ({ commandId, account: 'acme', actor: 'test', correlationId: 'test' });

describe.each(['memory', 'SQLite'])('Snapshots of long streams, in %s', (kind) => {
  let events: EventStore;
  let rows: ReadStore;
  let folder: string;
  const troubles: unknown[] = [];
  const onTrouble = (error: unknown): void => void troubles.push(error);
  /** What was read of streams, from which revision on. */
  let readFrom: (number | undefined)[];

  beforeEach(async () => {
    events = (await openSqliteEventStore(':memory:')).store;
    folder = mkdtempSync(join(tmpdir(), 'larder-snapshots-'));
    rows = kind === 'memory' ? openMemoryReadStore() : await openSqliteReadStore(join(folder, 'views.db'), { onTrouble, onBroken: onTrouble });
    troubles.length = 0;
    const read = events.read.bind(events);
    jest.spyOn(events, 'read').mockImplementation((stream, from) => {
      readFrom.push(from);
      return read(stream, from);
    });
    readFrom = [];
  });
  afterEach(async () => {
    expect(troubles).toEqual([]);
    await rows.close();
    await events.close();
    rmSync(folder, { recursive: true });
  });

  /** A process that is started on the same stores. */
  async function started(): Promise<Handler> {
    const snapshots = new Snapshots(rows, events, (_, error) => onTrouble(error), 10);
    await snapshots.prepare();
    readFrom = [];
    return new Handler(events, standingClock(), snapshots);
  }
  const add = async (handler: Handler, from: number, to: number, id = 'a'): Promise<void> => {
    for (let n = from; n <= to; n++) await handler.handle(sum, id, n, cause(`c${n}`));
  };
  const keptOf = async (stream: string) => (await rows.load('snapshots', [{ account: '', id: stream }]))[0]?.view as { revision: number; pieces: string[] } | undefined;
  const keptAt = async (stream: string): Promise<number | undefined> => (await keptOf(stream))?.revision;
  const piecesOf = async (stream: string): Promise<string[]> => (await keptOf(stream))?.pieces ?? [];
  const isKept = (revision: number): Promise<true> => until('the snapshot is kept', async () => (await keptAt('sum-a')) === revision);

  it('are where the next process reads on, and nothing is missing', async () => {
    await add(await started(), 1, 25);
    await isKept(20);
    const next = await started();
    expect(await next.look(sum, 'a', 'acme')).toEqual({ total: 325 });
    expect(readFrom).toEqual([20, 21]);
    expect(await next.look(sum, 'a', 'rival')).toEqual({ total: 0 });
  });

  it('know every command that was handled before, in whichever process', async () => {
    await add(await started(), 1, 15);
    await isKept(10);
    await add(await started(), 16, 35);
    await isKept(30);
    const pieces = await rows.load('snapshots', (await piecesOf('sum-a')).map((id) => ({ account: '', id })));
    const eightBytesEach = pieces.map(({ view }) => Buffer.from((view as { handled: string }).handled, 'base64').length / 8);
    expect(eightBytesEach.reduce((all, commands) => all + commands)).toBe(31);
    const next = await started();
    await add(next, 1, 35);
    expect(await next.look(sum, 'a')).toEqual({ total: 630 });
    expect(await events.read('sum-a')).toHaveLength(35);
  });

  it('hold no commands where the decider tells repeats by itself', async () => {
    /** What is added counts up: anything up to the total is a repeat. */
    const counted: typeof sum = { ...sum, knowsRepeats: true, decide: (to, { total }) => (to <= total ? [] : [{ type: 'Added', data: { amount: to - total } }]) };
    const count = async (handler: Handler, to: number): Promise<void> => {
      for (let n = 1; n <= to; n++) await handler.handle(counted, 'a', n, cause(`c${n}`));
    };
    await count(await started(), 25);
    await isKept(20);
    expect((await rows.load('snapshots', [{ account: '', id: 'sum-a' }]))[0]?.view).toMatchObject({ state: { total: 21 }, pieces: [] });
    const next = await started();
    await count(next, 30);
    expect(await next.look(counted, 'a')).toEqual({ total: 30 });
    expect(await events.read('sum-a')).toHaveLength(30);
  });

  it('of two processes at the same time hold what either did', async () => {
    const [here, there] = [await started(), await started()];
    for (let n = 1; n <= 60; n++) await (n % 3 === 0 ? here : there).handle(sum, 'a', n, cause(`c${n}`));
    await until('both are kept', async () => ((await keptAt('sum-a')) ?? 0) >= 50);
    const next = await started();
    await add(next, 1, 60);
    expect(await events.read('sum-a')).toHaveLength(60);
    expect(await next.look(sum, 'a')).toEqual({ total: 1830 });
  });

  it('of another version of the decider, or of a log with other facts, are not used', async () => {
    await add(await started(), 1, 12);
    await isKept(10);
    expect(await (await started()).look({ ...sum, snapshots: 2, evolve: ({ total }, { data }) => ({ total: total + 2 * data.amount }) }, 'a')).toEqual({ total: 156 });

    const kept = events;
    events = (await openSqliteEventStore(':memory:')).store;
    await add(new Handler(events, standingClock()), 2, 13);
    expect(await (await started()).look(sum, 'a')).toEqual({ total: 90 });
    await kept.close();
  });

  it('with a piece missing are not used', async () => {
    await add(await started(), 1, 12);
    await isKept(10);
    const [piece = ''] = await piecesOf('sum-a');
    await rows.save('snapshots', [{ account: '', id: piece, view: undefined, position: '9' }], '');
    const next = await started();
    await add(next, 1, 12);
    expect(await next.look(sum, 'a')).toEqual({ total: 78 });
  });

  it('of a log that was restored, and goes on with other facts, know its commands and no others', async () => {
    await add(await started(), 1, 35);
    await isKept(30);
    await events.close();
    events = (await openSqliteEventStore(':memory:')).store;
    await add(await started(), 101, 160);
    await isKept(50);
    const next = await started();
    await add(next, 101, 160);
    expect(await events.read('sum-a')).toHaveLength(60);
    await add(next, 1, 35);
    expect(await events.read('sum-a')).toHaveLength(95);
  });

  it('are not kept of short streams, nor of those that ask for none', async () => {
    const handler = await started();
    await add(handler, 1, 9);
    for (let n = 1; n <= 30; n++) await handler.handle({ ...sum, snapshots: undefined }, 'b', n, cause(`c${n}`));
    await add(handler, 1, 12, 'c');
    await until('the third is kept', async () => (await keptAt('sum-c')) === 10);
    expect(await keptAt('sum-a')).toBeUndefined();
    expect(await keptAt('sum-b')).toBeUndefined();
  });
});
