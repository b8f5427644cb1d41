import type { PayoutCase } from '@larder/contracts/vending/payouts.js';
import { caseText } from './case-text.js';

const one: PayoutCase = { id: 'c', what: 'missing', kind: 'charge', day: '2026-03-09', ref: 'cs_1', expected: 3.2, found: null, currency: 'USD', openedAt: '2026-03-10T08:00:00.000Z', state: 'open' };

it('a difference says what is there, what should be, and what is missing', () => {
  expect(caseText(one)).toBe('A charge of $3.20 is in no payout by Mar 9, 2026');
  expect(caseText({ ...one, state: 'closed', closedBy: 'po_2' })).toBe('A charge of $3.20 was missing and came with payout po_2');
  expect(caseText({ ...one, what: 'different', found: 3 })).toBe('A charge was paid out as $3.00; it should be $3.20 (-$0.20)');
  expect(caseText({ ...one, what: 'unknown', kind: 'refund', expected: null, found: 1 })).toBe('A refund of $1.00 was paid out that no sale accounts for');
});
