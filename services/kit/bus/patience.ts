/** How long answers are waited for, with one timer for all who wait: a timer for each costs a question between parts of one process a tenth of its time. */

/** Whoever waits does so for seconds. */
const LOOK_MS = 50;

export class Patience {
  private readonly waiting = new Map<() => void, number>();
  private looks = 0;
  private looking: NodeJS.Timeout | undefined;

  /** `over` is called after `ms`, or up to two looks (100 ms) later, unless it is called off. A process that stands still meanwhile runs nobody's time down. */
  begin(over: () => void, ms: number): void {
    this.waiting.set(over, this.looks + 1 + Math.ceil(ms / LOOK_MS));
    this.looking ??= setInterval(this.look, LOOK_MS);
  }

  callOff(over: () => void): void {
    this.waiting.delete(over);
  }

  private readonly look = (): void => {
    if (this.waiting.size === 0) {
      clearInterval(this.looking);
      this.looking = undefined;
    }
    this.looks += 1;
    for (const [over, until] of this.waiting) {
      if (this.looks < until) continue;
      this.waiting.delete(over);
      over();
    }
  };
}
