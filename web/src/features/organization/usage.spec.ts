import { overPlanText, usageOf, warningsOf } from './usage.js';

describe('a usage bar', () => {
  it.each([[0, 'green'], [74, 'green'], [75, 'yellow'], [89, 'yellow'], [90, 'red'], [130, 'red']])('at %i of 100 is %s', (current, tone) => {
    expect(usageOf({ current, limit: 100 }).tone).toBe(tone);
  });

  it('never grows beyond its end, and still says how much it is', () => {
    expect(usageOf({ current: 3, limit: 2 })).toEqual({ text: '3 / 2', tone: 'red', percent: 100 });
    expect(usageOf({ current: 1, limit: 0 })).toEqual({ text: '1 / 0', tone: 'red', percent: 100 });
    expect(usageOf({ current: 0, limit: 0 })).toEqual({ text: '0 / 0', tone: 'green', percent: 0 });
  });

  it('is empty and green where there is no limit', () => {
    expect(usageOf({ current: 4_000, limit: -1 })).toEqual({ text: '4,000 / unlimited', tone: 'green', percent: 0 });
  });
});

it('from three quarters on there is a sentence as well', () => {
  const meters = { machines: { current: 3, limit: 2 }, users: { current: 8, limit: 8 }, transactions: { current: 1_500, limit: 2_000 } };
  expect(warningsOf(meters, 'Growth')).toEqual(['You use 3 of 2 machines, more than Growth includes.', 'You use 8 of 8 team members, all that Growth includes.', 'You use 1,500 of 2,000 transactions.']);
  expect(warningsOf({ ...meters, machines: { current: 7, limit: 1 }, users: { current: 0, limit: 8 }, transactions: { current: 0, limit: 2_000 } }, 'Essential')).toEqual(['You use 7 of 1 machine, more than Essential includes.']);
  expect(warningsOf({ ...meters, machines: { current: 9, limit: -1 }, users: { current: 1, limit: 8 }, transactions: { current: 0, limit: 2_000 } }, 'Growth')).toEqual([]);
});

it('as far as the plan has room everything keeps working, and machines beyond that can only be looked at', () => {
  const works = 'Everything keeps working, and guests are never turned away.';
  expect([overPlanText(5, 5), overPlanText(40, -1)]).toEqual([works, works]);
  expect(overPlanText(6, 5)).toBe('Your plan has room for 5 of your 6 machines. The newest ones go on selling, and can be looked at, not changed.');
});
