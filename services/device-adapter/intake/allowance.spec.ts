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
});
