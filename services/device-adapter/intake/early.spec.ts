import type { DeviceEvent } from '@larder/contracts/device.js';
import { Early } from './early.js';

const tap = (s: number, e = '0a1b2c3d'): DeviceEvent => ({ v: 1, e, s, at: 0, t: 'tap', tag: 'VM-001-042' });

describe('Events that came too early', () => {
  /** Those of one machine, and how to let the time pass for which the missing one is waited for. */
  function holding(...numbers: number[]) {
    let due: (() => void)[] = [];
    const waited: string[] = [];
    const early = new Early((_, work) => {
      due.push(work);
      return () => void (due = due.filter((one) => one !== work));
    }, (machineId, epoch) => waited.push(`${machineId}:${epoch}`));
    for (const s of numbers) early.hold('VM-001', tap(s));
    const pass = (): void => {
      const now = due;
      due = [];
      for (const one of now) one();
    };
    return {
      waited, pass, isWaiting: () => due.length > 0, timers: () => due.length, hold: (s: number, e?: string) => early.hold('VM-001', tap(s, e)),
      isHeld: (s: number, e?: string) => early.get('VM-001', tap(s, e).e, s) !== undefined,
      next: (reached: number) => early.next('VM-001', '0a1b2c3d', reached)?.s, giveUp: () => early.giveUp('VM-001', '0a1b2c3d').map(({ s }) => s),
    };
  }

  it('come out in their order once the missing one is there, and then nothing is waited for', () => {
    const { next, isWaiting } = holding(4, 3, 6);
    expect([next(2), next(3), next(4)]).toEqual([3, 4, undefined]);
    expect(isWaiting()).toBe(true);
    expect([next(5), next(6)]).toEqual([6, undefined]);
    expect(isWaiting()).toBe(false);
  });

  it('are held on while the machine has not sent them again often enough: it may have the missing one still', () => {
    const { waited, pass, giveUp, isWaiting } = holding(4, 4, 4, 4);
    pass();
    expect(waited).toEqual(['VM-001:0a1b2c3d']);
    expect(giveUp()).toEqual([]);
    expect(isWaiting()).toBe(true);
  });

  it('come out all together, in order, when the missing one is given up', () => {
    const { pass, giveUp, hold, isWaiting } = holding(5, 4, 4, 4, 4, 4);
    pass();
    expect(giveUp()).toEqual([4, 5]);
    expect(giveUp()).toEqual([]);
    hold(7);
    expect(isWaiting()).toBe(true);
  });

  it('are held in no larger number than a machine can have under way', () => {
    const { next } = holding(...Array.from({ length: 100 }, (_, n) => n + 2));
    const out: number[] = [];
    for (let s = next(1); s !== undefined; s = next(s)) out.push(s);
    expect(out).toEqual(Array.from({ length: 64 }, (_, n) => n + 2));
  });

  it('are held of few epochs, and those of the first are let go for those of a new one: the machine sends again what it misses', () => {
    const { hold, isHeld, timers } = holding();
    const epochs = Array.from({ length: 1000 }, (_, n) => n.toString(16).padStart(8, '0'));
    for (const epoch of epochs) hold(2, epoch);
    expect(timers()).toBe(4);
    expect(epochs.filter((epoch) => isHeld(2, epoch))).toEqual(epochs.slice(-4));
  });

  it('are let go when the machine is silent for long, and held anew when it sends them again', () => {
    const { pass, giveUp, hold, isHeld, isWaiting } = holding(4);
    let waits = 0;
    for (; isWaiting() && waits < 100; waits++) {
      pass();
      expect(giveUp()).toEqual([]);
    }
    expect(waits).toBe(15);
    expect(isHeld(4)).toBe(false);
    hold(4);
    expect([isHeld(4), isWaiting()]).toEqual([true, true]);
  });
});
