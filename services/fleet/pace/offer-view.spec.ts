import type { FleetFact } from '@larder/contracts/fleet.js';
import { stored, viewOf } from '@larder/kit/testing.js';
import { offerView, type Offer } from './offer-view.js';

const slot = { machineId: 'VM-001', slot: 'A1', productId: 'cola', maxQuantity: 10 };
const assigned = (productId = 'cola'): FleetFact => ({ type: 'SlotAssigned', data: { ...slot, productId } });
const filled = (added: number, left: number, productId = 'cola'): FleetFact => ({ type: 'StockRestocked', data: { ...slot, productId, added, left } });
const taken = (quantity: number, left: number): FleetFact => ({ type: 'StockTaken', data: { ...slot, quantity, left, sessionId: 's1' } });
const returned = (quantity: number, left: number): FleetFact => ({ type: 'StockReturned', data: { ...slot, quantity, left, sessionId: 's1' } });
const adjusted = (change: number, left: number): FleetFact => ({ type: 'StockAdjusted', data: { ...slot, change, left, reason: 'counted' } });
const cleared: FleetFact = { type: 'SlotCleared', data: { machineId: 'VM-001', slot: 'A1' } };

const day = (n: number): string => `2026-03-${String(n).padStart(2, '0')}T12:00:00.000Z`;
const cola = { slot: 'A1', productId: 'cola' };

/** Each fact on its day of March. */
function offersAfter(...facts: [day: number, fact: FleetFact][]): readonly Offer[] | undefined {
  const told = stored(facts.map(([, fact]) => fact)).map((fact, n) => ({ ...fact, meta: { ...fact.meta, at: day(facts[n]?.[0] ?? 0) } }));
  return viewOf(offerView, 'VM-001', told)?.offers;
}

describe('What a slot has to sell', () => {
  it('is there from when it is filled until the last unit is gone, and again from then on', () => {
    expect(offersAfter([1, assigned()], [2, filled(4, 4)], [3, taken(3, 1)], [5, taken(1, 0)], [8, filled(9, 9)])).toEqual([{ ...cola, from: day(2), until: day(5) }, { ...cola, from: day(8) }]);
  });
  it('is what is put back into an empty slot, or found there by a count', () => {
    expect(offersAfter([1, filled(1, 1)], [2, taken(1, 0)], [3, returned(1, 1)], [4, adjusted(-1, 0)], [6, adjusted(2, 2)])).toEqual([{ ...cola, from: day(1), until: day(2) }, { ...cola, from: day(3), until: day(4) }, { ...cola, from: day(6) }]);
  });
  it('is nothing where the books are below nothing still', () => {
    expect(offersAfter([1, taken(2, -2)], [2, filled(2, 0)])).toBeUndefined();
    expect(offersAfter([1, taken(2, -2)], [2, filled(3, 1)])).toEqual([{ ...cola, from: day(2) }]);
  });
  it('ends where the slot is given free, or to something else', () => {
    expect(offersAfter([1, filled(4, 4)], [3, cleared])).toEqual([{ ...cola, from: day(1), until: day(3) }]);
    expect(offersAfter([1, filled(4, 4)], [3, assigned('chips')], [4, filled(2, 2, 'chips')])).toEqual([{ ...cola, from: day(1), until: day(3) }, { slot: 'A1', productId: 'chips', from: day(4) }]);
  });
  it('goes on where only the par level is set, and where more is put in', () => expect(offersAfter([1, filled(4, 4)], [3, assigned()], [4, filled(2, 6)])).toEqual([{ ...cola, from: day(1) }]));
  it('is forgotten four weeks after it has ended', () => {
    expect(offersAfter([1, filled(1, 1)], [2, taken(1, 0)], [30, filled(1, 1)])).toHaveLength(2);
    expect(offersAfter([1, filled(1, 1)], [2, taken(1, 0)], [31, filled(1, 1)])).toEqual([{ ...cola, from: day(31) }]);
  });
  it('costs no row to be written while something is left', () => expect(stored([taken(1, 3), returned(1, 4), filled(2, 6), adjusted(-1, 5)]).flatMap((fact) => offerView.rows(fact))).toEqual([]));
});
