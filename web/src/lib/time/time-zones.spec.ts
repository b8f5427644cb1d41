import { formatDateTime } from '../money-and-time.js';
import { allZones, shownZone, zoneChoices } from './time-zones.js';

it('a zone that this browser has never heard of is shown by the browser\'s own clock, and no page ends over it', () => {
  const at = '2026-03-10T12:00:00Z';
  expect([shownZone('Asia/Tokyo'), shownZone('Europe/Atlantis')]).toEqual(['Asia/Tokyo', Intl.DateTimeFormat().resolvedOptions().timeZone]);
  expect(formatDateTime(at, 'Europe/Atlantis')).toBe(formatDateTime(at));
  expect(formatDateTime(at, 'Asia/Tokyo')).toBe('Mar 10, 2026, 9:00 PM');
});

it('zones to choose from are those the browser lists, and none where it lists none', () => {
  expect(allZones()).toContain('Europe/Zurich');
  expect(zoneChoices('Europe/Atlantis').slice(0, 2)).toEqual([{ value: 'Europe/Atlantis', label: 'Europe/Atlantis' }, { value: 'UTC', label: 'UTC' }]);
  const { supportedValuesOf } = Intl;
  Reflect.deleteProperty(Intl, 'supportedValuesOf');
  expect(allZones()).toEqual([]);
  Intl.supportedValuesOf = supportedValuesOf;
});
