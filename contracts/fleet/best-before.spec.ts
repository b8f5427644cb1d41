import { dueUnits } from './best-before.js';

describe('What is best before a day', () => {
  const slots = [{ lots: [{ bestBefore: '2026-11-24', quantity: 3 }, { bestBefore: '2026-12-02', quantity: 2 }] }, { lots: [{ bestBefore: '2026-12-02', quantity: 1 }] }, {}];

  it('is past once that day is over, and told of a week ahead, over all slots', () => {
    expect(dueUnits(slots, '2026-11-16')).toEqual({ past: 0, soon: 0 });
    expect(dueUnits(slots, '2026-11-24')).toEqual({ past: 0, soon: 3 });
    expect(dueUnits(slots, '2026-11-25')).toEqual({ past: 3, soon: 3 });
    expect(dueUnits(slots, '2026-12-03')).toEqual({ past: 6, soon: 0 });
  });
});
