import { setImmediate as turn } from 'node:timers/promises';
import { Together } from './together.js';

describe('What several want in one turn of the event loop', () => {
  it('is made once for each key, and anew in the next turn', async () => {
    const together = new Together<number>();
    let made = 0;
    const one = (key: string): number => together.one(key, () => (made += 1));
    expect([one('a'), one('a'), one('b')]).toEqual([1, 1, 2]);
    await Promise.resolve();
    expect(one('a')).toBe(1);
    await turn();
    expect([one('a'), one('b'), one('b')]).toEqual([3, 4, 4]);
  });
});
