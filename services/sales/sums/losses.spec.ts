import type { Worth } from '@larder/contracts/catalog.js';
import type { LossesBetween, LossLine } from '@larder/contracts/sales/losses.js';
import { turnsOfOthers } from '@larder/kit/testing.js';
import { lossesOf, lostByPlace, type UnitsSold } from './losses.js';
import type { Stays } from './houses/stays.js';

const sandwich: Worth = { productId: 'p1', name: 'Sandwich', sku: 'SAND', category: 'Fresh', worth: [{ from: '2026-03-01T00:00:00.000Z', priceCents: 500, costCents: 200 }, { from: '2026-03-05T12:00:00.000Z', priceCents: 600, costCents: 250 }] };
const cola: Worth = { productId: 'p2', name: 'Cola', sku: 'COLA', category: 'Drinks', worth: [{ from: '2026-03-01T00:00:00.000Z', priceCents: 250, costCents: null }] };
const line = (change: Partial<LossLine> = {}): LossLine => ({ at: '2026-03-04T09:00:00.000Z', day: '2026-03-04', machineId: 'VM-1', productId: 'p1', kind: 'expired', units: 1, ownPriceCents: null, ...change });
const sold = (products: Record<string, number>, machines: Record<string, number>): UnitsSold => ({ products: new Map(Object.entries(products)), machines: new Map(Object.entries(machines)) });
const lossesIn = (losses: LossLine[], its = sold({}, {}), groupBy: 'day' | 'month' = 'month', stays?: Stays) => {
  const found: LossesBetween = { losses, machines: [{ machineId: 'VM-1', name: 'Lobby', address: '1 Main Street' }] };
  return lossesOf({ startDate: '2026-03-01', endDate: '2026-04-30' }, groupBy, found, [sandwich, cola], its, stays);
};

describe('Losses', () => {
  it('are worth what the goods cost and sold for then, or the own price of their slot', async () => {
    const { total } = await lossesIn([line({ units: 3 }), line({ at: '2026-03-05T12:00:00.000Z', day: '2026-03-05', units: 2 }), line({ ownPriceCents: 700 }), line({ at: '2026-02-27T12:00:00.000Z', day: '2026-03-01' })]);
    expect(total).toMatchObject({ expired: 7, units: 7, cost: 15, price: 39, unitsWithoutCost: 0 });
  });

  it('say for how many units no cost is known, and take nothing off for what was found', async () => {
    const { total, products } = await lossesIn([line({ productId: 'p2', kind: 'missing', units: 2 }), line({ productId: 'p2', kind: 'found', units: 5 }), line({ productId: 'gone', kind: 'stolen' })]);
    expect(total).toMatchObject({ missing: 2, stolen: 1, found: 5, units: 3, cost: 0, price: 5, unitsWithoutCost: 3 });
    expect(products.map(({ name }) => name)).toEqual(['Cola', 'Deleted product']);
  });

  it('are what a hold did not bring, in money alone: the goods were sold, for less', async () => {
    const { total, products } = await lossesIn([line({ kind: 'unpaid', units: 0, ownPriceCents: 500, restCents: 120 }), line({ kind: 'unpaid', ownPriceCents: 500 })], sold({ p1: 1 }, { 'VM-1': 1 }));
    expect(total).toMatchObject({ unpaid: 1, units: 1, cost: 2, price: 6.2, sold: 1, share: 50 });
    expect(products).toMatchObject([{ name: 'Sandwich', price: 6.2 }]);
  });

  it('are counted beside what was sold, by product and by machine, what cost most first', async () => {
    const { products, machines, total } = await lossesIn([line({ units: 1 }), line({ productId: 'p2', kind: 'damaged', units: 4, machineId: 'VM-GONE' })], sold({ p1: 9, p3: 90 }, { 'VM-1': 93, 'VM-2': 6 }));
    expect(products.map(({ name, units, sold: its, share }) => [name, units, its, share])).toEqual([['Sandwich', 1, 9, 10], ['Cola', 4, 0, 100]]);
    expect(machines.map(({ name, units, sold: its, share }) => [name, units, its, share])).toEqual([['Lobby', 1, 93, 1.1], ['VM-GONE', 4, 0, 100]]);
    expect(total).toMatchObject({ units: 5, sold: 99, share: 4.8 });
    expect((await lossesIn([line({ kind: 'outside', units: -1 })])).total).toMatchObject({ outside: -1, units: -1, cost: -2, share: null });
  });

  it('are those of each period, and in it of each product in each machine', async () => {
    const { periods, lines } = await lossesIn([line(), line({ kind: 'damaged' }), line({ machineId: 'VM-2' }), line({ day: '2026-04-02', at: '2026-04-02T09:00:00.000Z', units: 2 })], undefined, 'month', new Map());
    expect(periods).toMatchObject([{ startDate: '2026-03-01', endDate: '2026-03-31', expired: 2, damaged: 1, units: 3, cost: 6 }, { startDate: '2026-04-01', endDate: '2026-04-30', expired: 2, cost: 5 }]);
    expect(lines?.map(({ startDate, machine, product, units }) => [startDate, machine, product, units])).toEqual([['2026-03-01', 'Lobby', 'Sandwich', 2], ['2026-03-01', 'VM-2', 'Sandwich', 1], ['2026-04-01', 'Lobby', 'Sandwich', 2]]);
    expect((await lossesIn([line()], undefined, 'day')).periods).toMatchObject([{ startDate: '2026-03-04', endDate: '2026-03-04' }]);
  });

  it('are of the house where the machine stood then, each address by itself, without what counts found', async () => {
    const stay = (address: string, from: string) => ({ address, former: [], timeZone: 'UTC', from });
    const stays = new Map([['VM-1', [stay('1 Main Street', '2026-02-01T00:00:00.000Z'), stay('2 Hill Road', '2026-03-04T09:00:00.000Z')]]]);
    const losses = [
      line({ at: '2026-03-04T08:59:59.999Z' }), line({ at: '2026-01-01T00:00:00.000Z', day: '2026-01-01' }), line({ units: 2 }), line({ productId: 'p2', kind: 'missing' }), line({ kind: 'found', units: 5 }), line({ machineId: 'VM-2' }), line({ machineId: 'VM-GONE', kind: 'stolen' }), line({ machineId: 'VM-3', kind: 'found' }),
    ];
    const found: LossesBetween = { losses, machines: [{ machineId: 'VM-1', name: 'Lobby', address: '2 Hill Road' }, { machineId: 'VM-2', name: 'Pool', address: '9 Sea' }] };
    const places = await lostByPlace(found, [sandwich, cola], stays);
    expect(places).toEqual([
      { machineId: 'VM-1', name: 'Lobby', address: '1 Main Street', firstDay: '2026-01-01', units: 2, cost: 4, price: 10, unitsWithoutCost: 0 }, { machineId: 'VM-1', name: 'Lobby', address: '2 Hill Road', firstDay: '2026-03-04', units: 3, cost: 4, price: 12.5, unitsWithoutCost: 1 },
      { machineId: 'VM-2', name: 'Pool', address: '9 Sea', firstDay: '2026-03-04', units: 1, cost: 2, price: 5, unitsWithoutCost: 0 }, { machineId: 'VM-GONE', name: 'VM-GONE', address: '', firstDay: '2026-03-04', units: 1, cost: 2, price: 5, unitsWithoutCost: 0 },
    ]);
    const { total, ...rest } = await lossesIn(losses);
    expect(rest).not.toHaveProperty('lines');
    expect([total.units, total.cost, total.price]).toEqual([7, 12, 32.5]);
    const { lines } = await lossesIn(losses, undefined, 'month', stays);
    expect(lines?.filter(({ machineId }) => machineId === 'VM-1').map(({ startDate, address, product, units, found: more }) => [startDate, address, product, units, more])).toEqual([
      ['2026-03-01', '1 Main Street', 'Sandwich', 2, 0], ['2026-03-01', '2 Hill Road', 'Sandwich', 2, 5], ['2026-03-01', '2 Hill Road', 'Cola', 1, 0],
    ]);
    expect((['units', 'cost', 'price'] as const).map((figure) => places.reduce((sum, place) => sum + place[figure], 0))).toEqual([7, 12, 32.5]);
  });

  it('of very many let others have their turn', async () => {
    const many = Array.from({ length: 5_000 }, (_, n) => line({ productId: `p${n}` }));
    const found: LossesBetween = { losses: many, machines: [] };
    const seen = { lines: 0, places: 0 };
    expect(await turnsOfOthers(async () => void (await lossesIn(many)))).toBeGreaterThan(5);
    expect(await turnsOfOthers(async () => void (seen.lines = (await lossesIn(many, undefined, 'month', new Map())).lines?.length ?? 0))).toBeGreaterThan(15);
    expect(await turnsOfOthers(async () => void (seen.places = (await lostByPlace(found, [], new Map())).length))).toBeGreaterThan(5);
    expect(seen).toEqual({ lines: 5_000, places: 1 });
  });
});
