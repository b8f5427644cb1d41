/** The order of values of different kinds, the same on every read store: nothing, numbers, texts, truths, as MongoDB has it. */
import type { Scalar } from './filter.js';

export const kindOf = (key: Scalar): number => (key === null ? 0 : typeof key === 'number' ? 1 : typeof key === 'string' ? 2 : 3);

/** Negative when `a` comes first, 0 when they are equal. */
export function compare(a: Scalar, b: Scalar): number {
  const kinds = kindOf(a) - kindOf(b);
  if (kinds !== 0 || a === b) return kinds;
  return (a as string) < (b as string) ? -1 : 1;
}
