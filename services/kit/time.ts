/** Time and chance as ports: nothing else in the product looks at a clock or throws dice. */
import { randomBytes, randomUUID } from 'node:crypto';

export interface Clock {
  now(): Date;
  /** Calls `run` once, `ms` milliseconds from now; answers how to call it off. A timer never keeps the process alive. */
  after(ms: number, run: () => void): () => void;
}

export interface Chance {
  uuid(): string;
  /** Unguessable, URL-safe text of `bytes` random bytes. */
  secret(bytes: number): string;
}

/** Whether it is too early for what was put off until `at`, by `mostMs` or less: whoever waits does not wait for longer because the clock was put back meanwhile. In milliseconds. */
export const isEarly = (now: number, at: number, mostMs: number): boolean => now < at && at - now <= mostMs;

export const systemClock: Clock = {
  now: () => new Date(),
  after(ms, run) {
    const timer = setTimeout(run, Math.min(ms, 0x7fffffff));
    timer.unref();
    return () => clearTimeout(timer);
  },
};

export const systemChance: Chance = {
  uuid: randomUUID,
  secret: (bytes) => randomBytes(bytes).toString('base64url'),
};
