import { readAlertFilters, writeAlertFilters } from './alert-filters.js';

describe('the filters of the alerts', () => {
  it('are the unresolved ones when nothing was chosen', () => {
    expect(readAlertFilters(new URLSearchParams())).toEqual({ isResolved: false, page: 1 });
  });

  it.each(['', 'status=resolved&type=low_stock&severity=high&page=2'])('come back as they were: %s', (query) => {
    expect(writeAlertFilters(readAlertFilters(new URLSearchParams(query))).toString()).toBe(query);
  });

  it('ignore what makes no sense', () => {
    expect(readAlertFilters(new URLSearchParams('status=x&type=x&severity=x&page=x'))).toEqual({ isResolved: false, page: 1 });
  });
});
