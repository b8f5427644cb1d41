import type { SessionFact } from '@larder/contracts/vending.js';
import { stored, viewOf } from '@larder/kit/testing.js';
import { unpaidLines, unpaidView } from './unpaid-view.js';

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

  it('is the rest where a hold brought a part, as each line lacks it in the sale, for good when it is given up', () => {
    const inPart: SessionFact = { ...overdue, data: { ...overdue.data, lines: [...lines, { ...(lines[0] as (typeof lines)[number]), slot: 'A2', productId: 'p2', priceCents: 125, quantity: 1 }], totalCents: 675, dueCents: 101 } };
    const restOf = (...facts: SessionFact[]) => [unpaidAfter(...facts)].flatMap((row) => (row ? unpaidLines(row as never) : [])).map(({ productId, units, restCents }) => [productId, units, restCents]);
    expect(restOf(inPart)).toEqual([['p1', 0, 82], ['p2', 0, 19]]);
    expect(restOf(inPart, paid)).toEqual([]);
    const givenUp: SessionFact = { type: 'SessionPaid', data: { ...(paid.data as Extract<SessionFact, { type: 'SessionPaid' }>['data']), totalCents: 500, unpaidCents: 50 } };
    expect(restOf(inPart, givenUp)).toEqual([['p1', 0, 50]]);
    expect(unpaidAfter(inPart, givenUp)).toMatchObject({ at: '2026-03-01T12:00:00.000Z' });
    expect(unpaidLines({ at: '', machineId: 'VM-001', lines })).toMatchObject([{ units: 2, priceCents: 275 }]);
  });

  it('is not one of before it was noted what was taken', () => expect(unpaidAfter({ ...overdue, data: { ...visit, totalCents: 550 } })).toBeUndefined());
});
