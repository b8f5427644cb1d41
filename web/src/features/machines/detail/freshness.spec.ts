import { freshnessNote, pastUnits } from './freshness.js';

const item = { lots: [{ bestBefore: '2026-11-24', quantity: 3 }, { bestBefore: '2026-12-02', quantity: 2 }] };

describe('What is best before a day', () => {
  it('is to be taken out once that day is over, and told of a week ahead', () => {
    expect(freshnessNote(item, '2026-11-25')).toEqual({ text: 'Take out 3: best before Nov 24, 2026', isPast: true });
    expect(freshnessNote(item, '2026-11-24')).toEqual({ text: 'Soon: 3 best before Nov 24, 2026', isPast: false });
    expect(freshnessNote(item, '2026-11-17')?.isPast).toBe(false);
    expect(freshnessNote(item, '2026-11-16')).toBeUndefined();
    expect(freshnessNote({}, '2026-11-24')).toBeUndefined();
    expect(pastUnits(item, '2026-12-03')).toBe(5);
  });
});
