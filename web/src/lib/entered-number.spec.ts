import { numberOf } from './entered-number.js';

it.each([
  ['2.75', 2.75], [' 2,75 ', 2.75], ['2,', 2], ['2.', 2], [',5', 0.5], ['.5', 0.5], ['-3', -3], ['350', 350], ['2.755', 2.755], ['0', 0],
])('%j is %d', (entered, number) => expect(numberOf(entered)).toBe(number));

it.each(['1,000', '1,250.00', '1.250,00', 'two', '1e3', '0x10', '1 000', '-', ',', '$2'])('%j is no number', (entered) => expect(numberOf(entered)).toBeNaN());

it.each(['', '  '])('%j is nothing', (entered) => expect(numberOf(entered)).toBeUndefined());
