import { emptyText, exportQuery, narrowed, periodBadge, readSalesFilters, writeSalesFilters } from './sales-filters.js';

const read = (query: string) => readSalesFilters(new URLSearchParams(query));

describe('the filters of the sales list', () => {
  it('are the last 30 days when nothing was chosen', () => {
    expect(read('')).toEqual({ machineId: '', timeframe: '30d', page: 1 });
    expect(periodBadge(read(''))).toBe('Showing last 30 days');
  });

  it.each([['7d', 'Showing last 7 days'], ['90d', 'Showing last 90 days'], ['1y', 'Showing last 1 year'], ['nonsense', 'Showing last 30 days']])('say of timeframe %s: %s', (timeframe, badge) => {
    expect(periodBadge(read(`timeframe=${timeframe}`))).toBe(badge);
  });

  it('have no badge with chosen days or without a limit', () => {
    expect(periodBadge(read('startDate=2022-01-01'))).toBeUndefined();
    expect(periodBadge(read('timeframe=all'))).toBeUndefined();
  });

  it.each(['', 'machineId=VM-001&paymentMethod=cash&startDate=2022-01-01&endDate=2022-06-30&page=3', 'timeframe=all', 'timeframe=7d&page=2', 'transaction=a_-b1234&page=2'])('come back as they were: %s', (query) => {
    expect(writeSalesFilters(read(query)).toString()).toBe(query);
  });

  it('return to page 1 when one of them changes', () => {
    expect(narrowed(read('page=4'), { paymentMethod: 'card' }).page).toBe(1);
  });

  it('hold either days or a timeframe, whichever was chosen last', () => {
    const days = narrowed(read('timeframe=7d'), { startDate: '2022-01-01' });
    expect(days).toEqual({ machineId: '', startDate: '2022-01-01', page: 1 });
    expect(narrowed(days, { timeframe: '90d' })).toEqual({ machineId: '', timeframe: '90d', page: 1 });
    expect(narrowed(days, { startDate: undefined })).toEqual({ machineId: '', timeframe: '30d', page: 1 });
  });

  it('are all left aside for a transaction that is named, and the transaction for any of them', () => {
    const named = narrowed(read('machineId=VM-001&startDate=2026-01-01&page=2'), { transaction: 'k3j4h5g6' });
    expect(named).toEqual({ machineId: '', transaction: 'k3j4h5g6', timeframe: 'all', page: 1 });
    expect(narrowed(named, { machineId: 'VM-002' })).toEqual({ machineId: 'VM-002', timeframe: '30d', page: 1 });
    expect(writeSalesFilters(narrowed(named, { transaction: '' })).toString()).toBe('');
    expect(periodBadge(named)).toBeUndefined();
    expect(emptyText(named, {})).toContain('No transaction ends in k3j4h5g6.');
  });

  it('ignore what makes no sense', () => {
    expect(read('paymentMethod=gold&startDate=yesterday&page=-2')).toEqual(read(''));
    expect(read('startDate=2026-02-31&endDate=2026-13-01')).toEqual(read(''));
  });

  it('say that nothing was found because no machine is called so', () => {
    expect(emptyText(read('machineId=VM-01'), {})).toBe('No machine is called VM-01, or it has not sold anything yet.');
    expect(emptyText(read('machineId=vm-001'), { machineId: 'VM-001' })).toBe('No sales transactions match your current filters.');
    expect(emptyText(read(''), {})).toBe('No sales transactions match your current filters.');
  });

  it.each([['', { timeframe: '30d' }], ['timeframe=all', { timeframe: 'all' }], ['startDate=2022-01-01', { startDate: '2022-01-01', timeframe: undefined }], ['endDate=2022-06-30', { endDate: '2022-06-30', timeframe: 'all' }], ['machineId= VM-1 &paymentMethod=cash', { machineId: 'VM-1', paymentMethod: 'cash' }]])('export what they show: %s', (query, asked) => {
    expect(exportQuery(read(query), 'csv')).toMatchObject(asked);
  });
});
