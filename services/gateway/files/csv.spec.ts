import { record } from './csv.js';

describe('A CSV record', () => {
  it.each([['=HYPERLINK("http://evil.example","x")', `"'=HYPERLINK(""http://evil.example"",""x"")"`], ['+1', "'+1"], ['＝1+1', "'＝1+1"], ['-1', "'-1"], ['@SUM(A1)', "'@SUM(A1)"], ['\tx', "'\tx"], ['\rx', "' x"]])('holds %j as text, not as a formula', (text, cell) => {
    expect(record([text])).toBe(`${cell}\r\n`);
  });

  it('keeps our own numbers as numbers, below zero too', () => expect(record([-5.5, 0.1, 12])).toBe('-5.5,0.1,12\r\n'));

  it('has semicolons between columns where commas stand before decimals', () => expect(record([-5.5, 'a; b', 'c, d', 12], ',')).toBe('-5,5;"a; b";"c, d";12\r\n'));

  it('keeps the blanks around a text', () => expect(record([' a', 'b ', 'c d'])).toBe('" a","b ",c d\r\n'));

  it('is one line, whatever is in it', () => {
    expect(record(['Mall, "East"', 'two\r\nlines', 'a-b', ''])).toBe('"Mall, ""East""",two lines,a-b,\r\n');
  });
});
