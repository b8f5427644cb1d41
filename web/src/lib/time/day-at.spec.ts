import { dayAt } from './day-at.js';

it('a day in a zone that this browser has never heard of is told by the browser\'s own clock', () => {
  const at = '2026-03-10T20:00:00Z';
  expect(dayAt('Asia/Tokyo', at)).toBe('2026-03-11');
  expect(dayAt('Europe/Atlantis', at)).toBe(dayAt(Intl.DateTimeFormat().resolvedOptions().timeZone, at));
});
