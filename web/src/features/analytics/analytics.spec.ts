import { isPeriod, readAnalyticsFilters, usualPeriods, writeAnalyticsFilters } from './analytics-filters.js';
import { alsoAt, housesOf, withLosses } from './houses.js';
import { costOf, formatPercent, growth, growthBetween, hourLabel, periodLabel } from './figures.js';

const read = (query: string) => readAnalyticsFilters(new URLSearchParams(query));

describe('The filters of analytics', () => {
  it('are the last 30 days by day, as an overview', () => {
    expect(read('')).toEqual({ machineId: '', groupBy: 'day', view: 'overview', compare: true, exportType: 'sales', exportFormat: 'csv', by: 'machine', columns: ['revenue', 'profit', 'transactions', 'units'] });
    expect(read('groupBy=hour&view=secrets&startDate=soon&format=exe')).toEqual(read(''));
    expect(read('by=guest&columns=secrets')).toEqual(read(''));
    expect(read('by=house&split=product')).toEqual(read('by=house'));
    expect(read('startDate=2026-02-31&endDate=2026-13-01')).toEqual(read(''));
  });
  it.each(['', 'startDate=2022-01-01&endDate=2022-06-30&groupBy=week&view=trends', 'compare=none&type=summary&format=pdf', 'machineId=VM-001&view=machines', 'view=report&by=month&split=product&columns=revenue%2Cunits'])('come back as they were: %s', (query) => {
    expect(writeAnalyticsFilters(read(query)).toString()).toBe(query);
  });
});

it('Most questions are about the last 30 days, this month or the one before', () => {
  const daysOf = (today: string) => usualPeriods(today).map(({ days }) => days);
  expect(daysOf('2026-03-31')).toEqual([{}, { startDate: '2026-03-01', endDate: '2026-03-31' }, { startDate: '2026-02-01', endDate: '2026-02-28' }]);
  expect(daysOf('2026-01-01')).toEqual([{}, { startDate: '2026-01-01', endDate: '2026-01-01' }, { startDate: '2025-12-01', endDate: '2025-12-31' }]);
  const shown = (query: string) => usualPeriods('2026-03-31').find(({ days }) => isPeriod(days, read(query)))?.label;
  expect([shown(''), shown('startDate=2026-02-01&endDate=2026-02-28&view=machines'), shown('startDate=2026-03-01')]).toEqual(['Last 30 days', 'Last month', undefined]);
});

it.each([[0, '12 AM'], [9, '9 AM'], [12, '12 PM'], [23, '11 PM']])('Hour %i is read as %s', (hour, text) => expect(hourLabel(hour).replace(/\s/, ' ')).toBe(text));

it('The machines of a house come to one figure, however its address is written', () => {
  const at = (address: string, name: string, totalRevenue: number, totalTransactions: number) => ({ machineId: name, name, address, totalRevenue, totalTransactions, avgTransactionValue: 0, totalQuantity: totalTransactions + 1, stood: [{ startDate: '2026-03-01', endDate: '2026-03-10' }], lost: { units: 2, cost: 1.1, price: 2.2, unitsWithoutCost: 1 } });
  const { lost } = at('', '', 0, 0);
  expect(housesOf([at('2 Hill', 'Attic', 9.5, 1), at('1 Main', 'Lobby', 8.1, 2), at('1, MAIN ', 'Pool', 2.2, 1), at('', 'Bar', -1, 0), at('', 'Van', -2, 0)])).toEqual([
    { key: 'at 1 main', address: '1 Main', machines: ['Lobby', 'Pool'], totalRevenue: 10.3, totalTransactions: 3, avgTransactionValue: 3.43, totalQuantity: 5, lost: { units: 4, cost: 2.2, price: 4.4, unitsWithoutCost: 2 } },
    { key: 'at 2 hill', address: '2 Hill', machines: ['Attic'], totalRevenue: 9.5, totalTransactions: 1, avgTransactionValue: 9.5, totalQuantity: 2, lost },
    { key: 'by itself Bar', address: 'Bar', machines: ['Bar'], totalRevenue: -1, totalTransactions: 0, avgTransactionValue: 0, totalQuantity: 1, lost },
    { key: 'by itself Van', address: 'Van', machines: ['Van'], totalRevenue: -2, totalTransactions: 0, avgTransactionValue: 0, totalQuantity: 1, lost },
  ]);
  expect(housesOf([at('1 Main', 'Lobby', 8, 2), { ...at('1 Main', 'Pool', 2, 1), lost: null }])[0]?.lost).toBeNull();
  const van = (machineId: string) => ({ ...at('', 'Van', 1, 1), machineId });
  expect(new Set(housesOf([van('VM-1'), van('VM-2'), { ...at('VM-1', 'Van', 1, 1), machineId: 'VM-3' }]).map(({ key }) => key)).size).toBe(3);
});

it('A machine that was moved is in each of its houses with its days there, and the others are with none', () => {
  const at = (address: string, machineId: string, totalRevenue: number, ...stood: { startDate: string; endDate: string }[]) => ({ machineId, name: machineId, address, totalRevenue, totalTransactions: 1, avgTransactionValue: totalRevenue, totalQuantity: 1, stood, lost: null });
  const places = [at('1 Main', 'Lobby', 9, { startDate: '2026-03-01', endDate: '2026-03-10' }, { startDate: '2026-03-20', endDate: '2026-03-20' }), at('2 Hill', 'Lobby', 5, { startDate: '2026-03-10', endDate: '2026-03-31' }), at('2 Hill', 'Pool', 3, { startDate: '2026-03-01', endDate: '2026-03-31' }), at('3 Sea', 'Lobby', -1)];
  expect(housesOf(places).map(({ address, machines, totalRevenue }) => [address, machines, totalRevenue])).toEqual([
    ['1 Main', ['Lobby (Mar 1 – Mar 10, 2026 and Mar 20, 2026)'], 9], ['2 Hill', ['Lobby (Mar 10 – Mar 31, 2026)', 'Pool'], 8], ['3 Sea', ['Lobby (before, with something given back since)'], -1],
  ]);
  expect(['Lobby', 'Pool'].map((machineId) => alsoAt({ machineId, address: '2 Hill.' }, places))).toEqual([['1 Main', '3 Sea'], []]);
});

it('A machine is shown with what it lost wherever it stood, also one that sold nothing', () => {
  const at = (address: string, machineId: string, totalRevenue: number, units: number | null) => ({ machineId, name: machineId, address, totalRevenue, totalTransactions: 1, avgTransactionValue: totalRevenue, totalQuantity: 1, stood: [], lost: units === null ? null : { units, cost: units / 2, price: units, unitsWithoutCost: 0 } });
  const { stood: _, lost: __, ...lobby } = at('2 Hill', 'Lobby', 9, null);
  const places = [at('1 Main', 'Lobby', 4, 1), at('2 Hill', 'Lobby', 5, 2), at('3 Sea', 'Pool', 0, 4)];
  expect(withLosses({ machines: [lobby], places }).map(({ machineId, address, totalRevenue, lost }) => [machineId, address, totalRevenue, lost])).toEqual([
    ['Lobby', '2 Hill', 9, { units: 3, cost: 1.5, price: 3, unitsWithoutCost: 0 }], ['Pool', '3 Sea', 0, { units: 4, cost: 2, price: 4, unitsWithoutCost: 0 }],
  ]);
  expect(withLosses({ machines: [lobby], places: [at('1 Main', 'Lobby', 9, null)] })[0]?.lost).toBeNull();
});

describe('A figure', () => {
  it('without anything to compare with is a dash', () => {
    expect(growth(null)).toEqual({ direction: 'none', text: '—' });
    expect(growthBetween(5, 0)).toEqual({ direction: 'none', text: '— vs previous period' });
    expect(growthBetween(5, -10)).toEqual({ direction: 'none', text: '— vs previous period' });
    expect(formatPercent(null)).toBe('—');
  });
  it('of what was lost is a dash where its cost is not known of any unit', () => {
    expect([costOf({ units: 2, unitsWithoutCost: 2, cost: 0 }, 'USD'), costOf({ units: 2, unitsWithoutCost: 1, cost: 1.5 }, 'USD'), costOf({ units: 0, unitsWithoutCost: 0, cost: 0 }, 'USD')]).toEqual(['—', '$1.50', '$0.00']);
  });
  it('grows green, falls red, and stays 0.0%', () => {
    expect(growth(12.34)).toEqual({ direction: 'increase', text: '+12.3%' });
    expect(growth(221934)).toEqual({ direction: 'increase', text: '+221,934.0%' });
    expect(growth(-5)).toEqual({ direction: 'decrease', text: '-5.0%' });
    expect(growth(0)).toEqual({ direction: 'neutral', text: '0.0%' });
    expect(growthBetween(99.99, 100).text).toBe('0.0% vs previous period');
    expect(growthBetween(150, 100).text).toBe('+50.0% vs previous period');
  });
  it.each([['day', '2026-03-02', '2026-03-02', 'Mar 2, 2026'], ['week', '2026-03-02', '2026-03-08', 'Mar 2 – Mar 8, 2026'], ['week', '2025-12-29', '2026-01-04', 'Dec 29, 2025 – Jan 4, 2026'], ['month', '2026-02-01', '2026-02-28', 'February 2026'], ['month', '2026-02-01', '2026-02-27', 'Feb 1 – Feb 27, 2026'], ['month', '2026-02-02', '2026-02-28', 'Feb 2 – Feb 28, 2026'], ['month', '2026-03-01', '2026-03-01', 'Mar 1, 2026']] as const)(
    'of a %s from %s to %s is that of %4$s', (groupBy, startDate, endDate, label) => expect(periodLabel({ startDate, endDate }, groupBy)).toBe(label));
});
