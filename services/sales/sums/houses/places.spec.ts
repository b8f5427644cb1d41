import { lossesBetween } from '@larder/contracts/sales/losses.js';
import type { Stay } from '@larder/contracts/fleet/places.js';
import { refuse } from '@larder/contracts/reply.js';
import type { Contract } from '@larder/contracts/request.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import type { Kit } from '@larder/kit/kit.js';
import { turnsOfOthers } from '@larder/kit/testing.js';
import type { MachineDay } from '../../sale-views.js';
import { bestMachines, byMachine } from '../analyze.js';
import type { LostThere } from '../losses.js';
import { placesOf } from './places.js';
import { readStays, writtenNow, type Stays } from './stays.js';
import { readLostByPlace } from '../reading-losses.js';

const row = (day: string, address: string, change: Partial<MachineDay> = {}): MachineDay => ({
  day, machineId: 'VM-1', machineName: 'Lobby', address, method: 'card', lastAt: `${day}T12:00:00.000Z`, revenueCents: 250, refundedCents: 0, taxCents: 0, costCents: 0, uncostedCents: 0, transactions: 1, quantity: 2, ...change,
});
const stay = (address: string, from: string, until?: string, former: string[] = []): Stay => ({ address, former, timeZone: 'America/New_York', from: `${from}T17:00:00.000Z`, ...(until && { until: `${until}T17:00:00.000Z` }) });
const of = (...stays: Stay[]) => new Map([['VM-1', stays]]);
const placesIn = async (rows: readonly MachineDay[], stays: Stays, range: Parameters<typeof placesOf>[2]) => placesOf(await byMachine(rows, stays), stays, range);
const march = { period: { startDate: '2026-03-01', endDate: '2026-03-31' }, today: '2026-03-20', losses: undefined };

describe('What a machine sold at each of its addresses', () => {
  it('is in each house what it sold while it stood there, with its days there', async () => {
    const places = await placesIn([row('2026-03-02', '1 Main'), row('2026-03-10', '1 Main', { method: 'cash' }), row('2026-03-10', '2 Hill', { lastAt: '2026-03-10T19:00:00.000Z', machineName: 'Attic' })], of(stay('1 Main', '2025-06-01', '2026-03-10'), stay('2 Hill', '2026-03-10')), march);
    expect(places).toEqual([
      { machineId: 'VM-1', name: 'Attic', address: '1 Main', stood: [{ startDate: '2026-03-01', endDate: '2026-03-10' }], totalRevenue: 5, totalTransactions: 2, avgTransactionValue: 2.5, totalQuantity: 4, lost: null },
      { machineId: 'VM-1', name: 'Attic', address: '2 Hill', stood: [{ startDate: '2026-03-10', endDate: '2026-03-20' }], totalRevenue: 2.5, totalTransactions: 1, avgTransactionValue: 2.5, totalQuantity: 2, lost: null },
    ]);
  });
  it('is nothing where it stood and sold nothing, and left out where it stood in other days', async () => {
    const places = await placesIn([row('2026-03-12', '2 Hill')], of(stay('9 Sea', '2024-01-01', '2025-01-01'), stay('1 Main', '2025-01-01', '2026-03-10'), stay('2 Hill', '2026-03-10')), march);
    expect(places.map(({ address, totalRevenue }) => [address, totalRevenue])).toEqual([['2 Hill', 2.5], ['1 Main', 0]]);
  });
  it('is of the former house where something of it is given back after the move', async () => {
    const [, former] = await placesIn([row('2026-03-12', '2 Hill'), row('2026-03-13', '1 Main', { transactions: 0, quantity: 0, revenueCents: -100, lastAt: '' })], of(stay('1 Main', '2025-01-01', '2026-02-01'), stay('2 Hill', '2026-02-01')), march);
    expect(former).toMatchObject({ address: '1 Main', stood: [], totalRevenue: -1 });
  });
  it('is one house with all its days where it came back', async () => {
    const [home] = await placesIn([row('2026-03-02', '1 Main'), row('2026-03-15', '1 MAIN')], of(stay('1 Main', '2026-01-01', '2026-03-04'), stay('2 Hill', '2026-03-04', '2026-03-14'), stay('1 Main.', '2026-03-14')), march);
    expect(home).toMatchObject({ address: '1 MAIN', totalRevenue: 5, stood: [{ startDate: '2026-03-01', endDate: '2026-03-04' }, { startDate: '2026-03-14', endDate: '2026-03-20' }] });
  });
  it('lies on the days of its sales where they are older than the machine is here, as of history that was imported', async () => {
    const rows = [row('2026-03-02', 'Mall'), row('2026-03-09', 'Mall')];
    expect(await placesIn(rows, of(stay('Mall', '2026-03-18')), march)).toMatchObject([{ stood: [{ startDate: '2026-03-02', endDate: '2026-03-20' }] }]);
    expect(await placesIn(rows, of(stay('Mall', '2026-04-01')), march)).toMatchObject([{ stood: [{ startDate: '2026-03-02', endDate: '2026-03-09' }] }]);
  });
});

describe('What a machine lost at each of its addresses', () => {
  const moved = of(stay('1 Main', '2026-01-01', '2026-03-10'), stay('2 Hill', '2026-03-10'));
  const lost = (address: string, cost: number, change: Partial<LostThere> = {}): LostThere => ({ machineId: 'VM-1', name: 'Lobby', address, firstDay: '2026-03-04', units: 1, cost, price: 2 * cost, unitsWithoutCost: 0, ...change });
  const lostIn = (losses: LostThere[], rows = [row('2026-03-12', '2 Hill')]) => placesIn(rows, moved, { ...march, losses }).then((places) => places.map(({ address, totalRevenue, lost: its }) => [address, totalRevenue, its?.units, its?.cost, its?.price]));
  it('is beside what it sold there, and nothing where it lost nothing', async () => {
    expect(await lostIn([lost('1 MAIN', 3)])).toEqual([['2 Hill', 2.5, 0, 0, 0], ['1 Main', 0, 1, 3, 6]]);
    expect(await lostIn([])).toEqual([['2 Hill', 2.5, 0, 0, 0], ['1 Main', 0, 0, 0, 0]]);
  });
  it('is told of a machine that sold nothing, by the name it has, and of one that is gone', async () => {
    expect(await placesIn([], moved, { ...march, losses: [lost('2 Hill', 3), lost('', 4, { machineId: 'VM-GONE', name: 'VM-GONE' })] })).toMatchObject([
      { machineId: 'VM-1', name: 'Lobby', address: '1 Main', totalRevenue: 0, lost: { units: 0 } }, { name: 'Lobby', address: '2 Hill', lost: { cost: 3 } }, { name: 'VM-GONE', address: '', stood: [], lost: { cost: 4 } },
    ]);
  });
  it('lies on a day on which the machine is said to have stood there, also before the first sale', async () => {
    const [, former] = await placesIn([row('2026-03-12', '2 Hill')], moved, { period: { startDate: '2026-03-12', endDate: '2026-03-20' }, today: '2026-03-20', losses: [lost('1 Main', 3)] });
    expect(former).toMatchObject({ address: '1 Main', stood: [{ startDate: '2026-03-04', endDate: '2026-03-10' }] });
  });
});

it('A sale stands at the address as it was corrected since, unless its machine stands at one that is written as it was', () => {
  const addresses = (...stays: Stay[]) => [row('2026-03-02', '1 Mian')].map(writtenNow(of(...stays))).map(({ address }) => address);
  expect(addresses(stay('1 Main', '2026-01-01', undefined, ['1 Mian']))).toEqual(['1 Main']);
  expect(addresses(stay('1 Main', '2026-01-01', '2026-02-01', ['1 Mian']), stay('1 Mian', '2026-02-01'))).toEqual(['1 Mian']);
  expect(addresses(stay('2 Hill', '2026-01-01'))).toEqual(['1 Mian']);
  expect([row('2026-03-02', '')].map(writtenNow(of(stay('1 Main', '2026-01-01', undefined, [''])))).map(({ address }) => address)).toEqual(['1 Main']);
});

it('A sale counts where it says that it was while fleet is away, and of losses nothing is said', async () => {
  const away = async () => refuse('UNAVAILABLE', 'Not now');
  const kit = { askLately: away, ask: away } as unknown as Kit;
  const stays = await readStays(kit, 'acme', {} as Asked);
  const losses = await readLostByPlace(kit, { ...march, account: 'acme', timeZone: 'UTC' }, Promise.resolve(stays), {} as Asked);
  const places = await placesIn([row('2026-03-02', '1 Main'), row('2026-03-12', '2 Hill')], stays, { ...march, losses });
  expect(places.map(({ address, totalRevenue, lost }) => [address, totalRevenue, lost])).toEqual([['1 Main', 2.5, null], ['2 Hill', 2.5, null]]);
});

it('Whoever looks at what was sold waits no longer for the catalog than for fleet', async () => {
  const waited: unknown[] = [];
  const lost = { at: '2026-03-02T12:00:00.000Z', day: '2026-03-02', machineId: 'VM-001', productId: 'p1', kind: 'expired', units: 1, ownPriceCents: null };
  const kit = { ask: async ({ subject }: Contract, _: unknown, __: unknown, ...patience: unknown[]) => {
    waited.push(patience);
    return subject === lossesBetween.subject ? { losses: [lost], machines: [] } : refuse('UNAVAILABLE', 'Not now');
  } } as unknown as Kit;
  expect(await readLostByPlace(kit, { ...march, account: 'acme', timeZone: 'UTC' }, Promise.resolve(new Map()), {} as Asked)).toBeUndefined();
  expect(waited).toEqual([[5_000, true], [5_000, true]]);
});

it('Sums of very many machines let others have their turn', async () => {
  const rows = Array.from({ length: 400 }, (_, n) => ['2026-03-02', '2026-03-03'].map((day) => row(day, '1 Main', { machineId: `VM-${n}` }))).flat();
  const soldBy = await byMachine(rows, new Map());
  const seen = { places: 0, machines: 0 };
  expect(await turnsOfOthers(async () => void (seen.places = (await placesOf(soldBy, new Map(), march)).length))).toBeGreaterThan(10);
  expect(await turnsOfOthers(async () => void (seen.machines = (await bestMachines(soldBy)).length))).toBeGreaterThan(5);
  expect(await turnsOfOthers(async () => void (await byMachine(Array.from({ length: 20 }, () => rows).flat(), new Map())))).toBeGreaterThan(2);
  expect(seen).toEqual({ places: 400, machines: 400 });
});
