/** Under which keys a visit's machine has reported: what comes again is known, and what came before or after it. */
import { hasKey, withKey, type Growing } from './growing.js';

export interface Seen {
  /** Of the facts; one report may lead to several. */
  readonly count: number;
  /** A board gone wild may report all through a visit. */
  readonly keys: Growing;
  /** By epoch, the lowest and the highest number. What bears no number is under ''. */
  readonly spans: ReadonlyMap<string, { readonly first: number; readonly last: number }>;
}

/** As many as its journal keeps apart. A board that makes up epochs must not make every report dearer than the one before. */
const MOST_EPOCHS = 32;

export const nothingSeen: Seen = { count: 0, keys: [], spans: new Map() };

/** Of one epoch a machine numbers in the order in which things happen. */
function numberOf(key: string): { epoch: string; number: number } {
  const [epoch = '', sequence] = key.split(':');
  const number = Number(sequence);
  return Number.isNaN(number) ? { epoch: '', number } : { epoch, number };
}

/** What was seen, after one more fact of the report with this key. */
export function withSeen({ count, keys, spans }: Seen, key: string): Seen {
  const { epoch, number } = numberOf(key);
  const { first, last } = spans.get(epoch) ?? { first: number, last: number };
  return {
    count: count + 1,
    keys: withKey(keys, key),
    spans: new Map([...spans].slice(spans.has(epoch) ? 0 : 1 - MOST_EPOCHS)).set(epoch, { first: Math.min(first, number), last: Math.max(last, number) }),
  };
}

export const wasSeen = ({ keys }: Seen, key: string): boolean => hasKey(keys, key);

/** Something that was seen is known to have come before this report. */
export function isAfterAny({ spans }: Seen, key: string): boolean {
  const { epoch, number } = numberOf(key);
  const span = spans.get(epoch);
  return span !== undefined && span.first < number;
}

/** Something that was seen is known to have come after it. */
export function isBeforeAny({ spans }: Seen, key: string): boolean {
  const { epoch, number } = numberOf(key);
  const span = spans.get(epoch);
  return span !== undefined && span.last > number;
}

/** All that was seen is known to have come after it; so it is where nothing was. */
export function isBeforeAll({ spans }: Seen, key: string): boolean {
  const { epoch, number } = numberOf(key);
  return [...spans].every(([its, { first }]) => its === epoch && first > number);
}
