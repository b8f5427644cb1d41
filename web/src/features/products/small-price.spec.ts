import { smallPriceNote } from './small-price.js';

describe('A price that no card is charged', () => {
  it.each([['0.49', 'USD', '$0.50'], ['0.29', 'GBP', '£0.30'], ['2.99', 'SEK', 'SEK 3.00'], ['0.01', 'ILS', '₪0.50']])('%s %s: cards are charged %s or more', (price, currency, least) => {
    expect(smallPriceNote(price, currency)?.replace('\u00a0', ' ')).toBe(`Cards are charged ${least} or more: a guest who takes only this cannot pay.`);
  });

  it.each([['0.50', 'USD'], ['0.30', 'GBP'], ['', 'USD'], ['two', 'USD'], ['-1', 'USD'], ['0', 'USD']])('"%s" %s needs no word of it', (price, currency) => {
    expect(smallPriceNote(price, currency)).toBeUndefined();
  });
});
