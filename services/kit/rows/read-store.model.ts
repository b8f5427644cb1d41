/** For tests: a read store as a plain list, slow and obvious, and questions to compare the real ones with. */
import fc from 'fast-check';
import type { Filter, Found, Query } from './read-store.js';

export interface Offer {
  id: string;
  price?: number | string | null;
  at?: string | null;
  machine?: { name?: string; floor?: number | null } | null;
  tags?: string[];
}

type Scalar = string | number | boolean | null | undefined;

const rank = (value: Scalar): number => ['object', 'number', 'string', 'boolean'].indexOf(typeof (value ?? null));
const before = (a: Scalar, b: Scalar): number => {
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  if ((a ?? null) === (b ?? null)) return 0;
  return (a as string) < (b as string) ? -1 : 1;
};
const at = (offer: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, part) => (typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[part] : undefined), offer);

const tests: Record<string, (value: Scalar, operand: never) => boolean> = {
  $eq: (value, operand: Scalar) => before(value, operand) === 0,
  $gt: (value, operand: Scalar) => rank(value) === rank(operand) && before(value, operand) > 0,
  $gte: (value, operand: Scalar) => rank(value) === rank(operand) && before(value, operand) >= 0,
  $lt: (value, operand: Scalar) => rank(value) === rank(operand) && before(value, operand) < 0,
  $lte: (value, operand: Scalar) => rank(value) === rank(operand) && before(value, operand) <= 0,
  $in: (value, operand: Scalar[]) => operand.some((one) => before(value, one) === 0),
  $regex: (value, operand: string) => typeof value === 'string' && new RegExp(operand).test(value),
};

function holds(value: unknown, operator: string, operand: unknown): boolean {
  if (operator === '$exists') return (value !== undefined) === operand;
  if (operator === '$ne') return !holds(value, '$eq', operand);
  if (operator === '$nin') return !holds(value, '$in', operand);
  if (operator === '$not') return !Object.entries(operand as object).every(([inner, one]) => holds(value, inner, one));
  const values = Array.isArray(value) ? (value as Scalar[]) : [value as Scalar];
  return values.some((one) => tests[operator]?.(one, operand as never));
}

function matches(offer: Offer, filter: Filter): boolean {
  return Object.entries(filter).every(([key, value]) => {
    if (key === '$and') return (value as Filter[]).every((one) => matches(offer, one));
    if (key === '$or') return (value as Filter[]).some((one) => matches(offer, one));
    if (typeof value !== 'object' || value === null) return holds(at(offer, key), '$eq', value);
    return Object.entries(value).every(([operator, operand]) => holds(at(offer, key), operator, operand));
  });
}

export function naiveFind(offers: readonly Offer[], { filter = {}, sort, skip = 0, limit = Infinity }: Query): Found<Offer> {
  const key = (offer: Offer): Scalar => (sort ? (at(offer, sort.by) as Scalar) : null);
  const rows = offers.filter((offer) => matches(offer, filter)).sort((a, b) => before(key(a), key(b)) || before(a.id, b.id));
  if (sort?.order === 'desc') rows.reverse();
  return { rows: rows.slice(skip, skip + limit), total: rows.length };
}

const name = fc.constantFrom('Lobby', 'Pool', 'Gym', 'gym');
const day = fc.constantFrom('2026-01-01', '2026-01-02', '2026-01-03T08:00:00.000Z');
const price = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constantFrom('1', '2', 0.5, null));
const offer: fc.Arbitrary<Offer> = fc.record({
  id: fc.string({ minLength: 1, maxLength: 3, unit: fc.constantFrom('a', 'b', 'Z', '1') }),
  price, at: fc.option(day),
  machine: fc.option(fc.record({ name, floor: fc.option(fc.integer({ min: 0, max: 2 })) }, { requiredKeys: [] })),
  tags: fc.array(fc.constantFrom('cold', 'sweet'), { maxLength: 2 }),
}, { requiredKeys: ['id'] });

const values: Record<string, fc.Arbitrary<string | number | null>> = {
  price, at: day, 'machine.name': name, 'machine.floor': fc.integer({ min: 0, max: 2 }), tags: fc.constantFrom('cold', 'sweet'), id: fc.constantFrom('a', 'b', 'aa'),
};
const bound = (value: fc.Arbitrary<string | number | null>): fc.Arbitrary<string | number> => value.map((one) => one ?? 0);
const condition = fc.constantFrom(...Object.keys(values)).chain((path) => {
  const value = values[path] as fc.Arbitrary<string | number | null>;
  // A list takes one condition at a time: what two mean together is not the same everywhere.
  const most = path === 'tags' ? 1 : 4;
  const bounds = fc.record({ $gt: bound(value), $gte: bound(value), $lt: bound(value), $lte: bound(value) }, { requiredKeys: [] })
    .filter((some) => Object.keys(some).length > 0 && Object.keys(some).length <= most);
  return fc.oneof(
    fc.option(value), fc.record({ $eq: value }), fc.record({ $ne: fc.option(value) }), bounds, bounds, fc.record({ $not: bounds }),
    fc.record({ $in: fc.array(fc.option(value), { maxLength: 3 }) }), fc.record({ $nin: fc.array(value, { maxLength: 3 }) }),
    fc.record({ $exists: fc.boolean() }), fc.record({ $regex: fc.constantFrom('^L', 'y', 'o+', '^2026-01-0[12]') }),
  ).map((wanted): Filter => ({ [path]: wanted }));
});
const filter = fc.oneof(
  { weight: 3, arbitrary: condition },
  fc.array(condition, { minLength: 1, maxLength: 3 }).map((all): Filter => ({ $and: all })),
  fc.tuple(condition, fc.array(condition, { minLength: 1, maxLength: 3 })).map(([one, some]): Filter => ({ $and: [one], $or: some })),
);
const question: fc.Arbitrary<Query> = fc.record({
  filter,
  sort: fc.record({ by: fc.constantFrom('price', 'at', 'machine.name', 'machine.floor', 'id'), order: fc.constantFrom('asc' as const, 'desc' as const) }),
  skip: fc.nat({ max: 5 }), limit: fc.integer({ min: 1, max: 6 }),
}, { requiredKeys: [] });

/** Rows with ids of their own, and questions about them. */
export const queries = fc.record({
  offers: fc.uniqueArray(offer, { selector: ({ id }) => id, maxLength: 20 }),
  questions: fc.array(question, { minLength: 1, maxLength: 10 }),
});
