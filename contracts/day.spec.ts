import { askedDay, dayIn } from './day.js';

describe('A day that is asked about', () => {
  it.each(['1900-01-01', '2024-02-29', '2026-03-01', '2999-12-31'])('may be %s', (day) => expect(askedDay.safeParse(day).success).toBe(true));
  it.each(['0000-00-00', '2026-00-10', '2026-02-29', '2026-04-31', '2026-13-01', '1899-12-31', '3000-01-01', '2026-3-1', ''])('is never %s', (day) => expect(askedDay.safeParse(day).success).toBe(false));
});

it('days of the first centuries have four digits of a year like all others', () => {
  expect(dayIn('America/New_York', '0020-02-29T00:00:00Z')).toMatch(/^0020-02-2\d$/);
});
