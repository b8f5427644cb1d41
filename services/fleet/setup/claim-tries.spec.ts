import { ClaimTries } from './claim-tries.js';

it('ten wrong codes from one address make it wait until the first is a quarter of an hour old; others go on', () => {
  const tries = new ClaimTries();
  for (let n = 0; n < 10; n++) {
    expect(tries.waitOf('here', n * 1000)).toBe(0);
    tries.note('here', n * 1000);
  }
  expect([tries.waitOf('here', 10_000), tries.waitOf('there', 10_000), tries.waitOf('here', 900_000)]).toEqual([890, 0, 0]);
});

it('wrong codes of a clock that was ahead make nobody wait once it is put right', () => {
  const tries = new ClaimTries();
  for (let n = 0; n < 10; n++) tries.note('here', 86_400_000 + n);
  expect([tries.waitOf('here', 86_400_010), tries.waitOf('here', 10_000)]).toEqual([900, 0]);
});
