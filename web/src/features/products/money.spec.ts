import { inCurrency, profitOf } from './money.js';

describe('What a product earns', () => {
  it.each([[1.95, 70.9, '$1.95 (70.9%)'], [0, 0, '$0.00 (0%)'], [0.5, null, '$0.50'], [null, null, '—']])('of %s a unit and a margin of %s is shown as %s', (profitPerUnit, profitMargin, shown) => {
    expect(profitOf({ profitPerUnit, profitMargin }, 'USD')).toBe(shown);
  });
});

it('A sentence of the server about dollars names the currency of the organization', () => {
  expect(inCurrency('Price cannot exceed $999.99', 'GBP')).toBe('Price cannot exceed £999.99');
});
