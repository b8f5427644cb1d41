import { amountComplaint, amountOf, isRefundable, refundNotes, remaining, takenText } from './refunds.js';

const line = { amount: 5.5, refundedAmount: 0, refundingAmount: 0, refunded: false, currency: 'USD', refunds: [] };
const refund = { refundId: 'r1', amount: 1.5, reason: 'warm', at: '2026-03-01T12:00:00.000Z' };

describe('What can be refunded', () => {
  it('is what is neither given back nor under way, to the cent', () => {
    expect(remaining({ ...line, amount: 0.3, refundedAmount: 0.1, refundingAmount: 0.1 })).toBe(0.1);
    expect(isRefundable({ ...line, refundedAmount: 4, refundingAmount: 1.5 })).toBe(false);
    expect(isRefundable(line)).toBe(true);
  });

  it.each([['', 'Please enter an amount, such as 1.50'], ['1.234', 'Please enter an amount, such as 1.50'], ['-1', 'Please enter an amount, such as 1.50'], ['0', 'The amount must be above zero'], ['5.51', 'At most $5.50 can still be refunded'], ['5.50', undefined], ['1,25', undefined]])(
    'of "%s" says: %s', (text, complaint) => expect(amountComplaint(text, 5.5, 'USD')).toBe(complaint));

  it('reads a comma as a point', () => expect(amountOf(' 1,25 ')).toBe(1.25));
});

describe('Beside the status', () => {
  it('stands what was given back, what is under way, and why the last one was refused', () => {
    expect(refundNotes(line)).toEqual([]);
    expect(refundNotes({ ...line, refundedAmount: 1.5, refundingAmount: 2, refunds: [{ ...refund, state: 'done' }] }).map(({ text }) => text)).toEqual(['$1.50 refunded', 'Refund of $2.00 under way']);
    expect(refundNotes({ ...line, refunds: [{ ...refund, state: 'refused', why: 'card account closed' }] })).toEqual([{ tone: 'warn', text: 'Refund of $1.50 refused: card account closed' }]);
    expect(refundNotes({ ...line, refunded: true, refundedAmount: 5.5, refunds: [{ ...refund, state: 'done' }] })).toEqual([]);
  });
});

it.each([['hand', 0, 'Refund of $2.00 recorded'], ['provider', 2, 'Refund of $2.00 is under way'], ['provider', 0, '$2.00 refunded']] as const)(
  'A refund by %s of which %s is under way is taken with: %s', (refundsBy, refundingAmount, text) => expect(takenText({ refundsBy, refundingAmount, currency: 'USD' }, 2)).toBe(text));
