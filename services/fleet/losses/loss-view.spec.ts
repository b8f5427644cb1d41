import type { FleetFact } from '@larder/contracts/fleet.js';
import { stored, viewOf } from '@larder/kit/testing.js';
import { lossView, type LossRow } from './loss-view.js';

const slot = { machineId: 'VM-001', slot: 'A1', productId: 'p1', maxQuantity: 10 };
const adjusted = (change: number, left: number, more: object = {}): FleetFact => ({ type: 'StockAdjusted', data: { ...slot, left, change, reason: 'counted', ...more } });
const moved = (type: 'StockTaken' | 'StockReturned', quantity: number, left: number, more: object = {}): FleetFact => ({ type, data: { ...slot, left, quantity, ...more } });

/** What becomes of one fact, as kind and units; nothing where nothing was lost. */
function lossOf(one: FleetFact): [kind: string, units: number] | undefined {
  const [fact] = stored([one]);
  const row = fact && viewOf<FleetFact, LossRow>(lossView, fact.id, [fact]);
  return row && [row.kind, row.units];
}

describe('What a machine lost', () => {
  it('is what somebody says became of it, at the price it had in its slot', () => {
    const facts = stored([adjusted(-3, 4, { reason: 'Expired', cause: 'expired', ownPriceCents: 350 })]);
    expect(viewOf(lossView, facts[0]?.id ?? '', facts)).toEqual({ at: '2026-03-01T12:00:00.000Z', machineId: 'VM-001', productId: 'p1', kind: 'expired', units: 3, ownPriceCents: 350 });
  });

  it.each([
    ['3 out of date, thrown away', 'expired'], ['Best before was yesterday', 'expired'], ['SPOILED', 'expired'], ['mouldy', 'expired'], ['can leaked', 'damaged'], ['broken', 'damaged'], ['Stolen by a guest', 'stolen'], ['counted', 'missing'], ['unbroken seal, miscounted', 'missing'],
  ])('is read from a reason of before it was asked for: %j is %s', (reason, kind) => expect(lossOf(adjusted(-2, 1, { reason }))).toEqual([kind, 2]));

  it('is no more than the books had, and what they count below nothing was never found', () => {
    expect(lossOf(adjusted(3, 5))).toEqual(['found', 3]);
    expect(lossOf(adjusted(1_194, 4))).toEqual(['found', 4]);
    expect(lossOf(adjusted(5, 0))).toBeUndefined();
    expect(lossOf(moved('StockTaken', 1_200, -1_190))).toEqual(['outside', 10]);
  });

  it('is less what was entered by mistake and taken back', () => expect(lossOf(adjusted(2, 6, { reason: 'Expired', cause: 'expired' }))).toEqual(['expired', -2]));

  it('is less what a guest turns out to have taken before the count, on the day of the count, under what that called it', () => {
    const told = (more: object) => stored<FleetFact>([{ type: 'StockCountExplained', data: { machineId: 'VM-001', slot: 'A1', productId: 'p1', countedAt: '2026-02-28T18:00:00.000Z', reason: 'counted', what: 'taken', quantity: 2, missing: -1, found: 1, sessionId: 's1', ownPriceCents: 350, ...more } }]);
    const facts = told({});
    const row = { at: '2026-02-28T18:00:00.000Z', machineId: 'VM-001', productId: 'p1', ownPriceCents: 350 };
    expect(viewOf(lossView, facts[0]?.id ?? '', facts)).toEqual({ ...row, kind: 'missing', units: -1 });
    expect(viewOf(lossView, `${facts[0]?.id}:found`, facts)).toEqual({ ...row, kind: 'found', units: 1 });
    const stolen = told({ reason: 'Stolen by a guest', quantity: 1, found: 0 });
    expect(lossView.rows(stolen[0] as never)).toHaveLength(1);
    expect(viewOf(lossView, stolen[0]?.id ?? '', stolen)).toMatchObject({ kind: 'stolen', units: -1 });
  });

  it('is what left while nobody was served, or after the end of a visit, less what came back; what guests take is none', () => {
    expect(lossOf(moved('StockTaken', 2, 4))).toEqual(['outside', 2]);
    expect(lossOf(moved('StockReturned', 1, 5))).toEqual(['outside', -1]);
    expect(lossOf(moved('StockTaken', 2, 4, { sessionId: 's1' }))).toBeUndefined();
    expect(lossOf(moved('StockReturned', 1, 5, { sessionId: 's1' }))).toBeUndefined();
    expect(lossOf(moved('StockTaken', 2, 4, { sessionId: 's1', afterEnd: true }))).toEqual(['outside', 2]);
    expect(lossOf(moved('StockReturned', 1, 5, { sessionId: 's1', afterEnd: true }))).toEqual(['outside', -1]);
    expect(lossOf({ type: 'StockRestocked', data: { ...slot, left: 4, added: 4 } })).toBeUndefined();
  });
});
