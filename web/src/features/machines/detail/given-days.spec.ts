import { givenFor, noteGiven } from './given-days.js';

const HOUR_MS = 3_600_000;

describe('The day that was given last for a product', () => {
  it('is offered for that product alone, until it is over', () => {
    noteGiven('cola', '2026-12-02');
    noteGiven('cola', '2026-12-09');
    noteGiven('bar', '2027-03-01');
    expect(givenFor('cola', '2026-12-01')).toBe('2026-12-09');
    expect(givenFor('cola', '2026-12-09')).toBe('2026-12-09');
    expect(givenFor('cola', '2026-12-10')).toBeUndefined();
    expect(givenFor('water', '2026-12-01')).toBeUndefined();
  });

  it('is of this round, not of last week', () => {
    noteGiven('juice', '2026-12-02', HOUR_MS);
    expect(givenFor('juice', '2026-11-27', 12 * HOUR_MS)).toBe('2026-12-02');
    expect(givenFor('juice', '2026-11-27', 14 * HOUR_MS)).toBeUndefined();
  });
});
