import { ago, formatDay, formatDays, plural } from './format.js';
import { formatAmount } from './money-and-time.js';

const now = Date.parse('2026-03-10T12:00:00Z');

describe('figures on screens', () => {
  it('show money in its own currency', () => {
    expect(formatAmount(1234.5)).toBe('$1,234.50');
    expect(formatAmount(2, 'EUR')).toBe('€2.00');
  });

  it('show a day as that day, whatever zone the browser is in', () => {
    expect(formatDay('2022-01-01')).toBe('Jan 1, 2022');
  });

  it.each([['2022-01-30', '2022-02-02', 'Jan 30 – Feb 2, 2022'], ['2022-01-01', '2026-11-25', 'Jan 1, 2022 – Nov 25, 2026'], ['2026-11-25', '2026-11-25', 'Nov 25, 2026']])(
    'show the days from %s to %s as %s', (first, last, shown) => expect(formatDays(first, last)).toBe(shown));

  it('count one thing and many things', () => {
    expect([plural(1, 'transaction'), plural(0, 'transaction'), plural(4109, 'purchase')]).toEqual(['1 transaction', '0 transactions', '4,109 purchases']);
  });

  it.each([
    ['2026-03-10T11:59:30Z', 'Just now'], ['2026-03-10T11:55:00Z', '5m ago'], ['2026-03-10T09:00:00Z', '3h ago'],
    ['2026-03-08T11:00:00Z', '2d ago'], ['2026-03-10T11:59:00Z', '1m ago'], ['2026-03-10T11:00:00Z', '1h ago'], ['2026-03-09T12:00:00Z', '1d ago'], ['2026-03-10T12:00:09Z', 'Just now'], [null, 'Never'],
  ])('say of %s that it was %s', (at, said) => {
    expect(ago(at, now)).toBe(said);
  });
});
