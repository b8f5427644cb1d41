import fc from 'fast-check';
import { openSqliteEventStore } from '../events/sqlite/sqlite-event-store.js';
import { openMemoryReadStore } from '../rows/memory-read-store.js';
import { Past } from './past.js';
import { Views } from './project.js';
import type { Projection } from './projection.js';
import { standingClock } from '../testing.js';

type Counted = { type: 'Counted'; data: { slot: string; change: number } };
const counts: Projection<Counted, { slot: string; left: number }> = {
  collection: 'counts', version: 1, orders: ['left'], categories: ['slot'],
  rows: ({ meta, data }) => [{ account: meta.account, id: data.slot }],
  // A slot that is empty is not listed.
  apply: (row, { data }) => ((row?.left ?? 0) + data.change === 0 ? undefined : { slot: data.slot, left: (row?.left ?? 0) + data.change }),
};
const anyProjection = counts as never;

const second = (n: number): string => new Date(Date.UTC(2026, 2, 1, 12, 0, n)).toISOString();
const happened = fc.record({ account: fc.constantFrom('acme', 'rival'), slot: fc.constantFrom('A1', 'A2', 'B1'), change: fc.integer({ min: -2, max: 3 }), at: fc.integer({ min: 0, max: 20 }) });

/** A log, its live views, and its past. */
async function open(facts: readonly { account: string; slot: string; change: number; at: number }[]) {
  const { store } = await openSqliteEventStore(':memory:');
  let revision = -1;
  for (const [n, { account, slot, change, at }] of facts.entries()) {
    ({ revision } = await store.append('slot-1', revision, [{ id: `f${n}`, type: 'Counted', data: { slot, change }, meta: { commandId: `c${n}`, account, actor: 'test', at: second(at), correlationId: 'test' } }]));
  }
  const views = new Views(store, openMemoryReadStore(), () => undefined);
  await views.run(anyProjection);
  return { store, views, past: new Past(store, standingClock(), () => anyProjection), close: () => views.stop().then(() => store.close()) };
}

describe('Views as they were', () => {
  it('are what the projection makes of the facts recorded by then, at every moment', () =>
    fc.assert(fc.asyncProperty(fc.array(happened, { maxLength: 25 }), fc.integer({ min: -1, max: 21 }), async (facts, at) => {
      const inOrder = facts.toSorted((a, b) => a.at - b.at);
      const all = await open(inOrder);
      const cut = await open(inOrder.filter((fact) => fact.at <= at));
      for (const account of ['acme', 'rival', 'nobody']) expect(await all.past.at(second(at)).all(counts, account, {}, { by: 'left', order: 'desc' })).toEqual(await cut.views.all(counts, account, {}, { by: 'left', order: 'desc' }));
      await Promise.all([all.close(), cut.close()]);
    }), { numRuns: 60 }));

  it('are the live ones when the moment is the last', async () => {
    const { views, past, close } = await open([{ account: 'acme', slot: 'A1', change: 3, at: 1 }, { account: 'acme', slot: 'B1', change: 1, at: 2 }, { account: 'acme', slot: 'A1', change: -1, at: 3 }]);
    expect(await past.at(second(3)).find(counts, 'acme', { filter: { left: { $gte: 2 } } })).toEqual(await views.find(counts, 'acme', { filter: { left: { $gte: 2 } } }));
    expect(await past.at(second(3)).get(counts, 'acme', 'A1')).toEqual({ slot: 'A1', left: 2 });
    expect(await past.at(second(2)).get(counts, 'acme', 'A1')).toEqual({ slot: 'A1', left: 3 });
    await close();
  });

  it('are made once of a moment that is over, as long as few others are asked about, and again where that failed', async () => {
    const { store, close } = await open([{ account: 'acme', slot: 'A1', change: 3, at: 1 }]);
    const clock = standingClock(second(60));
    let [made, fails] = [0, true];
    const past = new Past(store, clock, () => {
      if (fails) throw new Error('Not now');
      made += 1;
      return anyProjection;
    });
    const at = (n: number) => past.at(second(n)).get(counts, 'acme', 'A1');
    await expect(at(1)).rejects.toThrow('Not now');
    fails = false;
    expect([await at(1), await at(1), made]).toEqual([{ slot: 'A1', left: 3 }, { slot: 'A1', left: 3 }, 1]);
    for (let n = 2; n < 14; n++) await at(n);
    await at(1);
    expect(made).toBe(14);
    await close();
  });

  it('have in them what was recorded at the moment and came into the log a little later', async () => {
    const { store, close } = await open([{ account: 'acme', slot: 'A1', change: 3, at: 1 }]);
    const past = new Past(store, standingClock(second(2)), () => anyProjection);
    const now = () => past.at(second(1)).get(counts, 'acme', 'A1');
    expect(await now()).toEqual({ slot: 'A1', left: 3 });
    await store.append('slot-1', 0, [{ id: 'late', type: 'Counted', data: { slot: 'A1', change: -1 }, meta: { commandId: 'late', account: 'acme', actor: 'test', at: second(1), correlationId: 'test' } }]);
    expect(await now()).toEqual({ slot: 'A1', left: 2 });
    await close();
  });

  it('answer many who ask at once about many moments', async () => {
    const { past, close } = await open(Array.from({ length: 20 }, (_, at) => ({ account: 'acme', slot: 'A1', change: 1, at })));
    const answers = await Promise.all(Array.from({ length: 20 }, async (_, at) => (await past.at(second(at)).get<{ left: number }>(counts, 'acme', 'A1'))?.left));
    expect(answers).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
    await close();
  });
});
