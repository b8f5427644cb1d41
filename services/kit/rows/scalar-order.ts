/** The order of values of different kinds, the same on every read store: nothing, numbers, texts, truths, as MongoDB has it. */
import type { Condition, Scalar } from './filter.js';

export const kindOf = (key: Scalar): number => (key === null ? 0 : typeof key === 'number' ? 1 : typeof key === 'string' ? 2 : 3);

/** Negative when `a` comes first, 0 when they are equal. */
export function compare(a: Scalar, b: Scalar): number {
  const kinds = kindOf(a) - kindOf(b);
  if (kinds !== 0 || a === b) return kinds;
  return (a as string) < (b as string) ? -1 : 1;
}

/** Where a condition's matches begin and end among keys in order; only keys of the operand's own kind match. */
export const ranges: Partial<Record<Condition['operator'], { isBefore(key: Scalar, operand: Scalar): boolean; isUpTo(key: Scalar, operand: Scalar): boolean }>> = {
  $eq: { isBefore: (key, operand) => compare(key, operand) < 0, isUpTo: (key, operand) => compare(key, operand) <= 0 },
  $gt: { isBefore: (key, operand) => compare(key, operand) <= 0, isUpTo: (key, operand) => kindOf(key) <= kindOf(operand) },
  $gte: { isBefore: (key, operand) => compare(key, operand) < 0, isUpTo: (key, operand) => kindOf(key) <= kindOf(operand) },
  $lt: { isBefore: (key, operand) => kindOf(key) < kindOf(operand), isUpTo: (key, operand) => compare(key, operand) < 0 },
  $lte: { isBefore: (key, operand) => kindOf(key) < kindOf(operand), isUpTo: (key, operand) => compare(key, operand) <= 0 },
};
