/** What every read store promises, as tests that run on each adapter. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { naiveFind, queries, type Offer } from './read-store.model.js';
import { acme, pos, row, understandingFilters } from './read-store-filters.suite.js';
import type { Query, ReadStore, Row } from './read-store.js';

export function readStoreSuite(name: string, open: () => Promise<ReadStore>): void {
  describe(name, () => {
    let store: ReadStore;
    let sales: string;
    const views = async (query: Query = {}, account = acme): Promise<unknown[]> => (await store.find(sales, account, query)).rows;
    const ids = async (query: Query): Promise<string[]> => (await store.find<{ id: string }>(sales, acme, query)).rows.map(({ id }) => id);

    beforeAll(async () => {
      store = await open();
    });
    beforeEach(async () => {
      sales = `sales@1.${randomUUID().slice(0, 8)}`;
      await store.prepare({ collection: sales, orders: ['at', 'price', 'machine.name', ['machine.name', 'price']] });
    });
    afterEach(() => store.drop(sales));
    afterAll(() => store.close());

    describe('rows', () => keepingRows(() => store, () => sales, views));
    describe('the runner', () => running(() => store, () => sales, views));
    describe('views', () => sealing(() => store, () => sales));
    describe('pages', () => paging(() => store, () => sales, ids));
    describe('long questions', () => answeringLong(() => store, () => sales));
    describe('filters', () => understandingFilters(() => store, () => sales, ids));

    it('finds what a plain list would give, whatever the rows and the question', () =>
      fc.assert(fc.asyncProperty(queries, async ({ offers, questions }) => {
        const collection = `offers.${randomUUID().slice(0, 8)}`;
        await store.prepare({ collection, orders: ['price', 'at', 'machine.name', ['machine.name', 'at'], ['price', 'machine.name', 'at']] });
        await store.save(collection, offers.map((offer, n) => row(offer.id, offer, n)), pos(offers.length));
        for (const question of questions) expect(await store.find<Offer>(collection, acme, question)).toEqual(naiveFind(offers, question));
        await store.drop(collection);
      }), { numRuns: 120 }));
  });
}

function keepingRows(store: () => ReadStore, sales: () => string, views: (query?: Query, account?: string) => Promise<unknown[]>): void {
  it('gives each organization its own rows only, though ids are the same', async () => {
    await store().save(sales(), [row('1', { owner: 'acme' }), row('1', { owner: 'bold' }, 1, 'bold'), row('2', { owner: 'bold' }, 1, 'bold')], pos(1));
    expect(await views()).toEqual([{ owner: 'acme' }]);
    expect(await views({}, 'bold')).toEqual([{ owner: 'bold' }, { owner: 'bold' }]);
    expect(await views({ filter: { owner: 'bold' } })).toEqual([]);
    expect(await views({}, 'nobody')).toEqual([]);
  });

  it('tells organizations and ids apart, whatever characters they have', async () => {
    await store().save(sales(), [row('b|c', { n: 1 }, 1, 'a'), row('c', { n: 2 }, 1, 'a|b'), row('žä.$', { n: 3 }, 1, '日本')], pos(1));
    expect(await views({}, 'a')).toEqual([{ n: 1 }]);
    expect(await views({}, 'a|b')).toEqual([{ n: 2 }]);
    expect(await views({}, '日本')).toEqual([{ n: 3 }]);
  });

  it('loads rows in the order asked, with the missing ones in their place', async () => {
    await store().save(sales(), [row('1', { n: 1 }, 4), row('2', { n: 2 }, 5)], pos(5));
    const keys = ['2', 'none', '1'].map((id) => ({ account: acme, id }));
    expect(await store().load(sales(), keys)).toEqual([row('2', { n: 2 }, 5), { account: acme, id: 'none', view: undefined, position: '' }, row('1', { n: 1 }, 4)]);
  });

  it('replaces a row and moves it to its new place', async () => {
    await store().save(sales(), [row('1', { price: 1 }), row('2', { price: 2 })], pos(1));
    await store().save(sales(), [row('1', { price: 3, note: 'dearer' }, 2)], pos(2));
    expect(await views({ sort: { by: 'price', order: 'asc' } })).toEqual([{ price: 2 }, { price: 3, note: 'dearer' }]);
    expect(await views({ filter: { price: 1 } })).toEqual([]);
  });

  it('forgets a collection and how far it was', async () => {
    await store().save(sales(), [row('1', { n: 1 })], pos(1));
    await store().drop(sales());
    expect(await views()).toEqual([]);
    expect(await store().checkpoint(sales())).toBeUndefined();
    await expect(store().save(sales(), [], pos(1))).rejects.toThrow('was not prepared');
    await store().prepare({ collection: sales(), orders: [] });
    await store().save(sales(), [row('1', { n: 'new' })], pos(1));
    expect(await views()).toEqual([{ n: 'new' }]);
  });
}

function running(store: () => ReadStore, sales: () => string, views: () => Promise<unknown[]>): void {
  it('keeps a row that is at that position or later', async () => {
    await store().save(sales(), [row('1', { n: 5 }, 5)], pos(5));
    await store().save(sales(), [row('1', { n: 4 }, 4), row('2', { n: 4 }, 4)], pos(5));
    await store().save(sales(), [row('1', { n: 'five again' }, 5)], pos(5));
    expect(await views()).toEqual([{ n: 5 }, { n: 4 }]);
  });

  it('does not bring a removed row back when its past is replayed', async () => {
    await store().save(sales(), [row('1', { n: 1 }, 1), row('2', { n: 1 }, 1)], pos(1));
    await store().save(sales(), [row('1', undefined, 3)], pos(3));
    await store().save(sales(), [row('1', { n: 2 }, 2)], pos(2));
    expect(await views()).toEqual([{ n: 1 }]);
    expect((await store().load(sales(), [{ account: acme, id: '1' }]))[0]).toEqual(row('1', undefined, 3));
    await store().save(sales(), [row('1', { n: 4 }, 4)], pos(4));
    expect(await views()).toEqual([{ n: 4 }, { n: 1 }]);
  });

  it('ends at the latest state when two runners write at once', async () => {
    const runner = async (step: number): Promise<void> => {
      for (let n = step; n <= 40; n += step) await store().save(sales(), [row('1', { n }, n), row(`only-${n}`, { n }, n)], pos(n));
    };
    await Promise.all([runner(1), runner(2), runner(5)]);
    expect((await store().load(sales(), [{ account: acme, id: '1' }]))[0]).toEqual(row('1', { n: 40 }, 40));
    expect(await store().checkpoint(sales())).toBe(pos(40));
    expect(await views()).toHaveLength(41);
  });

  it('moves the checkpoint forwards only', async () => {
    expect(await store().checkpoint(sales())).toBeUndefined();
    await store().save(sales(), [], '');
    expect(await store().checkpoint(sales())).toBe('');
    await store().save(sales(), [row('1', { n: 1 }, 7)], pos(7));
    await store().save(sales(), [], pos(3));
    expect(await store().checkpoint(sales())).toBe(pos(7));
  });

  it('leaves the checkpoint where it was when a row could not be written', async () => {
    await store().save(sales(), [row('1', { n: 1 }, 1)], pos(1));
    await expect(store().save(sales(), [row('2', { n: new Date(0) }, 2)], pos(2))).rejects.toThrow('JSON');
    expect(await store().checkpoint(sales())).toBe(pos(1));
  });
}

function sealing(store: () => ReadStore, sales: () => string): void {
  it('keeps any JSON', async () => {
    const view = { text: 'Ķīmija 🧪', yes: true, none: null, cents: 9_007_199_254_740_991, half: -0.5, list: [1, [2, { three: 3 }]], byMail: { 'a.b@c.lv': 1, $ign: 2 }, empty: {} };
    await store().save(sales(), [row('1', view), row('2', 'just text')], pos(1));
    expect((await store().find(sales(), acme, {})).rows).toEqual([view, 'just text']);
  });

  it('drops keys without a value and refuses what JSON cannot carry', async () => {
    await store().save(sales(), [row('1', { note: undefined, n: 1 })], pos(1));
    expect(Object.keys((await store().find<object>(sales(), acme, {})).rows[0] ?? {})).toEqual(['n']);
    for (const wrong of [new Date(0), Number.NaN, 1n, () => 1, new Map()]) await expect(store().save(sales(), [row('2', { wrong })], pos(1))).rejects.toThrow('JSON');
  });

  it('refuses to order by a list', async () => {
    await expect(store().save(sales(), [row('1', { at: ['2026-01-01'] })], pos(1))).rejects.toThrow('cannot be an order');
  });

  it('lets nobody change what is stored', async () => {
    const given = { lines: [{ cents: 100 }] };
    await store().save(sales(), [row('1', given)], pos(1));
    const [found] = (await store().find<typeof given>(sales(), acme, {})).rows;
    const [loaded] = await store().load(sales(), [{ account: acme, id: '1' }]);
    for (const view of [given, found, loaded?.view as typeof given]) expect(() => view?.lines.push({ cents: 0 })).toThrow(TypeError);
    expect((await store().find(sales(), acme, {})).rows).toEqual([{ lines: [{ cents: 100 }] }]);
  });
}

function paging(store: () => ReadStore, sales: () => string, ids: (query: Query) => Promise<string[]>): void {
  const numbered = (count: number): string[] => Array.from({ length: count }, (_, n) => String(n).padStart(5, '0'));

  it.each(['asc', 'desc'] as const)('shows every row once though all sort alike (%s)', async (order) => {
    await store().save(sales(), numbered(50).map((id) => row(id, { id, price: 100 })), pos(1));
    const pages: string[] = [];
    for (let skip = 0; skip < 56; skip += 7) pages.push(...(await ids({ sort: { by: 'price', order }, skip, limit: 7 })));
    expect(pages).toEqual(order === 'asc' ? numbered(50) : numbered(50).reverse());
  });

  it('counts all that match, whatever the page', async () => {
    await store().save(sales(), numbered(30).map((id, n) => row(id, { id, price: n % 3 })), pos(1));
    for (const page of [{}, { limit: 4 }, { skip: 8, limit: 4 }, { skip: 100, limit: 4 }]) {
      expect((await store().find(sales(), acme, { filter: { price: 1 }, sort: { by: 'price', order: 'asc' }, ...page })).total).toBe(10);
      expect((await store().find(sales(), acme, { filter: { id: { $regex: '^000' } }, ...page })).total).toBe(30);
    }
  });

  it('finds the same page where nobody asks how many match', async () => {
    await store().save(sales(), numbered(2_500).map((id, n) => row(id, { id, at: n, price: n % 3 })), pos(1));
    for (const filter of [{}, { price: 1 }, { price: { $gte: 1, $lte: 2 }, at: { $gte: 40, $lt: 2_300 } }, { id: { $regex: '^000' } }]) {
      for (const page of [{ limit: 5 }, { skip: 1_500, limit: 5 }, { skip: 9_000, limit: 5 }]) {
        for (const order of ['asc', 'desc'] as const) {
          const query: Query = { filter, sort: { by: 'at', order }, ...page };
          expect(await ids({ ...query, counted: false })).toEqual(await ids(query));
        }
      }
    }
  });

  it('orders by id when nothing else is asked', async () => {
    await store().save(sales(), ['c', 'a', 'b'].map((id) => row(id, { id })), pos(1));
    expect(await ids({})).toEqual(['a', 'b', 'c']);
    expect(await ids({ skip: 1, limit: 1 })).toEqual(['b']);
  });

  it('orders nothing before numbers before texts, and inside objects', async () => {
    const prices = { a: 'free', b: 20, c: null, d: 3, e: undefined, f: 'cheap' };
    await store().save(sales(), Object.entries(prices).map(([id, price]) => row(id, { id, price, machine: { name: price } })), pos(1));
    for (const by of ['price', 'machine.name']) {
      expect(await ids({ sort: { by, order: 'asc' } })).toEqual(['c', 'e', 'd', 'b', 'f', 'a']);
      expect(await ids({ sort: { by, order: 'desc' } })).toEqual(['a', 'f', 'b', 'd', 'e', 'c']);
    }
  });

  it('orders by a field it was not prepared for', async () => {
    await store().save(sales(), ['b', 'c', 'a'].map((name, n) => row(String(n), { id: name, name })), pos(1));
    expect(await ids({ sort: { by: 'name', order: 'asc' }, limit: 2 })).toEqual(['a', 'b']);
  });

  it('holds thousands of rows written in any order', async () => {
    const all = numbered(3_000);
    const shuffled = all.map((_, n) => all[(n * 1_009) % 3_000] as string);
    await store().save(sales(), shuffled.map((id) => row(id, { id, at: id, price: Number(id) })), pos(1));
    await store().save(sales(), shuffled.slice(0, 1_500).map((id) => row(id, undefined, 2)), pos(2));
    const left = shuffled.slice(1_500).sort();
    expect(await ids({ sort: { by: 'at', order: 'asc' } })).toEqual(left);
    expect(await ids({ filter: { price: { $gte: 1_000, $lt: 1_050 } }, sort: { by: 'price', order: 'asc' } })).toEqual(left.filter((id) => id >= '01000' && id < '01050'));
  });
}

function answeringLong(store: () => ReadStore, sales: () => string): void {
  const numbered = (from: number, to: number, n: number): Row[] => Array.from({ length: to - from }, (_, at) => row(String(from + at).padStart(5, '0'), { n, note: 'one of many' }, n));

  it.each<[string, Query]>([['all rows', {}], ['what is found row by row', { filter: { note: { $regex: 'many$' } } }]])('are about one moment (%s), and whoever asks meanwhile is told what is so by then', async (_, query) => {
    await store().save(sales(), numbered(0, 6_000, 1), pos(1));
    await store().settle(sales());
    await store().find(sales(), acme, { ...query, limit: 1 });
    const answering = store().find<{ n: number }>(sales(), acme, query);
    await new Promise(setImmediate);
    // More than an adapter may keep in memory, so that the first of them is looked for where it lies.
    for (const [from, to] of [[0, 1], [3_000, 4_500], [6_000, 6_001]] as const) await store().save(sales(), numbered(from, to, 2), pos(2));
    expect(await store().find(sales(), acme, { limit: 1 })).toMatchObject({ rows: [{ n: 2 }], total: 6_001 });
    expect((await store().load(sales(), [{ account: acme, id: '00000' }]))[0]?.view).toMatchObject({ n: 2 });
    const { rows } = await answering;
    // A server that copies share may tell each row as it is when it comes to it.
    if (!store().isShared) expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: 6_000 }, () => 1));
    expect((await store().find(sales(), acme, { limit: 1 })).rows).toMatchObject([{ n: 2 }]);
  });
}
