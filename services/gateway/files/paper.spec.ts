import { currencies } from '@larder/contracts/currencies.js';
import { formatCents } from '@larder/contracts/money.js';
import { isCut, printable } from './paper.js';

describe('What can be printed', () => {
  it.each(currencies)('is an amount in %s', (currency) => expect(printable(formatCents(-123_450, currency))).toMatch(/^-[^?]*1,234\.50$/));
  it.each([['Café Zoë · “1,5 l” – 3 €', 'Café Zoë · “1,5 l” – 3 €'], ['東京', '??'], ['Żubrówka, șuncă, Yoğurt, łosoś', 'Żubrówka, șuncă, Yoğurt, łosoś'], ['Νερό, Вода, Ջուր, წყალი', 'Νερό, Вода, Ջուր, წყალი'], ['\u2068מים\u2069', '???'], ['a\tb\u00a0c', 'a b c']])('%j is %j', (text, printed) => expect(printable(text)).toBe(printed));
  it.each([['Café?', false], ['Νερό', false], ['₪1.00', false], ['東京', true], ['Water 🥤?', true]])('of %j letters are missing: %s', (text, missing) => expect(isCut(text)).toBe(missing));
});
