import { defaultFilters, filtersChanged, presetOf, presets, rangeOf, readFilters, writeFilters, type Filters } from './filters.js';

const today = '2024-03-10';
const defaults = defaultFilters(today);

describe('the periods of the dashboard', () => {
  it.each([
    ['today', '2024-03-10', '2024-03-10'], ['yesterday', '2024-03-09', '2024-03-09'], ['last7', '2024-03-04', '2024-03-10'],
    ['last30', '2024-02-10', '2024-03-10'], ['thisMonth', '2024-03-01', '2024-03-10'], ['lastMonth', '2024-02-01', '2024-02-29'],
  ] as const)('%s is %s to %s', (preset, startDate, endDate) => {
    expect(rangeOf(preset, today)).toEqual({ startDate, endDate });
  });

  it('cross the turn of the year', () => {
    expect(rangeOf('lastMonth', '2025-01-01')).toEqual({ startDate: '2024-12-01', endDate: '2024-12-31' });
    expect(rangeOf('yesterday', '2025-01-01')).toEqual({ startDate: '2024-12-31', endDate: '2024-12-31' });
  });

  it('are recognised by their days', () => {
    expect(presets.map((preset) => presetOf(rangeOf(preset, today), today))).toEqual([...presets]);
    expect(presetOf({ startDate: '2022-01-01', endDate: '2022-06-30' }, today)).toBeUndefined();
  });
});

describe('the badge Filters changed', () => {
  it('is not there while what is chosen is what is shown', () => {
    expect(filtersChanged(defaults, defaults, today)).toBe(false);
  });

  const changes: Partial<Filters>[] = [
    { dateRange: rangeOf('lastMonth', today) }, { machineStatus: 'offline' }, { alertSeverity: 'high' }, { comparisonPeriod: 'previous' }, { showTrends: false },
  ];
  it.each(changes)('appears with %j', (change) => {
    expect(filtersChanged({ ...defaults, ...change }, defaults, today)).toBe(true);
  });

  it('is always there for a range that is none of the presets', () => {
    const own = { ...defaults, dateRange: { startDate: '2024-01-05', endDate: '2024-01-06' } };
    expect(filtersChanged(own, own, today)).toBe(true);
  });
});

describe('the filters in the address', () => {
  it('leave out what is usual', () => {
    expect(writeFilters(defaults, today).toString()).toBe('');
  });

  it.each<Partial<Filters>>([
    {}, { dateRange: rangeOf('thisMonth', today), comparisonPeriod: 'previous' }, { dateRange: { startDate: '2022-01-01', endDate: '2022-06-30' }, showTrends: false },
    { machineStatus: 'maintenance', alertSeverity: 'low' },
  ])('come back as they were: %j', (change) => {
    const filters = { ...defaults, ...change };
    expect(readFilters(writeFilters(filters, today), today)).toEqual(filters);
  });

  it.each(['from=2026-01-40&to=2026-01-41', 'from=2026-02-01&to=2026-02-31', 'from=0001-01-01&to=2026-02-01'])('are the usual ones where a day is none of the calendar: %s', (query) => {
    expect(readFilters(new URLSearchParams(query), today).dateRange).toEqual(rangeOf('last7', today));
  });

  it('move with the days when a preset was chosen', () => {
    const query = writeFilters({ ...defaults, dateRange: rangeOf('last30', today) }, today);
    expect(readFilters(query, '2024-03-11').dateRange).toEqual(rangeOf('last30', '2024-03-11'));
  });

  it('read as the usual ones when they make no sense', () => {
    expect(readFilters(new URLSearchParams('from=2024-03-10&to=2024-01-01&status=broken&severity=x&range=never'), today)).toEqual(defaults);
  });
});
