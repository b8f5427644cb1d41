import { cancelRefusal, payRefusal, unheard } from './refusals.js';

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

describe('a guest whose phone has no connection', () => {
  const offline = { ok: false, code: 'NETWORK', message: 'Network error. Please check your connection.' } as const;

  it('is told that what they take is counted all the same', () => {
    expect(unheard(offline, true)).toBe('Network error. Please check your connection. The machine counts what you take all the same. This screen catches up by itself.');
    expect(unheard(offline, false)).toBe('Network error. Please check your connection. This screen catches up by itself.');
    expect(unheard({ ...offline, code: 'INTERNAL', message: 'Out of order' }, true)).toBe('Out of order');
  });

  it('is told that nothing was charged, unless they may have paid before', () => {
    expect(payRefusal(offline, true)).toBe('Network error. Please check your connection. Nothing was charged.');
    expect(payRefusal(offline, false)).toBe('Network error. Please check your connection.');
    expect(payRefusal({ ...offline, code: 'INTERNAL', message: '' }, true)).toBe('Payment processing failed. Please try again.');
  });
});
