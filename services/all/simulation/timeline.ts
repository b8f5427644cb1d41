/** Time of a simulated day: every timer of the process waits on it, and it moves only when it is told to. */
import { syncBuiltinESMExports } from 'node:module';
import timers, { setImmediate as realImmediate } from 'node:timers';
import promises from 'node:timers/promises';
import type { Clock } from '@larder/kit/time.js';

interface Timer {
  at: number;
  /** Between repeats; undefined for once. */
  every: number | undefined;
  run: () => void;
  /** Timers of a process that has died never fire. */
  owner: number;
}

/** So many turns of the event loop without anything done are taken for quiet: nothing in here waits for the outside. */
const IDLE_TURNS = 6;
/** A timer may be late; what looks around twice a second need not do so on a day that takes a second. */
const COARSE_MS = 4_000;
/** Nothing that comes to rest at all takes so many rounds. */
const MOST_ROUNDS = 20_000;
const turn = (): Promise<void> => new Promise((next) => realImmediate(next));

export class Timeline {
  /** Whatever works says so here, and is waited for. */
  busy = 0;
  /** The process whose timers are made now. */
  owner = 0;
  /** What the clock on the wall is ahead, ms. */
  ahead = 0;
  /** As a defect: what is due is never looked at. */
  deaf = false;
  private ms = Date.parse('2026-03-01T08:00:00.000Z');
  private readonly timers = new Map<number, Timer>();
  private made = 0;

  get now(): number {
    return this.ms;
  }

  /** The clock given to the product. */
  readonly clock: Clock = {
    now: () => new Date(this.ms + this.ahead),
    after: (ms, run) => {
      const timer = this.set(this.deaf ? Number.MAX_SAFE_INTEGER : Math.max(ms, COARSE_MS), run);
      return () => void this.timers.delete(timer);
    },
  };

  set(ms: number, run: () => void, every?: number): number {
    this.timers.set(++this.made, { at: this.ms + Math.max(0, ms), every, run, owner: this.owner });
    return this.made;
  }

  clear(timer: number): void {
    this.timers.delete(timer);
  }

  /** Of the world, not of a process: goes on whatever dies. */
  sleep(ms: number): Promise<void> {
    return new Promise((woken) => {
      const timer = this.set(ms, woken);
      (this.timers.get(timer) as Timer).owner = 0;
    });
  }

  /** A process has died. */
  forget(owner: number): void {
    for (const [id, timer] of this.timers) if (timer.owner === owner) this.timers.delete(id);
  }

  /** Lets time pass; whatever comes of one timer has come to rest before the next. */
  async pass(ms: number): Promise<void> {
    const end = this.ms + ms;
    await this.quiet();
    for (let next = this.next(end); next; next = this.next(end)) {
      const [id, timer] = next;
      this.ms = Math.max(this.ms, timer.at);
      if (timer.every === undefined) this.timers.delete(id);
      else timer.at = this.ms + timer.every;
      timer.run();
      await this.quiet();
    }
    this.ms = end;
  }

  /** Resolves when nobody has anything left to do but wait. */
  async quiet(): Promise<void> {
    let before = -1;
    for (let rounds = 0; before !== this.busy; rounds++) {
      if (rounds > MOST_ROUNDS) throw new Error('Nothing comes to rest any more');
      before = this.busy;
      for (let turns = 0; turns < IDLE_TURNS; turns++) await turn();
    }
  }

  private next(end: number): [number, Timer] | undefined {
    let first: [number, Timer] | undefined;
    for (const entry of this.timers) if (entry[1].at <= end && (!first || entry[1].at < first[1].at)) first = entry;
    return first;
  }

  /** Puts itself in the place of the process's timers; answers how to give them back. */
  install(): () => void {
    const kept = { global: { ...pick(globalThis) }, timers: { ...pick(timers) }, pause: promises.setTimeout };
    const own = this.own();
    Object.assign(globalThis, own);
    Object.assign(timers, own);
    promises.setTimeout = this.pause as typeof promises.setTimeout;
    syncBuiltinESMExports();
    return () => {
      Object.assign(globalThis, kept.global);
      Object.assign(timers, kept.timers);
      promises.setTimeout = kept.pause;
      syncBuiltinESMExports();
    };
  }

  private own() {
    const handle = (id: number) => {
      const self = { id, unref: () => self, ref: () => self, hasRef: () => false, refresh: () => self, close: () => this.clear(id), [Symbol.toPrimitive]: () => id };
      return self;
    };
    const clear = (timer?: { id: number } | number): void => this.clear(typeof timer === 'object' ? timer.id : (timer ?? 0));
    return {
      setTimeout: (run: (...all: unknown[]) => void, ms = 0, ...all: unknown[]) => handle(this.set(ms, () => run(...all))),
      setInterval: (run: (...all: unknown[]) => void, ms = 0, ...all: unknown[]) => handle(this.set(ms, () => run(...all), Math.max(ms, COARSE_MS))),
      clearTimeout: clear, clearInterval: clear,
    };
  }

  private readonly pause = <T>(ms = 0, value?: T, { signal }: { signal?: AbortSignal } = {}): Promise<T | undefined> =>
    new Promise((woken, aborted) => {
      if (signal?.aborted) return aborted(signal.reason);
      const timer = this.set(ms, () => woken(value));
      signal?.addEventListener('abort', () => {
        this.clear(timer);
        aborted(signal.reason);
      });
    });
}

const pick = ({ setTimeout, setInterval, clearTimeout, clearInterval }: Pick<typeof globalThis, 'setTimeout' | 'setInterval' | 'clearTimeout' | 'clearInterval'>) => ({ setTimeout, setInterval, clearTimeout, clearInterval });
