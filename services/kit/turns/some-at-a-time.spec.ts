import { someAtATime } from './some-at-a-time.js';

it('makes something of all of them, in their order', async () => {
  expect(await someAtATime([1, 2, 3, 4, 5], 2, (some) => some.flatMap((n) => (n === 4 ? [] : [n, n])))).toEqual([1, 1, 2, 2, 3, 3, 5, 5]);
  expect(await someAtATime([1, 2, 3], 5, async (some) => some)).toEqual([1, 2, 3]);
  expect(await someAtATime([], 5, (some) => some)).toEqual([]);
});

it('lets others have their turn in between', async () => {
  const order: string[] = [];
  const working = someAtATime(['a', 'b', 'c'], 1, (some) => {
    order.push(...some);
    return some;
  });
  setImmediate(() => order.push('somebody else'));
  await working;
  expect(order.indexOf('somebody else')).toBeLessThan(order.indexOf('c'));
});
