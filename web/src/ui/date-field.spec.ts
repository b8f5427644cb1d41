import dayjs from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat.js';
import { dayFormats } from './date-field.js';

dayjs.extend(customParseFormat);

/** As the calendar reads what is typed: the first that fits exactly. */
const read = (typed: string) => dayFormats.map((format) => dayjs(typed, format, true)).find((date) => date.isValid())?.format('YYYY-MM-DD');

describe('A day', () => {
  it.each(['Nov 21, 2026', 'Nov 21 2026', 'November 21, 2026', '2026-11-21', '11/21/2026', '21.11.2026'])('can be typed as %s', (typed) => {
    expect(read(typed)).toBe('2026-11-21');
  });

  it.each([['3/4/2026', '2026-03-04'], ['03/04/2026', '2026-03-04'], ['4.3.2026', '2026-03-04'], ['04.03.2026', '2026-03-04'], ['tomorrow', undefined]])('%s is %s', (typed, day) => {
    expect(read(typed)).toBe(day);
  });
});
