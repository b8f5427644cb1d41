/** Says in the log who does not answer, at once and then once a minute: whoever asks them is refused, and that alone does not tell why. */
import type { Logger } from 'pino';
import { seldom } from '../turns/seldom.js';
import type { Clock } from '../time.js';

/** What it answers is called with the subject of each question that nobody answered. */
export function tellUnanswered(log: Pick<Logger, 'warn'>, clock: Pick<Clock, 'now'>): (subject: string) => void {
  const told = new Map<string, (subject: string) => void>();
  return (subject) => {
    const [who = ''] = subject.split('.');
    const tell = told.get(who) ?? seldom<string>(clock, (asked, times) => log.warn({ asked, times }, 'nobody answers'));
    told.set(who, tell);
    tell(subject);
  };
}
