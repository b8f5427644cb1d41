import { configurationText, limitOf, limitProblem } from './configuration-words.js';

it('a configuration is told in words', () => {
  expect(configurationText({ duty: 'sell', lockAboveC: null })).toBe('Serves guests, locks above its own limit');
  expect(configurationText({ duty: 'rest', lockAboveC: 8 })).toBe('Serves no guests, locks above 8 °C');
});

it('a limit is whole degrees, or none', () => {
  expect([limitOf(''), limitOf(' 8 '), limitOf('0')]).toEqual([null, 8, 0]);
  expect(['', '0', '60'].map((limit) => limitProblem({ limit }))).toEqual([{}, {}, {}]);
  for (const limit of ['-1', '61', '7.5', 'warm']) expect(limitProblem({ limit }).limit).toMatch(/whole number/);
});
