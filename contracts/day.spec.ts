import { askedDay, dayIn, hourIn, startOfDay } from './day.js';

describe('A day that is asked about', () => {
  it.each(['1900-01-01', '2024-02-29', '2026-03-01', '2999-12-31'])('may be %s', (day) => expect(askedDay.safeParse(day).success).toBe(true));
  it.each(['0000-00-00', '2026-00-10', '2026-02-29', '2026-04-31', '2026-13-01', '1899-12-31', '3000-01-01', '2026-3-1', ''])('is never %s', (day) => expect(askedDay.safeParse(day).success).toBe(false));
});

it('days of the first centuries have four digits of a year like all others', () => {
  expect(dayIn('America/New_York', '0020-02-29T00:00:00Z')).toMatch(/^0020-02-2\d$/);
});

it('days are the same where a platform writes dates in another way', () => {
  const { prototype } = Intl.DateTimeFormat;
  const usual = Object.getOwnPropertyDescriptor(prototype, 'format') as PropertyDescriptor;
  Object.defineProperty(prototype, 'format', { ...usual, get: () => () => '11/23/2026' });
  const day = dayIn('Europe/Zurich', '2026-11-22T23:30:00Z');
  Object.defineProperty(prototype, 'format', usual);
  expect(day).toBe('2026-11-23');
});

it.each([
  ['America/New_York', '2022-03-13', '2022-03-13T05:00:00.000Z'], ['Asia/Kolkata', '2022-01-01', '2021-12-31T18:30:00.000Z'], ['Pacific/Auckland', '2022-04-03', '2022-04-02T11:00:00.000Z'],
  ['America/St_Johns', '2022-11-06', '2022-11-06T02:30:00.000Z'], ['America/Santiago', '2022-09-11', '2022-09-11T04:00:00.000Z'], ['Africa/Cairo', '2024-04-26', '2024-04-25T22:00:00.000Z'],
  ['Asia/Amman', '2021-10-29', '2021-10-28T21:00:00.000Z'], ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z'], ['America/Santiago', '2026-04-05', '2026-04-05T04:00:00.000Z'], ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00.000Z'],
])('in %s %s begins at %s, also where clocks leave midnight out or show it twice', (timeZone, day, at) => {
  expect(startOfDay(timeZone, day)).toBe(at);
  const justBefore = new Date(Date.parse(at) - 1).toISOString();
  expect(dayIn(timeZone, at)).toBe(day);
  expect(dayIn(timeZone, justBefore) < day).toBe(true);
});

it.each([['Europe/Berlin', '2026-03-29T00:59:00Z', 1], ['Europe/Berlin', '2026-03-29T01:00:00Z', 3], ['America/New_York', '2026-11-26T05:00:00Z', 0], ['Asia/Kolkata', '2026-11-26T18:29:59Z', 23]])('the clock in %s shows at %s the hour %i', (timeZone, at, hour) => {
  expect(hourIn(timeZone, at)).toBe(hour);
});
