import { axisLabels } from './axis-labels.js';

describe('Labels of days', () => {
  it('say below bars of several years which year it is, once each', () => {
    expect(axisLabels(['2026-11-24', '2026-11-25', '2026-11-26'], 3)).toEqual(['Nov 24', 'Nov 25', 'Nov 26']);
    expect(axisLabels(['2024-12-01', '2025-01-01', '2025-02-01', '2026-01-01'], 9)).toEqual([['Dec 1', '2024'], ['Jan 1', '2025'], 'Feb 1', ['Jan 1', '2026']]);
    expect(axisLabels(['2024-12-01', '2025-01-01', '2025-02-01', '2026-01-01'], 2)).toEqual([['Dec 1', '2024'], '', ['Feb 1', '2025'], '']);
  });
});
