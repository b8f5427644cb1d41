import { afterQuiet } from './quiet-hours.js';

const night = { from: '22:00', to: '07:00' };

describe('Quiet hours', () => {
  it.each([
    ['begin on time', '2026-03-02T02:59:00.000Z', '2026-03-02T02:59:00.000Z'],
    ['last over midnight', '2026-03-02T03:00:00.000Z', '2026-03-02T12:00:00.000Z'],
    ['end on time', '2026-03-02T12:00:00.000Z', '2026-03-02T12:00:00.000Z'],
    ['know seconds', '2026-03-02T11:59:59.500Z', '2026-03-02T12:00:00.000Z'],
    ['are an hour shorter when the clocks go forward', '2026-03-08T04:00:00.000Z', '2026-03-08T11:00:00.000Z'],
    ['are an hour longer when the clocks go back', '2026-11-01T03:00:00.000Z', '2026-11-01T12:00:00.000Z'],
  ])('%s', (_, at, until) => expect(afterQuiet(at, night, 'America/New_York')).toBe(until));

  it('lie within a day, too', () => {
    const noon = { from: '12:00', to: '13:30' };
    expect(afterQuiet('2026-03-01T11:59:00.000Z', noon, 'UTC')).toBe('2026-03-01T11:59:00.000Z');
    expect(afterQuiet('2026-03-01T12:10:00.000Z', noon, 'UTC')).toBe('2026-03-01T13:30:00.000Z');
  });

  it('that end in an hour the clocks leave out end when that is over', () => {
    expect(afterQuiet('2026-03-08T06:00:00.000Z', { from: '22:00', to: '02:30' }, 'America/New_York')).toBe('2026-03-08T07:00:00.000Z');
  });

  it('that end in an hour the clocks repeat end the first time', () => {
    expect(afterQuiet('2026-11-01T04:00:00.000Z', { from: '22:00', to: '01:30' }, 'America/New_York')).toBe('2026-11-01T05:30:00.000Z');
  });

  it('are those of a zone that is not whole hours away', () => {
    expect(afterQuiet('2026-03-01T17:00:00.000Z', night, 'Asia/Kathmandu')).toBe('2026-03-02T01:15:00.000Z');
  });
});
