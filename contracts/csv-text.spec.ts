import { csvText } from './csv-text.js';

describe('The text of a CSV file', () => {
  it.each([['UTF-8', '\uFEFFCafé “Zoë” 2 €'], ['UTF-8 without a mark', 'Café “Zoë” 2 €']])('is read from %s', (_, text) => expect(csvText(Buffer.from(text))).toBe('Café “Zoë” 2 €'));
  it('is read from UTF-16, as Excel saves "Unicode Text"', () => {
    const bytes = Buffer.from('\uFEFFCafé\t2 €', 'utf16le');
    expect(csvText(bytes)).toBe('Café\t2 €');
    expect(csvText(bytes.swap16())).toBe('Café\t2 €');
  });
  it('is read from what Excel on Windows saves', () => expect(csvText(Buffer.from('Caf\u00E9 \u0093Zo\u00EB\u0094 2 \u0080', 'latin1'))).toBe('Café “Zoë” 2 €'));
});
