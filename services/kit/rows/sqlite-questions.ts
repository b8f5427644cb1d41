/** Filters as SQL over the columns a collection is ordered by. What SQL does not mean in the same way is left to the matcher of the read store in memory. */
import type { Clause, Condition, Scalar } from './filter.js';
import { kindOf } from './scalar-order.js';
import { literal } from './sqlite-literals.js';

/** SQL, what is bound to it in order, and the clauses it does not decide. */
export interface Narrowed {
  sql: string;
  bound: (string | number)[];
  rest: Clause[];
}

/** The column that holds what a path leads to; undefined when there is none. It holds a number, a text, a truth or NULL, never a list. */
export type ColumnOf = (path: string) => string | undefined;

/** What all clauses leave, as text that may follow a condition. */
export function narrow(clauses: readonly Clause[], columnOf: ColumnOf): Narrowed {
  const bound: Narrowed['bound'] = [];
  const rest: Clause[] = [];
  const parts = clauses.flatMap((clause) => {
    const exact = decided(clause, clauses, columnOf, bound);
    if (exact !== undefined) return exact;
    rest.push(clause);
    return likely(clause, bound);
  });
  return { sql: parts.map((part) => ` AND ${part}`).join(''), bound, rest };
}

/** Means exactly what the clause means; undefined when SQL cannot say it. */
function decided(clause: Clause, beside: readonly Clause[], columnOf: ColumnOf, bound: Narrowed['bound']): string | undefined {
  if (!('either' in clause)) return condition(clause, beside, columnOf(clause.path), bound);
  const before = bound.length;
  const alternatives = clause.either.map((all) => {
    const parts = all.map((one) => decided(one, all, columnOf, bound));
    return parts.includes(undefined) ? undefined : `(${parts.join(' AND ') || '1'})`;
  });
  if (!alternatives.includes(undefined)) return `(${alternatives.join(' OR ')})`;
  bound.length = before;
  return undefined;
}

function condition({ path, operator, operand }: Condition, beside: readonly Clause[], column: string | undefined, bound: Narrowed['bound']): string | undefined {
  if (column === undefined) return undefined;
  switch (operator) {
    case '$eq':
      return operand === null ? `${column} IS NULL` : `${column} = ${value(operand as Scalar, bound)}`;
    case '$ne':
      return operand === null ? `${column} IS NOT NULL` : `${column} IS NOT ${value(operand as Scalar, bound)}`;
    case '$in':
      return oneOf(column, operand as Scalar[], bound);
    case '$nin':
      return `${oneOf(column, operand as Scalar[], bound)} IS NOT TRUE`;
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      return `${column} ${SIGNS[operator]} ${value(operand as Scalar, bound)}${ofItsKind(column, path, operator, operand as Scalar, beside)}`;
    default:
      return undefined;
  }
}

const SIGNS = { $gt: '>', $gte: '>=', $lt: '<', $lte: '<=' } as const;
const isLower = (operator: Condition['operator']): boolean => operator === '$gt' || operator === '$gte';
const isUpper = (operator: Condition['operator']): boolean => operator === '$lt' || operator === '$lte';

/** Where the next kind begins and where each begins, in the order of kinds: nothing, numbers, texts, truths. */
const FROM = [undefined, undefined, "''", "x''"];

/** A bound matches its own kind only. Where the other side is bounded too that says it already, and SQLite would take the wider of two. */
function ofItsKind(column: string, path: string, operator: Condition['operator'], operand: Scalar, beside: readonly Clause[]): string {
  const isOtherSide = isLower(operator) ? isUpper : isLower;
  const kind = kindOf(operand);
  if (beside.some((other) => 'path' in other && other.path === path && isOtherSide(other.operator) && kindOf(other.operand as Scalar) === kind)) return '';
  const end = isLower(operator) ? FROM[kind + 1] : FROM[kind];
  return end === undefined ? '' : ` AND ${column} ${isLower(operator) ? '<' : '>='} ${end}`;
}

function oneOf(column: string, operands: readonly Scalar[], bound: Narrowed['bound']): string {
  const some = operands.filter((operand) => operand !== null).map((operand) => value(operand, bound));
  return `(${column} IN (${some.join()})${operands.includes(null) ? ` OR ${column} IS NULL` : ''})`;
}

/** Numbers that are not whole are spelt out: they were when they were written, and must be read alike. */
function value(operand: Scalar, bound: Narrowed['bound']): string {
  if (typeof operand !== 'string' && !Number.isSafeInteger(operand)) return literal(operand);
  bound.push(operand as string | number);
  return '?';
}

/** Leaves out most of the rows a clause does not match, and none that it does. */
function likely(clause: Clause, bound: Narrowed['bound']): string[] {
  if ('either' in clause || clause.operator !== '$eq' || typeof clause.operand !== 'string') return [];
  bound.push(JSON.stringify(clause.operand));
  return ['instr(view, ?) > 0'];
}
