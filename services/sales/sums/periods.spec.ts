import { spansOf } from './periods.js';

const spans = (startDate: string, endDate: string, grouping: 'day' | 'week' | 'month') => spansOf({ startDate, endDate }, grouping);

describe('The periods of a range', () => {
  it('by day are its days, each compared with the day before', () => {
    expect(spans('2024-02-28', '2024-03-01', 'day').map(({ startDate, earlier, period }) => [startDate, earlier.startDate, period])).toEqual([
      ['2024-02-28', '2024-02-27', { year: 2024, month: 2, day: 28 }], ['2024-02-29', '2024-02-28', { year: 2024, month: 2, day: 29 }], ['2024-03-01', '2024-02-29', { year: 2024, month: 3, day: 1 }],
    ]);
  });

  it('by week go from Monday to Sunday, cut to the range and compared with the same weekdays', () => {
    expect(spans('2026-02-26', '2026-03-10', 'week')).toEqual([
      { startDate: '2026-02-26', endDate: '2026-03-01', period: { year: 2026, week: 9 }, earlier: { startDate: '2026-02-19', endDate: '2026-02-22' } },
      { startDate: '2026-03-02', endDate: '2026-03-08', period: { year: 2026, week: 10 }, earlier: { startDate: '2026-02-23', endDate: '2026-03-01' } },
      { startDate: '2026-03-09', endDate: '2026-03-10', period: { year: 2026, week: 11 }, earlier: { startDate: '2026-03-02', endDate: '2026-03-03' } },
    ]);
  });

  it.each([['2026-12-31', 2026, 53], ['2027-01-03', 2026, 53], ['2027-01-04', 2027, 1], ['2024-12-30', 2025, 1], ['2023-01-01', 2022, 52]])('names the week of %s as the calendar does: %s, %s', (day, year, week) => {
    expect(spans(day, day, 'week')[0]?.period).toEqual({ year, week });
  });

  it('by month compare a whole month with the whole one before, and a part with the same dates', () => {
    expect(spans('2026-01-15', '2026-03-31', 'month')).toEqual([
      { startDate: '2026-01-15', endDate: '2026-01-31', period: { year: 2026, month: 1 }, earlier: { startDate: '2025-12-15', endDate: '2025-12-31' } },
      { startDate: '2026-02-01', endDate: '2026-02-28', period: { year: 2026, month: 2 }, earlier: { startDate: '2026-01-01', endDate: '2026-01-31' } },
      { startDate: '2026-03-01', endDate: '2026-03-31', period: { year: 2026, month: 3 }, earlier: { startDate: '2026-02-01', endDate: '2026-02-28' } },
    ]);
    expect(spans('2026-03-01', '2026-03-30', 'month')[0]?.earlier).toEqual({ startDate: '2026-02-01', endDate: '2026-02-28' });
  });

  it('of a range that ends before it begins are none', () => expect(spans('2026-03-02', '2026-03-01', 'week')).toEqual([]));
});
