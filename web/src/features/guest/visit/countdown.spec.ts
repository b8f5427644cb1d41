import { asMinutes, secondsLeft, spokenCountdown } from './countdown.js';

describe('the countdown of a visit', () => {
  it('runs from what the server said', () => {
    expect([0, 400, 1000, 59_900, 60_000, 99_000].map((later) => secondsLeft(60, 5_000, 5_000 + later))).toEqual([60, 60, 59, 1, 0, 0]);
  });

  it('does not gain time when the clock is behind', () => {
    expect(secondsLeft(60, 5_000, 4_200)).toBe(60);
  });

  it('reads in minutes and seconds', () => {
    expect([272, 60, 9, 0].map(asMinutes)).toEqual(['4:32', '1:00', '0:09', '0:00']);
  });

  it('is said aloud only a few times', () => {
    const said = new Set(Array.from({ length: 301 }, (_, seconds) => spokenCountdown(seconds)));
    expect([...said].filter(Boolean)).toEqual(['10 seconds left', '30 seconds left', 'One minute left']);
  });
});
