import { initialOf } from './initial-of.js';

it('A name begins with its first sign, whole', () => {
  expect(['Cola', ' élan', '🍫 Bar', ''].map(initialOf)).toEqual(['C', 'é', '🍫', '']);
});
