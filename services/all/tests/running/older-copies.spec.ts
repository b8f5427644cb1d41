/** While a service is updated copies of before hear facts that they do not understand, and write rows that the new ones share: a view that makes more of a fact than it did has another version, and with it rows of its own. */
import { productView } from '@larder/catalog/product-view.js';
import type { AnyFact } from '@larder/contracts/fact.js';
import { lossView } from '@larder/fleet/losses/loss-view.js';
import { stayView } from '@larder/fleet/stays/stay-view.js';
import { openSqliteEventStore } from '@larder/kit/events/sqlite/sqlite-event-store.js';
import { openMemoryReadStore } from '@larder/kit/rows/memory-read-store.js';
import { Views } from '@larder/kit/views/project.js';
import type { AnyProjection } from '@larder/kit/views/projection.js';

type Told = Pick<AnyFact, 'type' | 'data'>;
const registered = (address: string): Told => ({ type: 'MachineRegistered', data: { machineId: 'VM-1', name: 'Lobby', address, timeZone: 'UTC', currency: 'USD', origin: 'operator' } });
const described: Told = { type: 'ProductAdded', data: { productId: 'p1', sku: 'COLA', name: 'Cola', category: 'Drinks', priceCents: 250, costCents: 100, weightGrams: 330, isActive: true } };
const without = (field: string) => ({ type, data }: Told): Told => ({ type, data: Object.fromEntries(Object.entries(data as object).filter(([name]) => name !== field)) });

/** What a version of a view did not understand, and what it would have to be told to make the same of it now. */
const learnt: [what: string, view: AnyProjection, version: number, facts: readonly Told[], older: (fact: Told) => Told | undefined][] = [
  ['a product that was restored', productView, 4, [described, { type: 'ProductDeleted', data: { productId: 'p1' } }, { type: 'ProductRestored', data: { productId: 'p1' } }], (fact) => (fact.type === 'ProductRestored' ? undefined : fact)],
  ['what left after the visit', lossView, 1, [{ type: 'StockTaken', data: { machineId: 'VM-1', slot: 'A1', productId: 'p1', maxQuantity: 10, left: 7, quantity: 1, sessionId: 's1', afterEnd: true } }], without('afterEnd')],
  ['the first address', stayView, 1, [registered(''), { type: 'MachineChanged', data: { machineId: 'VM-1', name: 'Lobby', address: '12 Ocean Avenue', timeZone: 'UTC' } }], (fact) => (fact.type === 'MachineRegistered' ? registered('somewhere') : fact)],
];

it.each(learnt)('%s is in the rows of those who understand it, whoever heard it first', async (_, view, version, facts, older) => {
  const { store } = await openSqliteEventStore(':memory:');
  const meta = { account: 'acme', actor: 'test', at: '2026-03-01T12:00:00.000Z', correlationId: 'test' };
  for (const [n, { type, data }] of facts.entries()) await store.append(`${view.categories[0] as string}-1`, n - 1, [{ id: `fact ${n}`, type, data: data as Record<string, unknown>, meta: { ...meta, commandId: `c${n}` } }]);
  const before: AnyProjection = { ...view, version, apply: (row, fact, id) => {
    const heard = older(fact);
    return heard ? view.apply(row, { ...fact, ...heard } as typeof fact, id) : row;
  } };
  const rowsOf = async (copy: AnyProjection, rows = openMemoryReadStore()): Promise<unknown[]> => {
    const views = new Views(store, rows, () => undefined);
    await views.run(copy);
    const found = await views.all(view, 'acme');
    await views.stop();
    return found;
  };
  const shared = openMemoryReadStore();
  const understood = await rowsOf(view);
  expect(await rowsOf(before, shared)).not.toEqual(understood);
  expect(await rowsOf(view, shared)).toEqual(understood);
  await store.close();
});
