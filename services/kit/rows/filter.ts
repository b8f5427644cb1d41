/** Filters of the read store, read once and strictly, so that every adapter takes the same ones and means the same by them. */
import type { Filter } from './read-store.js';

export type Scalar = string | number | boolean | null;

/** One operator on one field. */
export interface Condition {
  path: string;
  operator: '$eq' | '$ne' | '$gt' | '$gte' | '$lt' | '$lte' | '$in' | '$nin' | '$not' | '$exists' | '$regex';
  operand: unknown;
}

/** All clauses of one of the alternatives must hold. */
export interface Either {
  either: Clause[][];
}
export type Clause = Condition | Either;

const isPlain = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && hasNoClass(value);
const isComparable = (value: unknown): boolean => typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
const isScalar = (value: unknown): value is Scalar => value === null || isComparable(value);
const isListOfScalars = (value: unknown): boolean => Array.isArray(value) && value.every(isScalar);

/** Whether an object is a mere bag of keys, whichever realm it comes from. */
export function hasNoClass(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

const operators: Record<Condition['operator'], { takes: (operand: unknown) => boolean; what: string }> = {
  $eq: { takes: isScalar, what: 'a string, number, boolean or null' },
  $ne: { takes: isScalar, what: 'a string, number, boolean or null' },
  $gt: { takes: isComparable, what: 'a string, number or boolean' },
  $gte: { takes: isComparable, what: 'a string, number or boolean' },
  $lt: { takes: isComparable, what: 'a string, number or boolean' },
  $lte: { takes: isComparable, what: 'a string, number or boolean' },
  $in: { takes: isListOfScalars, what: 'a list of strings, numbers, booleans or null' },
  $nin: { takes: isListOfScalars, what: 'a list of strings, numbers, booleans or null' },
  $not: { takes: (operand) => isPlain(operand) && Object.keys(operand).length > 0, what: 'operators' },
  $exists: { takes: (operand) => typeof operand === 'boolean', what: 'true or false' },
  $regex: { takes: (operand) => typeof operand === 'string', what: 'a pattern as text' },
};

/** The clauses of a filter, all of which must hold. Throws when an operator or operand is not one that means the same everywhere. */
export function readFilter(filter: Filter): Clause[] {
  return Object.entries(filter).flatMap(([key, value]) => {
    if (key === '$and') return alternatives(key, value).flat();
    if (key === '$or') return { either: alternatives(key, value) };
    if (key.startsWith('$') || key === '') throw new Error(`Filter: ${key} is not supported`);
    return isPlain(value) ? conditions(key, value) : condition(key, '$eq', value);
  });
}

function alternatives(key: string, value: unknown): Clause[][] {
  if (!Array.isArray(value) || value.length === 0 || !value.every(isPlain)) throw new Error(`Filter: ${key} takes a list of filters`);
  return value.map(readFilter);
}

const conditions = (path: string, value: Record<string, unknown>): Condition[] => {
  const entries = Object.entries(value);
  if (entries.length === 0) throw new Error(`Filter: ${path} is compared with an object, which is not supported`);
  return entries.map(([operator, operand]) => condition(path, operator, operand));
};

function condition(path: string, operator: string, operand: unknown): Condition {
  if (!Object.hasOwn(operators, operator)) throw new Error(`Filter: ${operator} on ${path} is not supported`);
  const known = operator as Condition['operator'];
  if (!operators[known].takes(operand)) throw new Error(`Filter: ${operator} on ${path} takes ${operators[known].what}`);
  if (known === '$not') conditions(path, operand as Record<string, unknown>);
  return { path, operator: known, operand };
}

/** The clauses in MongoDB's language, with every path below `prefix`. */
export function toMongo(clauses: readonly Clause[], prefix = ''): Record<string, unknown> {
  const parts = clauses.map((clause) =>
    'either' in clause
      ? { $or: clause.either.map((alternative) => toMongo(alternative, prefix)) }
      : { [prefix + clause.path]: { [clause.operator]: clause.operand } });
  return parts.length === 0 ? {} : { $and: parts };
}

/** Text a person typed, as a pattern that means just that text. */
export const escapeText = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
