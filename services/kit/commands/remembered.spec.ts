import { Remembered } from './remembered.js';

const THREE = 3;
const key = (n: number): string => `stream-${n}`;

describe('What is remembered', () => {
  it('is what was used last, whether it was set or asked for, and never more than twice the least', () => {
    const remembered = new Remembered<number>(THREE);
    remembered.set(key(0), 0);
    for (let n = 1; n <= 100; n++) {
      remembered.set(key(n), n);
      expect(remembered.get(key(0))).toBe(0);
      expect(remembered.get(key(n))).toBe(n);
      const kept = Array.from({ length: n + 1 }, (_, its) => key(its)).filter((its) => peek(remembered, its));
      expect(kept.length).toBeLessThanOrEqual(2 * THREE);
    }
    expect(remembered.get(key(1))).toBeUndefined();
  });

  it('is always the latest value, also when an older one of the same key was about to be forgotten', () => {
    const remembered = new Remembered<number>(THREE);
    for (const [its, value] of [[0, 1], [1, 1], [2, 1], [0, 2], [3, 1], [4, 1], [5, 1]] as const) remembered.set(key(its), value);
    expect(remembered.get(key(0))).toBe(2);
  });

  it('is nothing any more once it was deleted, however old it was', () => {
    const remembered = new Remembered<number>(THREE);
    for (let n = 0; n < 4; n++) remembered.set(key(n), n);
    remembered.set(key(0), 10);
    remembered.delete(key(0));
    remembered.delete(key(1));
    expect([remembered.get(key(0)), remembered.get(key(1)), remembered.get(key(2))]).toEqual([undefined, undefined, 2]);
  });
});

/** Whether it is there, without counting as a use. */
function peek(remembered: Remembered<number>, its: string): boolean {
  const { young, old } = remembered as unknown as { young: Map<string, number>; old: Map<string, number> };
  return young.has(its) || old.has(its);
}
