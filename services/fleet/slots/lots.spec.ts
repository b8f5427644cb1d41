import fc from 'fast-check';
import type { FleetFact } from '@larder/contracts/fleet.js';
import { isRefusal } from '@larder/contracts/reply.js';
import { machine, type MachineState } from '../machine.js';

const registered: FleetFact = { type: 'MachineRegistered', data: { machineId: 'VM-001', name: 'Lobby', address: '12 Ocean Avenue', timeZone: 'UTC', currency: 'USD', origin: 'operator' } };
const slot = { machineId: 'VM-001', slot: 'A1', productId: 'p1', maxQuantity: 10 };
const after = (...facts: FleetFact[]): MachineState => facts.reduce(machine.evolve, machine.initial);
const filled = (left: number, added: number, bestBefore?: string): FleetFact => ({ type: 'StockRestocked', data: { ...slot, left, added, bestBefore } });
const taken = (left: number, quantity: number, sessionId = 's1'): FleetFact => ({ type: 'StockTaken', data: { ...slot, left, quantity, sessionId } });
const back = (left: number, quantity: number, sessionId = 's1'): FleetFact => ({ type: 'StockReturned', data: { ...slot, left, quantity, sessionId } });
const start: FleetFact[] = [registered, { type: 'SlotAssigned', data: slot }, filled(2, 2, '2026-12-02'), filled(5, 3, '2026-11-24'), filled(6, 1)];
const lotsOf = (state: MachineState) => (state.slots[0]?.lots ?? []).map(({ bestBefore, quantity }) => `${quantity} ${bestBefore}`);

describe('What is best before a day', () => {
  it('leaves a slot by its day, the earliest first, and comes back to where it was', () => {
    expect(lotsOf(after(...start))).toEqual(['3 2026-11-24', '2 2026-12-02']);
    expect(lotsOf(after(...start, taken(2, 4)))).toEqual(['1 2026-12-02']);
    expect(lotsOf(after(...start, taken(2, 4), back(6, 4)))).toEqual(['3 2026-11-24', '2 2026-12-02']);
    expect(lotsOf(after(...start, taken(2, 4), back(3, 1, 's2')))).toEqual(['2 2026-12-02']);
  });

  it('comes back without a day where it had none, though it comes back after what had one', () => {
    const one = [registered, { type: 'SlotAssigned', data: slot } as FleetFact, filled(1, 1), filled(2, 1, '2026-11-24')];
    expect(lotsOf(after(...one, taken(0, 2), back(1, 1), back(2, 1)))).toEqual(['1 2026-11-24']);
    expect(lotsOf(after(...one, filled(4, 2, '2026-12-02'), taken(1, 3), { type: 'StockTaken', data: { ...slot, left: 0, quantity: 1 } }, back(1, 1), back(2, 1)))).toEqual(['1 2026-11-24', '1 2026-12-02']);
  });

  it('is corrected downwards from the earliest day, upwards without one, and ends with the product', () => {
    expect(lotsOf(after(...start, { type: 'StockAdjusted', data: { ...slot, left: 2, change: -4, reason: 'counted' } }))).toEqual(['1 2026-12-02']);
    expect(lotsOf(after(...start, { type: 'StockAdjusted', data: { ...slot, left: 9, change: 3, reason: 'counted' } }))).toEqual(['3 2026-11-24', '2 2026-12-02']);
    expect(lotsOf(after(...start, { type: 'SlotAssigned', data: { ...slot, productId: 'p2' } }))).toEqual([]);
  });

  it('is never more than the slot holds, whatever is done with it', () => {
    const quantity = fc.integer({ min: 1, max: 6 });
    const bestBefore = fc.constantFrom(undefined, '2026-11-24', '2026-12-02', '2027-01-01');
    const sessionId = fc.constantFrom(undefined, 's1', 's2');
    const order = fc.oneof(
      fc.record({ type: fc.constant('StockSlot' as const), slot: fc.constant('A1'), productId: fc.constantFrom('p1', 'p2'), quantity, bestBefore }),
      fc.record({ type: fc.constantFrom('TakeStock' as const, 'ReturnStock' as const), slot: fc.constant('A1'), quantity, sessionId }),
      fc.record({ type: fc.constant('AdjustSlot' as const), slot: fc.constant('A1'), change: fc.integer({ min: -6, max: 6 }), reason: fc.constant('counted') }),
    );
    fc.assert(fc.property(fc.array(order, { maxLength: 30 }), (orders) => {
      let state = after(...start);
      for (const command of orders) {
        const facts = machine.decide(command, state);
        if (!isRefusal(facts)) state = facts.reduce(machine.evolve, state);
        for (const { left, lots = [] } of state.slots) {
          expect(lots.reduce((sum, lot) => sum + lot.quantity, 0)).toBeLessThanOrEqual(Math.max(0, left));
          expect(lots.every((lot, n) => lot.quantity > 0 && (n === 0 || lots[n - 1]!.bestBefore < lot.bestBefore))).toBe(true);
        }
      }
    }));
  });
});
