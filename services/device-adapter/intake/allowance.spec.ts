import { Allowance } from './allowance.js';

describe('What a machine may say', () => {
  let now = 0;
  const floods = (allowance: Allowance, channel: 'evt' | 'tel', times: number): number => Array.from({ length: times }, () => allowance.permits('VM-1', channel)).filter(Boolean).length;
  beforeEach(() => void (now = 0));

  it('ends for telemetry before it ends for events', () => {
    const allowance = new Allowance(() => now);
    expect(floods(allowance, 'tel', 5_000)).toBe(1_501);
    expect(floods(allowance, 'evt', 5_000)).toBe(499);
    expect(allowance.permits('VM-1', 'tel')).toBe(false);
  });

  it('comes back with time, and never becomes more than it was', () => {
    const allowance = new Allowance(() => now);
    floods(allowance, 'evt', 5_000);
    now = 1_000;
    expect(floods(allowance, 'evt', 5_000)).toBe(200);
    now = 500;
    expect(floods(allowance, 'evt', 5)).toBe(0);
    now = 1_500; // a clock that was put back costs nothing
    expect(floods(allowance, 'evt', 5_000)).toBe(200);
    now = 3_600_000;
    expect(floods(allowance, 'evt', 5_000)).toBe(2_000);
  });

  it('is each machine\'s own', () => {
    const allowance = new Allowance(() => now);
    floods(allowance, 'evt', 5_000);
    expect(allowance.permits('VM-2', 'tel')).toBe(true);
  });

  describe('for good', () => {
    /** Speaks for so many seconds; answers what was stored. */
    const tells = (allowance: Allowance, perSecond: number, seconds: number): number => {
      let stored = 0;
      for (let second = 0; second < seconds; second++, now += 1_000) {
        for (let n = 0; n < perSecond; n++) {
          if (!allowance.permits('VM-1', 'evt')) continue;
          allowance.keeps('VM-1', 1);
          stored++;
        }
      }
      return stored;
    };
    const DAY = 86_400_000;

    it('is what a machine can have to tell: one that never stops fills nobody\'s disk', () => {
      const allowance = new Allowance(() => now);
      const stored = tells(allowance, 200, 3_600);
      expect(stored).toBeGreaterThanOrEqual(100_000);
      expect(stored).toBeLessThan(101_000);
      expect(allowance.permits('VM-1', 'tel')).toBe(true); // it is still known to be there
      expect(tells(allowance, 1, 86_400)).toBeLessThanOrEqual(20_000);
      now += 30 * DAY;
      expect(tells(allowance, 200, 600)).toBeGreaterThanOrEqual(100_000);
    });

    it('holds up none that comes back with ten thousand reports of three days, or tells fifty a second for half an hour', () => {
      const allowance = new Allowance(() => now);
      expect(tells(allowance, 200, 50)).toBe(10_000);
      expect(tells(allowance, 50, 1_800)).toBe(90_000);
    });

    it('is not used up by what is sent again, of which nothing is kept', () => {
      const allowance = new Allowance(() => now);
      for (let n = 0; n < 600; n++, now += 1_000) expect(floods(allowance, 'evt', 200)).toBe(200);
      expect(tells(allowance, 200, 50)).toBe(10_000);
    });
  });
});
