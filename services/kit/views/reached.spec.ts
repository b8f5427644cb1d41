import type { EventStore } from '../events/event-store.js';
import { openSqliteEventStore } from '../events/sqlite/sqlite-event-store.js';
import { isOf, readCheckpoint, toCheckpoint } from './reached.js';

describe('A view goes on from where it was', () => {
  let events: EventStore;
  beforeEach(async () => {
    events = (await openSqliteEventStore(':memory:')).store;
    await events.append('till-1', -1, ['one', 'two'].map((id) => ({ id, type: 'Sold', data: {}, meta: { commandId: id, account: 'acme', actor: 'test', at: '2026-03-01T12:00:00.000Z', correlationId: 'test' } })));
  });
  afterEach(() => events.close());

  const [first, second, third] = [1, 2, 3].map((n) => String(n).padStart(16, '0')) as [string, string, string];
  const witness = { position: first, stream: 'till-1', revision: 0, id: 'one' };

  it('only in a log that has the fact it has seen, under its id and at its place', async () => {
    expect(await isOf(events, { position: second, witness })).toBe(true);
    expect(await isOf(events, { position: second, witness: { ...witness, id: 'another' } })).toBe(false);
    expect(await isOf(events, { position: second, witness: { ...witness, position: second } })).toBe(false);
    expect(await isOf(events, { position: second, witness: { ...witness, stream: 'till-2' } })).toBe(false);
  });

  it('only in a log that reaches as far as it has looked', async () => {
    expect(await isOf(events, { position: third, witness })).toBe(false);
    expect([await isOf(events, { position: second }), await isOf(events, { position: third })]).toEqual([true, false]);
  });

  it('by what is kept with its rows, also by an earlier version', () => {
    expect(readCheckpoint(toCheckpoint(second, witness))).toEqual({ position: second, witness });
    expect(readCheckpoint(second)).toEqual({ position: second });
  });
});
