import type { Offer, SessionFact } from '@larder/contracts/vending.js';
import { returnedUnpaid } from './returned-unpaid.js';

const visit = { sessionId: 's1', machineId: 'VM-001' };
const cola: Offer = { slot: 'A1', productId: 'p1', name: 'Cola', sku: 'COLA', category: 'Drinks', priceCents: 275, costCents: 80 };
const started: SessionFact = {
  type: 'SessionStarted',
  data: { ...visit, nfcSessionId: 'VM-001-042', machine: { machineId: 'VM-001', name: 'Lobby', address: '12 Ocean Avenue', timeZone: 'UTC' }, currency: 'USD', offers: [cola], flow: 'pay-after', expiresAt: '2026-03-01T12:05:00.000Z' },
};
const unplaced = (what: 'taken' | 'returned', why: 'after_end' | 'not_held'): SessionFact => ({ type: 'UnplacedItemReported', data: { ...visit, key: 'e:9', slot: 'A1', quantity: 1, what, why } });

it('counts what came back and was still billed, not what was laid down and picked up again', () => {
  expect(returnedUnpaid([started, unplaced('returned', 'after_end'), unplaced('returned', 'not_held')], 'p1')).toBe(2);
  expect(returnedUnpaid([started, unplaced('returned', 'not_held'), unplaced('taken', 'not_held')], 'p1')).toBe(0);
  expect(returnedUnpaid([started, unplaced('returned', 'after_end')], 'p1')).toBe(1);
  expect(returnedUnpaid([started, unplaced('returned', 'after_end')], 'p2')).toBe(0);
});

it('counts what the guest has less than was billed in the end, in whatever order it was moved after the bill', () => {
  const [back, away] = [unplaced('returned', 'after_end'), unplaced('taken', 'after_end')];
  expect(returnedUnpaid([started, back, away], 'p1')).toBe(0); // put back, and taken along after all
  expect(returnedUnpaid([started, away, back], 'p1')).toBe(0); // the one that was on no bill came back
  expect(returnedUnpaid([started, away], 'p1')).toBe(0);
  expect(returnedUnpaid([started, away, back, back], 'p1')).toBe(1);
});

it('does not count what a slot had more of before the door was open', () => {
  const opened: SessionFact = { type: 'DoorOpened', data: { ...visit, key: 'e:10' } };
  expect(returnedUnpaid([started, unplaced('returned', 'not_held'), opened], 'p1')).toBe(0);
  expect(returnedUnpaid([started, opened, unplaced('returned', 'not_held')], 'p1')).toBe(1);
});
