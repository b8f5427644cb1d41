import { usageOf } from './usage.js';

describe('a usage bar', () => {
  it.each([[0, 'green'], [74, 'green'], [75, 'yellow'], [89, 'yellow'], [90, 'red'], [130, 'red']])('at %i of 100 is %s', (current, tone) => {
    expect(usageOf({ current, limit: 100 }).tone).toBe(tone);
  });

  it('never grows beyond its end, and still says how much it is', () => {
    expect(usageOf({ current: 3, limit: 2 })).toEqual({ text: '3 / 2', tone: 'red', percent: 100 });
  });

  it('is empty and green where there is no limit', () => {
    expect(usageOf({ current: 4_000, limit: -1 })).toEqual({ text: '4,000 / unlimited', tone: 'green', percent: 0 });
  });
});
