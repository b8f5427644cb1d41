import { pricesText, staleText } from './price-words.js';

it('a price list is told slot by slot', () => {
  expect(pricesText({ currency: 'USD', prices: [{ slot: 'A1', price: 2.5 }, { slot: 'A2', price: 1.75 }] })).toBe('A1\u00a0$2.50\u00a0· A2\u00a0$1.75');
  expect(pricesText({ currency: 'EUR', prices: [{ slot: 'A1', price: 2 }] })).toBe('A1\u00a0€2.00');
  expect(pricesText({ currency: 'USD', prices: [] })).toBe('Nothing for sale');
});

it('a list that is not confirmed says by which one the machine goes', () => {
  expect(staleText({ state: 'confirmed', confirmed: 3 })).toBe('');
  expect(staleText({ state: 'none', confirmed: null })).toBe('');
  expect(staleText({ state: 'sent', confirmed: null })).toBe('The machine never confirmed a list');
  expect(staleText({ state: 'drafted', confirmed: 2 })).toBe('The machine still goes by list 2');
});
