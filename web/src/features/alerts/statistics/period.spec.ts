import { readPeriod, withEnd, writePeriod } from './period.js';

const march = { startDate: '2026-03-01', endDate: '2026-03-31' };

describe('the period of the statistics', () => {
  it('is the last 30 days unless days were chosen', () => {
    expect(readPeriod(new URLSearchParams(), '2026-03-30')).toEqual({ startDate: '2026-03-01', endDate: '2026-03-30' });
    expect(readPeriod(new URLSearchParams(march), '2026-06-01')).toEqual(march);
    expect(readPeriod(new URLSearchParams({ startDate: '2026-03-31', endDate: '2026-03-31' }), '2026-06-01')).toEqual({ startDate: '2026-03-31', endDate: '2026-03-31' });
    expect(readPeriod(new URLSearchParams({ startDate: '2026-03-31', endDate: '2026-03-01' }), '2026-03-30').endDate).toBe('2026-03-30');
    expect(readPeriod(new URLSearchParams({ startDate: '2026-01-40', endDate: '2026-01-41' }), '2026-03-30').endDate).toBe('2026-03-30');
  });

  it('leaves what else the address says', () => {
    const shown = new URLSearchParams('tab=statistics&type=low_stock&startDate=2026-01-01&endDate=2026-01-02');
    expect(writePeriod(march, shown).toString()).toBe('tab=statistics&type=low_stock&startDate=2026-03-01&endDate=2026-03-31');
    expect(writePeriod(undefined, shown).toString()).toBe('tab=statistics&type=low_stock');
  });

  it('never ends before it begins', () => {
    expect(withEnd(march, { startDate: '2026-04-02' })).toEqual({ startDate: '2026-04-02', endDate: '2026-04-02' });
    expect(withEnd(march, { endDate: '2026-02-01' })).toEqual({ startDate: '2026-02-01', endDate: '2026-02-01' });
    expect(withEnd(march, { endDate: undefined })).toBeUndefined();
  });
});
