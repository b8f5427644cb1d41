import { isRefusal } from '@larder/contracts/reply.js';
import { canSplit, MOST_REPORT_ROWS, reportBy, type CustomReport } from '@larder/contracts/sales/reports.js';
import { addUp, objectionToSplit, type Asks, type Source } from './report.js';
import { sum } from './summary.js';

const row = (change: Partial<Source>): Source => ({
  day: '2026-03-02', machineId: 'VM-1', machineName: 'Lobby', address: '1 Pier', method: 'card', productId: 'cola', name: 'Cola', category: 'Drinks',
  revenueCents: 100, refundedCents: 0, taxCents: 0, costCents: 40, uncostedCents: 0, transactions: 1, quantity: 1, ...change,
});

async function* read(...some: (readonly Source[])[]): AsyncGenerator<readonly Source[]> {
  yield* some;
}

async function report(asks: Asks, rows: readonly Source[]): Promise<Pick<CustomReport, 'rows' | 'total'>> {
  const found = await addUp(read(rows), asks, sum(rows));
  if (isRefusal(found)) throw new Error(found.message);
  return found;
}
const keysOf = async (asks: Asks, rows: readonly Source[]): Promise<string[]> => (await report(asks, rows)).rows.map(({ by, split, revenue }) => `${by.key}${split ? `/${split.key}` : ''} ${revenue}`);

describe('A report', () => {
  it('has days, weeks from Monday and months in their order', async () => {
    const rows = [row({ day: '2026-02-28', revenueCents: 50 }), row({ day: '2026-03-01', revenueCents: 300 }), row({ day: '2026-03-02' }), row({ day: '2026-03-08' })];
    expect(await keysOf({ by: 'day' }, rows)).toEqual(['2026-02-28 0.5', '2026-03-01 3', '2026-03-02 1', '2026-03-08 1']);
    expect(await keysOf({ by: 'week' }, rows)).toEqual(['2026-02-23 3.5', '2026-03-02 2']);
    expect(await keysOf({ by: 'month' }, rows)).toEqual(['2026-02-01 0.5', '2026-03-01 5']);
  });

  it('has all else by revenue, the best first, and divides each alike', async () => {
    const rows = [row({ machineId: 'VM-1', category: 'Snacks', revenueCents: 100 }), row({ machineId: 'VM-2', revenueCents: 500 }), row({ machineId: 'VM-2', category: 'Snacks', revenueCents: 900 }), row({ machineId: 'VM-1', revenueCents: 700 })];
    expect(await keysOf({ by: 'machine' }, rows)).toEqual(['VM-2 14', 'VM-1 8']);
    expect(await keysOf({ by: 'machine', split: 'category' }, rows)).toEqual(['VM-2/Snacks 9', 'VM-2/Drinks 5', 'VM-1/Drinks 7', 'VM-1/Snacks 1']);
    expect(await keysOf({ by: 'machine', split: 'month' }, [row({ day: '2026-03-01' }), row({ day: '2026-04-01', revenueCents: 900 })])).toEqual(['VM-1/2026-03-01 1', 'VM-1/2026-04-01 9']);
  });

  it('comes to what its sales come to', async () => {
    const { rows: [only], total } = await report({ by: 'method' }, [row({ revenueCents: 1190, taxCents: 190, costCents: 400, transactions: 2, quantity: 3 }), row({ revenueCents: -119, refundedCents: 119, taxCents: -19, costCents: 0, transactions: 0, quantity: 0 })]);
    expect(total).toEqual({ revenue: 10.71, refunded: 1.19, tax: 1.71, net: 9, cost: 4, profit: 5, margin: 55.6, transactions: 2, average: 5.36, units: 3 });
    expect(only).toEqual({ by: { key: 'card', name: 'card' }, split: null, ...total });
  });

  it('has one row for a house that is written in several ways, as the other screens do, called as where it sold last', async () => {
    const rows = [row({ address: '12 Ocean Ave.' }), row({ machineId: 'VM-2', address: '12 ocean ave', revenueCents: 200 }), row({ address: '12 Ocean Ave', transactions: 0, revenueCents: -50 }), row({ address: '' })];
    expect((await report({ by: 'house' }, rows)).rows.map(({ by, revenue }) => [by.name, revenue])).toEqual([['12 ocean ave', 2.5], ['', 1]]);
    expect((await report({ by: 'machine', split: 'house' }, rows)).rows.map(({ by, split, revenue }) => [by.key, split?.name, revenue])).toEqual([['VM-2', '12 ocean ave', 2], ['VM-1', '', 1], ['VM-1', '12 ocean ave', 0.5]]);
  });

  it('calls things what they were called when they sold last, in each of its rows', async () => {
    const rows = [row({ day: '2026-03-01', machineName: 'Lobby' }), row({ day: '2026-03-02', machineName: 'Entrance' }), row({ day: '2026-03-03', machineName: 'Of long ago', transactions: 0, revenueCents: -10 })];
    expect((await report({ by: 'day', split: 'machine' }, rows)).rows.map(({ split }) => split?.name)).toEqual(['Entrance', 'Entrance', 'Entrance']);
  });

  it('does not count the purchases of a category: one of two of its products is one', async () => {
    const rows = [row({}), row({ productId: 'water', name: 'Water' })];
    expect((await report({ by: 'category' }, rows)).rows).toMatchObject([{ revenue: 2, units: 2, transactions: null, average: null }]);
    expect((await report({ by: 'category', split: 'product' }, rows)).rows).toMatchObject([{ transactions: 1 }, { transactions: 1 }]);
  });

  it('does not take a machine called like something else for it', async () =>
    expect(await keysOf({ by: 'machine', split: 'product' }, [row({ machineId: 'constructor', productId: '__proto__' }), row({ machineId: 'a","b', productId: 'c' }), row({ machineId: 'a', productId: 'b","c' })])).toHaveLength(3));

  it('of too many rows is refused as soon as there are, and reads no more', async () => {
    const many = Array.from({ length: MOST_REPORT_ROWS + 1 }, (_, n) => row({ productId: `p-${n}` }));
    const reading = read(many.slice(1), many, many);
    expect(await addUp(reading, { by: 'product' }, sum(many))).toMatchObject({ refused: 'TOO_LARGE', message: expect.stringContaining('more than 5,000 rows') });
    expect(await reading.next()).toEqual({ done: true, value: undefined });
    expect(await addUp(read(many.slice(1), many.slice(1)), { by: 'product' }, sum(many))).toMatchObject({ rows: { length: MOST_REPORT_ROWS } });
  });
});

it('Goods are not known by house and payment method, and nothing is divided by itself', () => {
  const pairs = reportBy.options.flatMap((by) => reportBy.options.filter((split) => by <= split && !canSplit(by, split)).map((split) => `${by} ${split}`));
  expect(pairs.filter((pair) => new Set(pair.split(' ')).size === 2)).toEqual(['house product', 'method product', 'category house', 'category method']);
  expect(pairs).toHaveLength(4 + reportBy.options.length);
  expect(objectionToSplit({ by: 'house', split: 'product' })).toMatchObject({ refused: 'BAD_INPUT', message: 'What was sold is not kept by house and product together.' });
  expect(objectionToSplit({ by: 'day', split: 'day' })).toMatchObject({ message: 'Please choose two different things.' });
  expect([objectionToSplit({ by: 'machine', split: 'product' }), objectionToSplit({ by: 'month' })]).toEqual([undefined, undefined]);
});
