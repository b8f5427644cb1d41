/** Under which keys a visit's machine has reported: what comes again is known, and what came before or after it. */

export interface Seen {
  /** Of the facts; one report may lead to several. */
  readonly count: number;
  /** All but the last are full. One more copies no more than that one, as a board gone wild may report all through a visit. */
  readonly keys: readonly ReadonlySet<string>[];
  /** By epoch, the lowest and the highest number. What bears no number is under ''. */
  readonly spans: ReadonlyMap<string, { readonly first: number; readonly last: number }>;
}

const FULL = 256;
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
  const newest = keys.at(-1);
  return {
    count: count + 1,
    keys: newest && newest.size < FULL ? [...keys.slice(0, -1), new Set(newest).add(key)] : [...keys, new Set([key])],
    spans: new Map([...spans].slice(spans.has(epoch) ? 0 : 1 - MOST_EPOCHS)).set(epoch, { first: Math.min(first, number), last: Math.max(last, number) }),
  };
}

export const wasSeen = ({ keys }: Seen, key: string): boolean => keys.some((some) => some.has(key));

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
