import type { SessionFact } from '@larder/contracts/vending.js';
import { stored, viewOf } from '@larder/kit/testing.js';
import { unpaidView } from './unpaid-view.js';

const visit = { sessionId: 's1', machineId: 'VM-001', currency: 'USD' };
const lines = [{ slot: 'A1', productId: 'p1', name: 'Cola', sku: 'COLA', category: 'Drinks', priceCents: 275, costCents: 80, quantity: 2 }];
const overdue: SessionFact = { type: 'SessionOverdue', data: { ...visit, totalCents: 550, lines } };
const paid: SessionFact = { type: 'SessionPaid', data: { ...visit, paymentId: 'pay_s1', method: 'card', paidAt: '2026-03-01T12:03:00.000Z', machine: { machineId: 'VM-001', name: 'Lobby', address: '', timeZone: 'UTC' }, lines, totalCents: 550 } };
const unpaidAfter = (...facts: SessionFact[]) => viewOf(unpaidView, 's1', stored(facts));

describe('A visit that nobody paid', () => {
  it('is what was taken in it, from when its case was opened', () => expect(unpaidAfter(overdue)).toEqual({ at: '2026-03-01T12:00:00.000Z', machineId: 'VM-001', lines }));

  it('is a sale as soon as it is paid, however late', () => {
    expect(unpaidAfter(overdue, paid)).toBeUndefined();
    expect(unpaidAfter(paid)).toBeUndefined();
  });

  it('is not one of which a hold brought a part, nor one of before it was noted what was taken', () => {
    expect(unpaidAfter({ ...overdue, data: { ...overdue.data, dueCents: 50 } })).toBeUndefined();
    expect(unpaidAfter({ ...overdue, data: { ...visit, totalCents: 550 } })).toBeUndefined();
  });
});
