import type { AnyFact } from '@larder/contracts/fact.js';
import type { EventStore, NewFact } from '../events/event-store.js';
import { openSqliteEventStore } from '../events/sqlite/sqlite-event-store.js';
import { Handler, type Foretell } from '../commands/handle.js';
import type { Decider } from '../commands/decider.js';
import { openMemoryReadStore } from '../rows/memory-read-store.js';
import type { Row } from '../rows/read-store.js';
import { standingClock, until } from '../testing.js';
import { Views } from './project.js';
import type { Projection } from './projection.js';

type Put = { type: 'Put'; data: { basket: string; what: string } };
const basket: Decider<string, Put, string[]> = {
  category: 'basket', initial: [],
  decide: (what, held) => [{ type: 'Put', data: { basket: 'b', what: `${held.length + 1} ${what}` } }],
  evolve: (held, { data }) => [...held, data.what],
};
const baskets: Projection<Put, { holds: string[] }> = {
  collection: 'baskets', version: 1, orders: [], categories: ['basket', 'gift'], isShownAhead: true,
  rows: ({ data }) => [{ account: 'acme', id: data.basket }],
  apply: (row, { data }) => ({ holds: [...(row?.holds ?? []), data.what] }),
};

describe('What is shown ahead of the log', () => {
  let events: EventStore;
  /** Lets an append go on that waits, or has it fail. */
  let waiting: ((failed?: Error) => void)[];
  let slow: EventStore;
  let views: Views;
  let shown: string[];
  let handler: Handler;
  let commands = 0;

  beforeEach(async () => {
    events = (await openSqliteEventStore(':memory:')).store;
    waiting = [];
    slow = Object.create(events, {
      append: { value: (stream: string, expected: number, facts: readonly NewFact[]) => new Promise<void>((go, fail) => waiting.push((failed) => (failed ? fail(failed) : go()))).then(() => events.append(stream, expected, facts)) },
    }) as EventStore;
    shown = [];
    views = new Views(events, openMemoryReadStore(), (_, { view }: Row) => void shown.push((view as { holds: string[] } | undefined)?.holds.join(', ') ?? ''));
    handler = new Handler(slow, standingClock());
    await views.run(baskets);
    views.tell();
  });
  afterEach(async () => {
    await views.stop();
    await events.close();
  });

  const keep = (what: string, foretell?: Foretell) => handler.handle(basket, 'b', what, { commandId: `c${(commands += 1)}`, account: 'acme', actor: 'test', correlationId: 'test' }, foretell);
  const put = (what: string) => keep(what, views.foretell);
  const appended = async (count = 1): Promise<void> => {
    await until('the append waits', () => waiting.length >= count);
    for (const go of waiting.splice(0, count)) go();
  };
  const kept = async (): Promise<string[]> => (await events.read('basket-b')).map((fact: AnyFact) => (fact.data as Put['data']).what);

  it('is what was decided, before it lies in the log; the view then says the same, for who has come meanwhile', async () => {
    const done = put('cola');
    await until('it is shown', () => shown.length > 0);
    expect([shown, await kept()]).toEqual([['1 cola'], []]);
    await appended();
    await done;
    await views.reached(baskets, await events.head());
    expect([shown, await kept()]).toEqual([['1 cola', '1 cola'], ['1 cola']]);
  });

  it('is never less than was shown before, however late the view comes', async () => {
    const done = Promise.all([put('cola'), put('water'), put('nuts')]);
    await appended();
    await appended();
    await appended();
    await done;
    await views.reached(baskets, await events.head());
    await until('all of it is shown', () => shown.at(-1) === '1 cola, 2 water, 3 nuts');
    expect([...new Set(shown)]).toEqual(['1 cola', '1 cola, 2 water', '1 cola, 2 water, 3 nuts']);
    expect(shown).toEqual(shown.toSorted((a, b) => a.length - b.length));
  });

  it('is taken back when it does not come to lie there', async () => {
    const first = put('cola');
    await appended();
    await first;
    await views.reached(baskets, await events.head());
    const second = put('water').catch((error: unknown) => String(error));
    await until('it is shown', () => shown.at(-1) === '1 cola, 2 water');
    await until('the append waits', () => waiting.length > 0);
    waiting.shift()?.(new Error('The disk is full'));
    expect(await second).toBe('Error: The disk is full');
    await until('what lies there is shown', () => shown.at(-1) === '1 cola');
    const third = put('nuts');
    await until('what is decided next builds on that', () => shown.at(-1) === '1 cola, 2 nuts');
    await appended();
    await third;
  });

  it('is nothing where a view cannot go on, and nobody waits for that', async () => {
    const apply = jest.spyOn(baskets, 'apply').mockImplementationOnce(() => {
      throw new Error('This cannot be understood');
    });
    const done = put('cola');
    await appended();
    await done;
    await until('the view has it', () => shown.length > 0);
    expect([shown, await kept()]).toEqual([['1 cola'], ['1 cola']]);
    apply.mockRestore();
  });

  it('is nothing where the row lacks something of the stream: the view shows all of it in a moment', async () => {
    const meta = { commandId: 'x', account: 'acme', actor: 'test', correlationId: 'test', at: '' };
    await views.foretell([{ id: 'x', type: 'Put', data: { basket: 'b', what: '2 nuts' }, meta, stream: 'basket-b', revision: 1, position: '' }], '0000000000000001');
    expect(shown).toEqual([]);
    const first = keep('cola');
    await appended();
    await first;
    await until('the view has come', () => shown.length > 0);
    expect(shown).toEqual(['1 cola']);
  });

  it('does not hold back for long what others add to the same row', async () => {
    const done = put('cola');
    await until('it is shown', () => shown.length > 0);
    const gift: Decider<string, Put, number> = { category: 'gift', initial: 0, decide: (what) => [{ type: 'Put', data: { basket: 'b', what } }], evolve: (n) => n };
    const given = await new Handler(events, standingClock()).handle(gift, 'b', 'card', { commandId: 'g', account: 'acme', actor: 'test', correlationId: 'test' });
    await views.reached(baskets, 'position' in given ? given.position : '');
    expect(shown).toEqual(['1 cola']);
    await appended();
    await done;
    await until('both are shown', () => shown.at(-1) === 'card, 1 cola');
  });
});
