import { toShow } from './to-show.js';

describe('What is shown', () => {
  it('is what was asked for before, until the next answer is there', () => expect(toShow({ data: 'June', isError: false })).toBe('June'));
  it('is nothing of it once that has failed', () => expect(toShow({ data: 'June', isError: true })).toBeUndefined());
  it('stays when the same cannot be read anew', () => expect(toShow({ data: 'July', currentData: 'July', isError: true })).toBe('July'));
});
