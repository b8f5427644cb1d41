import fc from 'fast-check';
import { isAfterAny, isBeforeAll, isBeforeAny, nothingSeen, wasSeen, withSeen } from './seen.js';

const numbered = (key: string): [string, number] => [key.split(':')[0] as string, Number(key.split(':')[1])];
function isAfter(key: string, other: string): boolean {
  const [[epoch, number], [otherEpoch, otherNumber]] = [numbered(key), numbered(other)];
  return epoch === otherEpoch && number > otherNumber;
}

describe('What a visit\'s machine has reported', () => {
  const key = fc.oneof(fc.tuple(fc.constantFrom('0000cafe', '0000beef'), fc.integer({ min: 1, max: 600 })).map(([epoch, number]) => `${epoch}:${number}`), fc.constantFrom('a call', 'another:call', '__proto__:1'));

  it('is known again, and what came before or after it, as if each were compared with each', () => {
    fc.assert(fc.property(fc.array(key, { maxLength: 700 }), fc.array(key, { minLength: 1, maxLength: 20 }), (reported, asked) => {
      const seen = reported.reduce(withSeen, nothingSeen);
      expect(seen.count).toBe(reported.length);
      for (const one of asked) {
        expect(wasSeen(seen, one)).toBe(reported.includes(one));
        expect(isAfterAny(seen, one)).toBe(reported.some((other) => isAfter(one, other)));
        expect(isBeforeAny(seen, one)).toBe(reported.some((other) => isAfter(other, one)));
        expect(isBeforeAll(seen, one)).toBe(reported.every((other) => isAfter(other, one)));
      }
    }));
  });

  it('costs no more with each report, however many there were', () => {
    const keys = Array.from({ length: 20_000 }, (_, n) => `0000cafe:${n + 1}`);
    const before = keys.reduce(withSeen, nothingSeen);
    const after = withSeen(before, '0000cafe:20001');
    const copied = after.keys.filter((some) => !before.keys.includes(some));
    expect(copied.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(256);
    expect(after.keys.length).toBeLessThan(100);
    expect([wasSeen(before, '0000cafe:20001'), wasSeen(after, '0000cafe:20001'), wasSeen(after, '0000cafe:1')]).toEqual([false, true, true]);
  });

  it('costs no more either where each comes from a new epoch, as a board makes them up that loses its memory all the time', () => {
    const made = (n: number): string => `${n.toString(16).padStart(8, '0')}:1`;
    const seen = Array.from({ length: 2_000 }, (_, n) => made(n)).reduce(withSeen, nothingSeen);
    expect(seen.spans.size).toBeLessThan(100);
    expect([wasSeen(seen, made(0)), isAfterAny(seen, `${made(1_999).slice(0, 8)}:2`), isBeforeAll(seen, '0000cafe:1')]).toEqual([true, true, false]);
  });
});
