/** Who waits at a start should hear for whom. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { isPassing } from '../aside/passing.js';

const TOLD_EVERY_MS = 5_000;
const AGAIN_MS = 1_000;

/** Resolves as `work` does; until then says now and then in the log which setting names what is waited for, and at which hosts. */
export async function patiently<T>(log: Pick<Logger, 'warn'>, setting: string, url: string, work: Promise<T>, everyMs = TOLD_EVERY_MS): Promise<T> {
  const timer = setInterval(() => log.warn({ setting, at: hostsOf(url) }, 'does not answer yet, the start waits for it'), everyMs);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}

/** The same of a server: why it cannot be used is told with the setting, too. */
export async function reached<T>(log: Pick<Logger, 'warn'>, setting: string, url: string, work: Promise<T>): Promise<T> {
  try {
    return await patiently(log, setting, url, work);
  } catch (error) {
    throw url.includes('://') ? new Error(`Settings: ${setting}: ${hostsOf(url)} cannot be used`, { cause: error }) : error;
  }
}

/** Resolves when it succeeds; what fails for a reason that passes is tried again, however long that is. */
export async function untilAnswered<T>(ask: () => Promise<T>, pauseMs = AGAIN_MS): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!isPassing(error)) throw error;
      await pause(pauseMs);
    }
  }
}

/** Without user and password. */
export const hostsOf = (url: string): string => url.split(',').map((one) => one.replace(/^[a-z+-]+:\/\//, '').replace(/^.*@/, '').replace(/[/?].*$/, '')).join();
