/** Which facts this version knows: after an update was taken back the log holds others, too. */
import type { Logger } from 'pino';
import { allFacts } from '@larder/contracts/all-facts.js';
import type { AnyFact } from '@larder/contracts/fact.js';

/** False for facts of a type that only a newer version writes; the log is told of each type once. */
export function known(log: Pick<Logger, 'warn'>): (fact: AnyFact) => boolean {
  const newer = new Set<string>();
  return ({ type, stream }) => {
    if (Object.hasOwn(allFacts, type)) return true;
    if (!newer.has(type)) log.warn({ type, stream }, 'the log has facts of a newer version: views are without them, and what they happened to cannot be changed here');
    newer.add(type);
    return false;
  };
}
