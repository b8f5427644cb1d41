import { coalesce } from './coalesce.js';

/** A clock that goes when told. */
function clock() {
  let now = 0;
  let due: { at: number; then: () => void }[] = [];
  return {
    now: () => now,
    after: (ms: number, then: () => void) => void due.push({ at: now + ms, then }),
    go(ms: number) {
      now += ms;
      const ripe = due.filter(({ at }) => at <= now);
      due = due.filter(({ at }) => at > now);
      ripe.forEach(({ then }) => then());
    },
  };
}

describe('many changes', () => {
  it('are shown at once when they come alone', () => {
    const shown: string[][] = [];
    const time = clock();
    const change = coalesce<string>(350, (items) => shown.push(items), time);
    change(['sales']);
    time.go(1000);
    change(['alerts']);
    expect(shown).toEqual([['sales'], ['alerts']]);
  });

  it('are shown about three times a second in a burst, each kind once, and the last is not lost', () => {
    const shown: string[][] = [];
    const time = clock();
    const change = coalesce<string>(350, (items) => shown.push(items), time);
    for (let ms = 0; ms < 1000; ms += 10) {
      change([ms === 500 ? 'machines' : 'sales']);
      time.go(10);
    }
    time.go(350);
    expect(shown).toEqual([['sales'], ['sales'], ['sales', 'machines'], ['sales']]);
  });

  it('are shown though the clock on the wall was set back meanwhile', () => {
    jest.useFakeTimers();
    try {
      const shown: string[][] = [];
      const change = coalesce<string>(350, (items) => shown.push(items));
      change(['sales']);
      jest.setSystemTime(Date.now() - 3_600_000);
      change(['alerts']);
      jest.advanceTimersByTime(350);
      expect(shown).toEqual([['sales'], ['alerts']]);
    } finally {
      jest.useRealTimers();
    }
  });
});
