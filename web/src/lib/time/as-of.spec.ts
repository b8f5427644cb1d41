import { asOfSearch, readAsOf, withAsOf } from './as-of.js';

const now = Date.parse('2026-03-01T12:00:00.000Z');

describe('The moment in the address', () => {
  it.each([
    ['2026-03-01T11:00:00Z', '2026-03-01T11:00:00.000Z'], ['2026-03-01T12:00:00+01:00', '2026-03-01T11:00:00.000Z'],
    ['2026-03-01T12:00:01Z', undefined], ['yesterday', undefined], ['', undefined],
  ])('%s reads as %s', (text, moment) => expect(readAsOf(new URLSearchParams({ asOf: text }), now)).toBe(moment));
  it('goes along with a link', () => expect(readAsOf(new URLSearchParams(asOfSearch('2026-03-01T11:00:00.000Z')), now)).toBe('2026-03-01T11:00:00.000Z'));
  it('of now is not spelled', () => expect(asOfSearch(undefined)).toBe(''));
  it('changes without the rest of the address', () => {
    const query = withAsOf(new URLSearchParams('page=2'), '2026-03-01T11:00:00.000Z');
    expect(query.get('page')).toBe('2');
    expect(String(withAsOf(query, undefined))).toBe('page=2');
  });
});
