import { isRefusal, refuse } from '@larder/contracts/reply.js';
import { isPassing } from '../aside/passing.js';
import { never, type Decider } from './decider.js';
import type { EventStore } from '../events/event-store.js';
import { Handler, type Cause } from './handle.js';
import { openSqliteEventStore } from '../events/sqlite/sqlite-event-store.js';
import { standingClock } from '../testing.js';

type Counted = { type: 'Counted'; data: { to: number } };
const counter: Decider<{ most: number }, Counted, number> = {
  category: 'counter',
  initial: 0,
  decide: ({ most }, state) => (state >= most ? refuse('CONFLICT', 'Enough') : [{ type: 'Counted', data: { to: state + 1 } }]),
  evolve: (_, fact) => fact.data.to,
};
const cause = (commandId: string, account = 'acme'): Cause => ({ commandId, account, actor: 'test', correlationId: 'test' });

describe('Handling commands', () => {
  let events: EventStore;
  beforeEach(async () => {
    events = (await openSqliteEventStore(':memory:')).store;
  });
  afterEach(() => events.close());
  const handler = (): Handler => new Handler(events, standingClock());

  it('reads, decides and appends with who, when and why', async () => {
    await handler().handle(counter, 'a', { most: 9 }, cause('c1'));
    expect(await events.read('counter-a')).toMatchObject([{ type: 'Counted', data: { to: 1 }, revision: 0, meta: { commandId: 'c1', account: 'acme', at: '2026-03-01T12:00:00.000Z' } }]);
  });

  it('gives the same command one effect, also after a restart and at the same time', async () => {
    const first = handler();
    await Promise.all([first.handle(counter, 'a', { most: 9 }, cause('c1')), first.handle(counter, 'a', { most: 9 }, cause('c1')), handler().handle(counter, 'a', { most: 9 }, cause('c1'))]);
    const again = await handler().handle(counter, 'a', { most: 9 }, cause('c1'));
    expect(isRefusal(again) ? again : again.state).toBe(1);
    expect(await events.read('counter-a')).toHaveLength(1);
  });

  it('tells which commands have led to something, also after a restart', async () => {
    await handler().handle(counter, 'a', { most: 1 }, cause('c1'));
    await handler().handle(counter, 'a', { most: 1 }, cause('c2'));
    expect(await Promise.all([['a', 'c1'], ['a', 'c2'], ['b', 'c1']].map(([id = '', command = '']) => handler().hasHandled(counter, id, command)))).toEqual([true, false, false]);
  });

  it('loses no command and decides each on what is so, with many at once in several processes', async () => {
    const processes = [handler(), handler(), handler()];
    const done = await Promise.all(Array.from({ length: 90 }, (_, n) => (processes[n % 3] as Handler).handle(counter, 'a', { most: 40 }, cause(`c${n}`))));
    expect(done.filter(isRefusal)).toHaveLength(50);
    expect((await events.read('counter-a')).map((fact) => (fact.data as { to: number }).to)).toEqual(Array.from({ length: 40 }, (_, n) => n + 1));
  });

  it('does not decide on what it remembers when somebody else has moved the stream on', async () => {
    const [here, there] = [handler(), handler()];
    await here.handle(counter, 'a', { most: 2 }, cause('c1'));
    await there.handle(counter, 'a', { most: 2 }, cause('c2'));
    expect(await here.handle(counter, 'a', { most: 2 }, cause('c3'))).toMatchObject({ refused: 'CONFLICT' });
    expect(await here.look(counter, 'a')).toBe(2);
  });

  it('does not take what it learns between deciding and appending for what it has decided on', async () => {
    const [here, there] = [handler(), handler()];
    await here.handle(counter, 'a', { most: 2 }, cause('c1'));
    const done = await here.handle(counter, 'a', { most: 2 }, cause('c3'), async () => {
      await there.handle(counter, 'a', { most: 2 }, cause('c2'));
      await here.look(counter, 'a');
      return { landed: () => undefined, takenBack: () => undefined };
    });
    expect(done).toMatchObject({ refused: 'CONFLICT' });
    expect((await events.read('counter-a')).map((fact) => (fact.data as { to: number }).to)).toEqual([1, 2]);
  });

  it('treats a stream of another organization as one that is not there', async () => {
    await handler().handle(counter, 'a', { most: 9 }, cause('c1'));
    expect(await handler().handle(counter, 'a', { most: 9 }, cause('c2', 'rival'))).toMatchObject({ refused: 'NOT_FOUND' });
    expect(await handler().look(counter, 'a', 'rival')).toBe(0);
    expect(await events.read('counter-a')).toHaveLength(1);
  });

  it('changes nothing where a newer version has written, and reads on there for settings alone: whoever tries is told, and tries again', async () => {
    const picky: typeof counter = { ...counter, evolve: (state, fact) => (fact.type === 'Counted' ? fact.data.to : never(fact as never)) };
    await handler().handle(picky, 'a', { most: 9 }, cause('c1'));
    await events.append('counter-a', 0, [{ id: crypto.randomUUID(), type: 'CountedFaster', data: {}, meta: { ...cause('newer'), at: '2026-03-01T12:00:00.000Z' } }]);
    const after = handler();
    await expect(after.look(picky, 'a')).rejects.toThrow('A newer version of Larder has changed this');
    expect(await after.look({ ...picky, readsOn: true }, 'a')).toBe(1);
    const refused = after.handle(picky, 'a', { most: 9 }, cause('c2'));
    await expect(refused).rejects.toThrow('A newer version of Larder has changed this');
    expect(isPassing(await refused.catch((error: unknown) => error))).toBe(true);
    expect(await after.handle(picky, 'a', { most: 9 }, cause('c1'))).toMatchObject({ facts: [], state: 1 });
    expect(await events.read('counter-a')).toHaveLength(2);
  });

  it('tells of a fact that it knows and cannot do with', async () => {
    const broken: typeof counter = { ...counter, evolve: () => never({ type: 'TillClaimed' } as never) };
    await events.append('counter-a', -1, [{ id: crypto.randomUUID(), type: 'TillClaimed', data: {}, meta: { ...cause('c1'), at: '2026-03-01T12:00:00.000Z' } }]);
    await expect(handler().look(broken, 'a')).rejects.toThrow('Not handled');
  });

  it('learns each fact once, however many look while others add to it, and reads the beginning once', async () => {
    const tally: typeof counter = { ...counter, evolve: (state) => state + 1 };
    const [here, there] = [handler(), handler()];
    await here.handle(tally, 'a', { most: 99 }, cause('c0'));
    const read = jest.spyOn(events, 'read');
    const looks = Array.from({ length: 60 }, async (_, n) => {
      if (n % 3 === 0) await (n % 2 ? here : there).handle(tally, 'a', { most: 99 }, cause(`c${n + 1}`));
      return here.look(tally, 'a');
    });
    for (const looked of await Promise.all(looks)) expect(looked).toBeLessThanOrEqual(21);
    expect(await here.look(tally, 'a')).toBe(21);
    expect(await events.read('counter-a')).toHaveLength(21);
    read.mockClear();
    await Promise.all(Array.from({ length: 20 }, () => here.look(tally, 'a')));
    expect(read.mock.calls.map(([, from]) => from)).toEqual(Array(20).fill(21));
    await there.handle(tally, 'a', { most: 99 }, cause('c99'));
    expect(await Promise.all([here.look(tally, 'a'), here.look(tally, 'a')])).toEqual([22, 22]);
  });

  it('answers a position at which views show the outcome', async () => {
    const done = await handler().handle(counter, 'a', { most: 9 }, cause('c1'));
    expect(isRefusal(done) ? undefined : done.position).toBe(await events.head());
  });
});
