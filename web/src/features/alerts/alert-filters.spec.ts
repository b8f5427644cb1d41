import { readAlertFilters, writeAlertFilters } from './alert-filters.js';

describe('the filters of the alerts', () => {
  it('are the unresolved ones when nothing was chosen', () => {
    expect(readAlertFilters(new URLSearchParams())).toEqual({ isResolved: false, page: 1 });
  });

  it.each(['', 'status=resolved&type=low_stock&severity=high&page=2', 'handling=snoozed&assigned=me'])('come back as they were: %s', (query) => {
    expect(writeAlertFilters(readAlertFilters(new URLSearchParams(query))).toString()).toBe(query);
  });

  it('leave what else the address says', () => {
    const shown = new URLSearchParams('page=3&type=low_stock&startDate=2026-03-01&endDate=2026-03-31');
    expect(writeAlertFilters({ isResolved: true, page: 1 }, shown).toString()).toBe('startDate=2026-03-01&endDate=2026-03-31&status=resolved');
  });

  it('know no handling of what is resolved', () => {
    expect(readAlertFilters(new URLSearchParams('status=resolved&handling=snoozed'))).toEqual({ isResolved: true, page: 1 });
  });

  it('ignore what makes no sense', () => {
    expect(readAlertFilters(new URLSearchParams('status=x&type=x&severity=x&handling=x&assigned=x&page=x'))).toEqual({ isResolved: false, page: 1 });
  });
});
