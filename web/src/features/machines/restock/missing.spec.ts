import type { MachineView } from '@larder/contracts/fleet.js';
import { byHouse, loadFor, missingOf, slotsOfRound, slotsToBring, slotsToFill, type Choice } from './missing.js';

type Item = MachineView['inventory'][number];
const item = (slot: string, name: string, quantity: number, maxQuantity = 10): Item => ({
  slot, quantity, maxQuantity, lastRestocked: null, ownPrice: null, product: { id: `p-${name}`, _id: `p-${name}`, name, sku: name.toUpperCase(), category: '', price: 2, cost: null, allergens: [] },
});

const all: Choice = { only: 'all', paceOf: () => undefined };
const low: Choice = { ...all, only: 'low' };

it.each([[3, 10, 7], [10, 10, 0], [12, 10, 0], [0, 10, 10], [-2, 10, 10]])('with %i of %i inside %i are missing', (quantity, maxQuantity, missing) => {
  expect(missingOf({ quantity, maxQuantity })).toBe(missing);
});

describe('What to bring', () => {
  const machine = { machineId: 'VM-001', lowStockPercent: 20, inventory: [item('A1', 'Water', 9), item('A2', 'Cola', 1), item('A3', 'Cola', 10), item('B1', 'Bar', 0, 4)] };

  it('is what fits into the slots, by product', () => {
    expect(loadFor(slotsToFill(machine, all)).map(({ name, units }) => [name, units])).toEqual([['Bar', 4], ['Cola', 9], ['Water', 1]]);
    expect(loadFor([item('A1', 'Cola', 1), item('C7', 'Cola', 4)])).toEqual([{ productId: 'p-Cola', name: 'Cola', sku: 'COLA', units: 15 }]);
    expect(loadFor([])).toEqual([]);
  });

  it('is nothing of a product that was set inactive: what is left of it is sold', () => {
    const old = item('C1', 'Old', 1);
    const sold = { ...machine, inventory: [{ ...old, product: { ...old.product, inactive: true as const } }, item('A2', 'Cola', 1)] };
    expect(slotsToFill(sold, all).map(({ slot }) => slot)).toEqual(['A2']);
    expect(slotsToFill(sold, low).map(({ slot }) => slot)).toEqual(['A2']);
  });

  it('goes from house to house, floor by floor', () => {
    const at = (name: string, address: string, floor: string) => ({ name, location: { address, floor } });
    const machines = [at('Lobby', 'Weg 10', '1'), at('Küche 10', 'Weg 2', '2'), at('Küche 2', 'Weg 2', '2'), at('Attic', 'weg 2', '1')];
    expect(byHouse(machines).map(({ name }) => name)).toEqual(['Attic', 'Küche 2', 'Küche 10', 'Lobby']);
  });

  it('can be left to the slots that are low', () => {
    expect(slotsToFill(machine, low).map(({ slot }) => slot)).toEqual(['A2', 'B1']);
    expect(slotsToFill({ ...machine, lowStockPercent: 90 }, low).map(({ slot }) => slot)).toEqual(['A1', 'A2', 'B1']);
  });

  it('can be left to what will not last until somebody comes again; of what nobody knows that, to what is low', () => {
    const sold = (name: string, units: number) => ({ machineId: 'VM-001', productId: `p-${name}`, units, days: 14 });
    const paces = [sold('Water', 42), sold('Cola', 14), sold('Bar', 0)];
    const lasting = (only: number): Choice => ({ only, paceOf: (machineId, productId) => paces.find((pace) => pace.machineId === machineId && pace.productId === productId) });
    const fleet = { ...machine, inventory: [...machine.inventory, item('C1', 'New', 1), item('C2', 'Tea', 9)] };
    const brought = (only: number) => slotsToFill(fleet, lasting(only)).map(({ slot }) => slot);
    expect(brought(3)).toEqual(['C1']);
    expect(brought(7)).toEqual(['A1', 'C1']);
    expect(brought(14)).toEqual(['A1', 'A2', 'C1']);
  });

  it('makes up for what is past its day, which is taken out first', () => {
    const dated = (slot: string, name: string, quantity: number, bestBefore: string): Item => ({ ...item(slot, name, quantity), lots: [{ bestBefore, quantity: 4 }] });
    const round = { machineId: 'VM-001', lowStockPercent: 20, inventory: [item('A1', 'Water', 9), dated('A2', 'Milk', 5, '2026-11-30'), dated('A3', 'Juice', 10, '2026-11-20'), { ...dated('A4', 'Old', 6, '2026-11-20'), product: { ...item('A4', 'Old', 6).product, inactive: true as const } }] };
    const today = '2026-11-27';
    expect(loadFor(slotsToBring(round, all, today)).map(({ name, units }) => [name, units])).toEqual([['Juice', 4], ['Milk', 5], ['Water', 1]]);
    expect(slotsToBring(round, low, today)).toEqual([]);
    const visited = (choice: Choice, soonToo: boolean) => slotsOfRound(round, { ...choice, soonToo }, today).map(({ slot }) => slot);
    expect(visited(all, false)).toEqual(['A3', 'A4', 'A1', 'A2']);
    expect(visited(all, true)).toEqual(['A3', 'A4', 'A2', 'A1']);
    expect(visited(low, false)).toEqual(['A3', 'A4']);
    expect(visited(low, true)).toEqual(['A3', 'A4', 'A2']);
  });
});
