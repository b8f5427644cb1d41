/** Waits for what is away now and then. */
import { setTimeout as pause } from 'node:timers/promises';

/** Tries again until there is an answer; rejects after `seconds` in vain. */
export async function patiently<T>(what: string, work: () => Promise<T | undefined>, seconds = 90): Promise<T> {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await pause(200)) {
    const done = await work().catch(() => undefined);
    if (done !== undefined) return done;
  }
  throw new Error(`Waited ${seconds} s in vain: ${what}`);
}
