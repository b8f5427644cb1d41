/** Who waits at a start should hear for whom. */
import type { Logger } from 'pino';

const TOLD_EVERY_MS = 5_000;

/** Resolves as `work` does; until then says now and then in the log which setting names what is waited for, and at which hosts. */
export async function patiently<T>(log: Pick<Logger, 'warn'>, setting: string, url: string, work: Promise<T>, everyMs = TOLD_EVERY_MS): Promise<T> {
  const timer = setInterval(() => log.warn({ setting, at: hostsOf(url) }, 'does not answer yet, the start waits for it'), everyMs);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}

/** Without user and password. */
const hostsOf = (url: string): string => url.split(',').map((one) => one.replace(/^[a-z+-]+:\/\//, '').replace(/^.*@/, '').replace(/[/?].*$/, '')).join();
