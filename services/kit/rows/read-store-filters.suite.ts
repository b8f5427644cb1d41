/** What every read store understands as a filter, and what it refuses. */
import type { Filter, Query, ReadStore, Row } from './read-store.js';

export const acme = 'acme';
export const pos = (n: number): string => String(n).padStart(6, '0');
export const row = (id: string, view: unknown, position = 1, account = acme): Row => ({ account, id, view, position: pos(position) });

export function understandingFilters(store: () => ReadStore, sales: () => string, ids: (query: Query) => Promise<string[]>): void {
  const offers = [
    { id: 'a', price: 100, at: '2026-03-01T10:00:00.000Z', status: 'paid', machine: { name: 'Lobby', floor: 1 }, tags: ['cold', 'sweet'] },
    { id: 'b', price: 250, at: '2026-03-02T10:00:00.000Z', status: 'refunded', machine: { name: 'Pool', floor: 2 }, tags: [] },
    { id: 'c', price: 250, at: '2026-03-03T10:00:00.000Z', status: null, machine: null, tags: ['cold'] },
    { id: 'd', price: '250', at: '2026-03-04T10:00:00.000Z', machine: { name: 'Gym (2+1)' }, flagged: true },
  ];
  beforeEach(() => store().save(sales(), offers.map((offer) => row(offer.id, offer)), pos(1)));

  it.each<[string, Filter, string]>([
    ['equality', { status: 'paid' }, 'a'],
    ['equality of an order', { price: 250 }, 'bc'],
    ['several fields', { price: 250, status: 'refunded' }, 'b'],
    ['a dotted path', { 'machine.floor': 2 }, 'b'],
    ['a dotted order', { 'machine.name': 'Lobby' }, 'a'],
    ['a truth', { flagged: true }, 'd'],
    ['an element of a list', { tags: 'cold' }, 'ac'],
    ['$eq', { status: { $eq: 'paid' } }, 'a'],
    ['$ne', { status: { $ne: 'paid' } }, 'bcd'],
    ['$ne on an order', { price: { $ne: 250 } }, 'ad'],
    ['$ne on a list', { tags: { $ne: 'cold' } }, 'bd'],
    ['$gt', { price: { $gt: 100 } }, 'bc'],
    ['$gt for texts only', { price: { $gt: '1' } }, 'd'],
    ['$gte', { price: { $gte: 100 } }, 'abc'],
    ['$lt', { price: { $lt: 250 } }, 'a'],
    ['$lt does not mean missing', { 'machine.floor': { $lt: 9 } }, 'ab'],
    ['$lte', { price: { $lte: 250 } }, 'abc'],
    ['two bounds', { price: { $gt: 99, $lte: 100 } }, 'a'],
    ['bounds that contradict', { price: { $gt: 250, $lt: 100 } }, ''],
    ['dates as texts', { at: { $gte: '2026-03-02', $lt: '2026-03-04' } }, 'bc'],
    ['$in', { status: { $in: ['paid', 'refunded'] } }, 'ab'],
    ['$in on an order', { price: { $in: [100, '250'] } }, 'ad'],
    ['$in with nothing', { status: { $in: [] } }, ''],
    ['$in with null', { status: { $in: ['paid', null] } }, 'acd'],
    ['$nin', { status: { $nin: ['paid'] } }, 'bcd'],
    ['$nin with null', { status: { $nin: [null] } }, 'ab'],
    ['$and', { $and: [{ price: 250 }, { status: 'refunded' }] }, 'b'],
    ['$or', { $or: [{ status: 'paid' }, { price: '250' }] }, 'ad'],
    ['$or beside a bound', { at: { $gt: '2026-03-02T00' }, $or: [{ status: 'paid' }, { price: 250 }] }, 'bc'],
    ['$or in $and in $or', { $or: [{ $and: [{ $or: [{ id: 'a' }, { id: 'b' }] }, { price: 100 }] }, { id: 'd' }] }, 'ad'],
    ['$not', { price: { $not: { $gt: 100 } } }, 'ad'],
    ['$not with $regex', { status: { $not: { $regex: '^p' } } }, 'bcd'],
    ['$exists', { flagged: { $exists: true } }, 'd'],
    ['$exists for null', { status: { $exists: true } }, 'abc'],
    ['$exists: false', { status: { $exists: false } }, 'd'],
    ['$exists inside', { 'machine.floor': { $exists: false } }, 'cd'],
    ['$regex', { 'machine.name': { $regex: '^Lo' } }, 'a'],
    ['$regex with escaped text', { 'machine.name': { $regex: 'Gym \\(2\\+1\\)' } }, 'd'],
    ['null: null or missing', { status: null }, 'cd'],
    ['null in an order', { 'machine.name': null }, 'c'],
    ['$ne null', { status: { $ne: null } }, 'ab'],
    ['nothing', {}, 'abcd'],
  ])('understand %s', async (_, filter, expected) => {
    expect((await ids({ filter })).join('')).toBe(expected);
    expect((await ids({ filter, sort: { by: 'at', order: 'desc' } })).reverse().join('')).toBe(expected);
    expect((await store().find(sales(), acme, { filter, limit: 1 })).total).toBe(expected.length);
  });

  it.each<[string, Filter, string]>([
    ['an unknown operator', { price: { $near: 1 } }, '$near on price is not supported'],
    ['an unknown connection', { $where: 'true' }, '$where is not supported'],
    ['$nor', { $nor: [{ price: 1 }] }, '$nor is not supported'],
    ['an operator that every object has', { price: { constructor: 1 } }, 'constructor on price is not supported'],
    ['a whole object', { machine: { name: 'Lobby' } }, 'name on machine is not supported'],
    ['an empty object', { machine: {} }, 'compared with an object'],
    ['a list', { tags: ['cold'] }, 'takes a string, number, boolean or null'],
    ['no value', { status: undefined }, 'takes a string, number, boolean or null'],
    ['a bound of nothing', { price: { $gt: null } }, 'takes a string, number or boolean'],
    ['a pattern object', { status: { $regex: /p/ } }, 'takes a pattern as text'],
    ['a date', { at: { $gt: new Date(0) } }, 'takes a string, number or boolean'],
    ['$in without a list', { status: { $in: 'paid' } }, 'takes a list'],
    ['$or without filters', { $or: [] }, 'takes a list of filters'],
    ['$not with an unknown operator', { price: { $not: { $mod: [2, 0] } } }, '$mod on price is not supported'],
    ['a hidden unknown operator', { $or: [{ price: { $size: 1 } }] }, '$size on price is not supported'],
  ])('refuse %s', async (_, filter, message) => {
    await expect(store().find(sales(), acme, { filter })).rejects.toThrow(message);
  });
}
