import { present, refundingAmount } from './present.js';
import type { SaleRow } from './sale-views.js';

const back = (amountCents: number, state: SaleRow['refunds'][number]['state']) => ({ refundId: `${state} ${amountCents}`, amountCents, reason: 'melted', state, at: '2022-01-03T15:00:00.000Z' });

const row: SaleRow = {
  id: 's1.0', when: '2022-01-03 2022-01-03T15:00:00.000Z', day: '2022-01-03', saleId: 's1', reference: 's1', ending: 's1', soldAt: '2022-01-03T15:00:00.000Z', timeKnown: true, machineId: 'VM-1', machineName: 'Lobby', address: '', method: 'card', currency: 'USD',
  productId: 'cola', name: 'Cola', sku: 'COLA', category: 'Drinks', quantity: 1, unitPriceCents: 200, costCents: 40, totalCents: 200, refundedCents: 0, refunds: [],
};

it('A line is refunded when all of its money was given back: a free one never is', () => {
  const isRefunded = (change: Partial<SaleRow>): boolean => present({ ...row, ...change }, 'UTC').refunded;
  expect([isRefunded({ refundedCents: 199 }), isRefunded({ refundedCents: 200 }), isRefunded({ totalCents: 0, unitPriceCents: 0 })]).toEqual([false, true, false]);
});

describe('What is on its way back of a purchase', () => {
  it('is a sum of cents over all its lines', () => expect(refundingAmount([{ refunds: [back(10, 'asked')] }, { refunds: [back(20, 'asked')] }])).toBe(0.3));
  it('is nothing that was given or refused already', () => expect(refundingAmount([{ refunds: [back(10, 'done'), back(150, 'asked'), back(25, 'refused')] }])).toBe(1.5));
});
