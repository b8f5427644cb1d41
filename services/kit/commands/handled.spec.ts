import { Handled } from './handled.js';

const ids = Array.from({ length: 5_000 }, (_, n) => `command-${n}`);
const handled = new Handled();

it('Of commands that were handled each is known, and no other', () => {
  expect(handled.has('command-0')).toBe(false);
  for (const id of ids) handled.add(id);
  for (const id of ids) handled.add(id);
  expect(handled.size).toBe(5_000);
  expect(ids.every((id) => handled.has(id))).toBe(true);
  expect(ids.some((id) => handled.has(`${id}'`))).toBe(false);
});

it('They are written in pieces and put together again', () => {
  const again = Handled.of([handled.since(0).slice(0, 8 * 4 * 100), handled.since(300)]);
  expect(again.size).toBe(5_000);
  expect(ids.every((id) => again.has(id))).toBe(true);
  expect([again.since(0), again.since(5_000)]).toEqual([handled.since(0), '']);
});
