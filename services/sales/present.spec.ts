import { refundingAmount } from './present.js';
import type { SaleRow } from './sale-views.js';

const back = (amountCents: number, state: SaleRow['refunds'][number]['state']) => ({ refundId: `${state} ${amountCents}`, amountCents, reason: 'melted', state, at: '2022-01-03T15:00:00.000Z' });

describe('What is on its way back of a purchase', () => {
  it('is a sum of cents over all its lines', () => expect(refundingAmount([{ refunds: [back(10, 'asked')] }, { refunds: [back(20, 'asked')] }])).toBe(0.3));
  it('is nothing that was given or refused already', () => expect(refundingAmount([{ refunds: [back(10, 'done'), back(150, 'asked'), back(25, 'refused')] }])).toBe(1.5));
});
