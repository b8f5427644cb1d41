import { alertsTrend, growthTrend, machinesTrend } from './trends.js';

describe('the trend of machines online', () => {
  it.each([[8, 10, 'increase'], [7, 10, 'neutral'], [5, 10, 'neutral'], [4, 10, 'decrease'], [0, 3, 'decrease']] as const)('with %i of %i is %s', (online, total, direction) => {
    expect(machinesTrend(online, total)?.direction).toBe(direction);
  });

  it.each([[0, 603, 0], [3, 603, 1], [2, 3, 67], [600, 603, 99], [603, 603, 100]])('with %i of %i says %i %', (online, total, percent) => {
    expect(machinesTrend(online, total)?.text).toBe(`${percent}% online`);
  });

  it('is not there without machines', () => {
    expect(machinesTrend(0, 0)).toBeUndefined();
  });
});

describe('the trend of active alerts', () => {
  it('is bad with any high one, so-so with a medium one, else good', () => {
    expect(alertsTrend({ high: 2, medium: 5 })).toEqual({ direction: 'decrease', text: '2 high' });
    expect(alertsTrend({ high: 1, medium: 0 })).toEqual({ direction: 'decrease', text: '1 high' });
    expect(alertsTrend({ high: 0, medium: 5 })).toEqual({ direction: 'neutral', text: '5 medium' });
    expect(alertsTrend({ high: 0, medium: 0 })).toEqual({ direction: 'increase', text: '0 high' });
  });
});

describe('growth', () => {
  it('compares with the period before', () => {
    expect(growthTrend(110, 100)).toEqual({ direction: 'increase', text: '+10.0% vs previous period' });
    expect(growthTrend(75, 100)).toEqual({ direction: 'decrease', text: '-25.0% vs previous period' });
    expect(growthTrend(100, 100)).toEqual({ direction: 'neutral', text: '0.0% vs previous period' });
  });

  it('is a dash when there was nothing before', () => {
    expect(growthTrend(110, 0)).toEqual({ direction: 'none', text: '— vs previous period' });
  });

  it('is a dash when more was given back before than was sold', () => {
    expect(growthTrend(10, -5)).toEqual({ direction: 'none', text: '— vs previous period' });
  });

  it('that rounds to nothing has no sign', () => {
    expect(growthTrend(99.99, 100)).toEqual({ direction: 'neutral', text: '0.0% vs previous period' });
  });
});
