/** Says in the log and in the figures whether a server is connected without which nothing goes on: who waits for it says nothing by itself. */
import type { Logger } from 'pino';
import type { Metrics } from '../metrics.js';
import { hostsOf } from '../turns/patiently.js';
import { seldom } from '../turns/seldom.js';
import type { Clock } from '../time.js';

/** Called when the connection stands, when it is lost, and each time it is refused while it is lost. */
export type TellOfLine = (isUp: boolean, refusal?: Error) => void;

interface Telling {
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  metrics: Pick<Metrics, 'connected'>;
  clock: Pick<Clock, 'now'>;
}

/** Of the server that `setting` names at `url`. */
export function lineTold({ log, metrics, clock }: Telling, setting: string, url: string): TellOfLine {
  const at = hostsOf(url);
  const refused = seldom<Error>(clock, (err, times) => log.error({ setting, at, err, times }, 'the connection is refused, and tried again'));
  let lostAt: number | undefined;
  return (isUp, refusal) => {
    metrics.connected.set({ setting }, isUp ? 1 : 0);
    const now = clock.now().getTime();
    if (isUp && lostAt !== undefined) log.info({ setting, at, seconds: Math.round((now - lostAt) / 1000) }, 'the connection is back');
    if (!isUp && lostAt === undefined) log.warn({ setting, at }, 'the connection is lost, and tried again');
    lostAt = isUp ? undefined : (lostAt ?? now);
    if (refusal) refused(refusal);
  };
}
