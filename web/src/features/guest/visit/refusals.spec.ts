import { cancelRefusal } from './refusals.js';

describe('a visit that cannot be cancelled', () => {
  it('names what is to be returned', () => {
    const data = { itemsToReturn: [{ name: 'Cola', quantity: 2 }, { name: 'Water', quantity: 1 }] };
    expect(cancelRefusal({ ok: false, code: 'CANCELLATION_BLOCKED', message: 'Please return items first', data })).toBe('Cannot cancel - please return items first: 2x Cola, 1x Water');
  });

  it('otherwise says what the server says', () => {
    expect(cancelRefusal({ ok: false, code: 'SESSION_NOT_OPEN', message: 'No session found' })).toBe('No session found');
    expect(cancelRefusal({ ok: false, code: 'CANCELLATION_BLOCKED', message: 'Please return items first' })).toBe('Please return items first');
    expect(cancelRefusal({ ok: false, code: 'INTERNAL', message: '' })).toBe('Failed to cancel session');
  });

  it('says so when the server could not be reached', () => {
    expect(cancelRefusal({ ok: false, code: 'NETWORK', message: 'x' })).toBe('Failed to cancel session. Please try again.');
  });
});
