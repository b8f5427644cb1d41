import { freshnessNotes } from './freshness.js';

const item = { lots: [{ bestBefore: '2026-11-24', quantity: 3 }, { bestBefore: '2026-12-02', quantity: 2 }] };

describe('What is best before a day', () => {
  it('is to be taken out once that day is over, and told of a week ahead', () => {
    const textsOn = (today: string) => freshnessNotes(item, today).map(({ text }) => text);
    expect(textsOn('2026-11-25')).toEqual(['Take out 3, best before Nov 24, 2026', 'Soon: 2, best before Dec 2, 2026']);
    expect(textsOn('2026-11-24')).toEqual(['Soon: 3, best before Nov 24, 2026']);
    expect(textsOn('2026-11-16')).toEqual([]);
    expect(textsOn('2026-12-03')).toEqual(['Take out 5, best before Dec 2, 2026 or earlier']);
    expect(freshnessNotes({}, '2026-11-24')).toEqual([]);
  });
});
