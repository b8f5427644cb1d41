import type { MachineView } from '@larder/contracts/fleet.js';
import { byHouse, loadFor, missingOf, slotsOfRound, slotsToBring, slotsToFill } from './missing.js';

type Item = MachineView['inventory'][number];
const item = (slot: string, name: string, quantity: number, maxQuantity = 10): Item => ({
  slot, quantity, maxQuantity, lastRestocked: null, ownPrice: null, product: { id: `p-${name}`, _id: `p-${name}`, name, sku: name.toUpperCase(), category: '', price: 2, cost: null, allergens: [] },
});

it.each([[3, 10, 7], [10, 10, 0], [12, 10, 0], [0, 10, 10], [-2, 10, 10]])('with %i of %i inside %i are missing', (quantity, maxQuantity, missing) => {
  expect(missingOf({ quantity, maxQuantity })).toBe(missing);
});

describe('What to bring', () => {
  const machine = { lowStockPercent: 20, inventory: [item('A1', 'Water', 9), item('A2', 'Cola', 1), item('A3', 'Cola', 10), item('B1', 'Bar', 0, 4)] };

  it('is what fits into the slots, by product', () => {
    expect(loadFor(slotsToFill(machine, false)).map(({ name, units }) => [name, units])).toEqual([['Bar', 4], ['Cola', 9], ['Water', 1]]);
    expect(loadFor([item('A1', 'Cola', 1), item('C7', 'Cola', 4)])).toEqual([{ productId: 'p-Cola', name: 'Cola', sku: 'COLA', units: 15 }]);
    expect(loadFor([])).toEqual([]);
  });

  it('is nothing of a product that was set inactive: what is left of it is sold', () => {
    const old = item('C1', 'Old', 1);
    const sold = { ...machine, inventory: [{ ...old, product: { ...old.product, inactive: true as const } }, item('A2', 'Cola', 1)] };
    expect(slotsToFill(sold, false).map(({ slot }) => slot)).toEqual(['A2']);
    expect(slotsToFill(sold, true).map(({ slot }) => slot)).toEqual(['A2']);
  });

  it('goes from house to house, floor by floor', () => {
    const at = (name: string, address: string, floor: string) => ({ name, location: { address, floor } });
    const machines = [at('Lobby', 'Weg 10', '1'), at('Küche 10', 'Weg 2', '2'), at('Küche 2', 'Weg 2', '2'), at('Attic', 'weg 2', '1')];
    expect(byHouse(machines).map(({ name }) => name)).toEqual(['Attic', 'Küche 2', 'Küche 10', 'Lobby']);
  });

  it('can be left to the slots that are low', () => {
    expect(slotsToFill(machine, true).map(({ slot }) => slot)).toEqual(['A2', 'B1']);
    expect(slotsToFill({ ...machine, lowStockPercent: 90 }, true).map(({ slot }) => slot)).toEqual(['A1', 'A2', 'B1']);
  });

  it('makes up for what is past its day, which is taken out first', () => {
    const dated = (slot: string, name: string, quantity: number, bestBefore: string): Item => ({ ...item(slot, name, quantity), lots: [{ bestBefore, quantity: 4 }] });
    const round = { lowStockPercent: 20, inventory: [item('A1', 'Water', 9), dated('A2', 'Milk', 5, '2026-11-30'), dated('A3', 'Juice', 10, '2026-11-20'), { ...dated('A4', 'Old', 6, '2026-11-20'), product: { ...item('A4', 'Old', 6).product, inactive: true as const } }] };
    const today = '2026-11-27';
    expect(loadFor(slotsToBring(round, false, today)).map(({ name, units }) => [name, units])).toEqual([['Juice', 4], ['Milk', 5], ['Water', 1]]);
    expect(slotsToBring(round, true, today)).toEqual([]);
    const visited = (lowOnly: boolean, soonToo: boolean) => slotsOfRound(round, { lowOnly, soonToo }, today).map(({ slot }) => slot);
    expect(visited(false, false)).toEqual(['A3', 'A4', 'A1', 'A2']);
    expect(visited(false, true)).toEqual(['A3', 'A4', 'A2', 'A1']);
    expect(visited(true, false)).toEqual(['A3', 'A4']);
    expect(visited(true, true)).toEqual(['A3', 'A4', 'A2']);
  });
});
