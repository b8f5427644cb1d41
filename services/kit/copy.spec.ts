import fc from 'fast-check';
import { copyOf } from './copy.js';

const travelled = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

it('a copy is what would come out of JSON, whatever goes in', () => {
  fc.assert(fc.property(fc.anything({ withNullPrototype: true, withDate: true, withSparseArray: true, key: fc.oneof(fc.string(), fc.constant('__proto__')) }), (value) => {
    expect(JSON.stringify({ copy: copyOf(value) })).toBe(JSON.stringify({ copy: value }));
    expect(copyOf({ copy: value })).toStrictEqual(travelled({ copy: value }));
  }), { numRuns: 2_000 });
});

it('a copy shares nothing that can be changed with what it was made from', () => {
  const value = { lines: [{ slot: 'A1' }] };
  const copy = copyOf(value) as typeof value;
  value.lines[0] = { slot: 'B2' };
  expect(copy).toEqual({ lines: [{ slot: 'A1' }] });
  const machine = Object.freeze({ name: 'Lobby' });
  expect((copyOf({ machine }) as { machine: object }).machine).toBe(machine);
});

it('a key that would change what an object inherits is a key like any other', () => {
  const copy = copyOf(JSON.parse('{"__proto__":{"isOwner":true}}')) as { isOwner?: boolean };
  expect(copy.isOwner).toBeUndefined();
  expect(Object.keys(copy)).toEqual(['__proto__']);
});
