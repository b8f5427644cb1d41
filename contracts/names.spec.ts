import { isolated, orderKey, plain } from './names.js';

const inOrder = (...names: string[]): string[] => names.sort((a, b) => (orderKey(a) < orderKey(b) ? -1 : 1));

describe('The order of names', () => {
  it.each<[string, string[]]>([
    ['counts numbers by what they are worth', ['Unit 1', 'Unit 2', 'Unit 10', 'Unit 100']],
    ['counts what stands behind a point as its part', ['Water 0.33 l', 'Water 0.5 l', 'Water 1 l', 'Water 1,5 l']],
    ['counts numbers in the middle', ['A2 left', 'A2 right', 'A10 left']],
    ['leaves accents and case out', ['Éclair', 'espresso', 'Zebra Bar']],
  ])('%s', (_, names) => expect(inOrder(...names.toReversed())).toEqual(names));
});

describe('What is looked for', () => {
  it.each([['Café Crème', 'CAFE CREME'], ['Straße 5', 'STRAße 5'], ['Ａpfel', 'apfel'], ['ÜBER', 'uber']])('%s is found by %s', (name, typed) => expect(plain(name)).toContain(plain(typed)));
  it('tells letters apart that are none with an accent', () => expect(plain('Øl')).not.toBe(plain('Ol')));
});

describe('A name in a sentence', () => {
  it('is set off where it is written from right to left, and else stays as it is', () => {
    expect(['Cola', '日本', 'שוקולד 70%', 'مدخل'].map(isolated)).toEqual(['Cola', '日本', '\u2068שוקולד 70%\u2069', '\u2068مدخل\u2069']);
  });
});
