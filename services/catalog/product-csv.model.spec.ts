/** Any file of products, however it is written and wherever a sign slipped into it: none of them is missing without a word. */
import { isRefusal } from '@larder/contracts/reply.js';
import fc from 'fast-check';
import { sortRows } from './import-rows.js';
import { readProductsCsv } from './product-csv.js';

const textOf = (...signs: string[]) => fc.array(fc.constantFrom(...signs), { maxLength: 6 }).map((parts) => parts.join(''));
const product = fc.record({ name: textOf('a', '"', ',', ';', ' ', '6" sub', "'", 'é').map((text) => `n${text}`), note: textOf('a', '"', ',', ' ', '\n', '\r\n').map((text) => text && `b${text}`) });
const written = fc.record({
  products: fc.array(product, { minLength: 1, maxLength: 8 }), delimiter: fc.constantFrom(',', ';', '\t'), noteFirst: fc.boolean(),
  ends: fc.array(fc.constantFrom('\n', '\r\n', '\r'), { minLength: 9, maxLength: 9 }),
});
const slip = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom('"', '""', '\n', '\r', '\r\n', ',', ';', '\t', ' ', "'", '=', 'x'));
type Written = typeof written extends fc.Arbitrary<infer W> ? W : never;

/** With a column that nobody reads before the others, or behind them. */
function fileOf({ products, delimiter, noteFirst, ends }: Written): { head: string; csv: string } {
  const quoted = (text: string): string => (/[",;\t\r\n ]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const line = (note: string, ...others: string[]): string => (noteFirst ? [note, ...others] : [...others, note]).map(quoted).join(delimiter);
  const head = line('Note', 'SKU', 'Name', 'Category', 'Price', 'Cost', 'Weight');
  const lines = [head, ...products.map(({ name, note }, n) => line(note, `SK-${n}`, name, 'Snacks', '2', '1', '5'))];
  return { head, csv: lines.map((one, n) => `${one}${ends[n]}`).join('') };
}

it('A file that is written as it should be has a row for each product, and none is refused', () => {
  fc.assert(fc.property(written, (file) => {
    const read = readProductsCsv(fileOf(file).csv);
    const sorted = isRefusal(read) ? [] : sortRows(read, new Map());
    expect(sorted.map(({ sku, outcome, wanted }) => [sku, outcome, wanted?.name])).toEqual(file.products.map(({ name }, n) => [`SK-${n}`, 'new', name.trim()]));
  }), { numRuns: 1_000 });
});

it('A file that something slipped into is refused, or has a row that is, where it has fewer rows than products', () => {
  fc.assert(fc.property(written, slip, (file, [share, sign]) => {
    const { head, csv } = fileOf(file);
    const at = head.length + 2 + Math.floor(share * (csv.length - head.length - 2));
    const read = readProductsCsv(csv.slice(0, at) + sign + csv.slice(at));
    if (isRefusal(read) || read.length >= file.products.length) return;
    expect(sortRows(read, new Map()).map(({ outcome }) => outcome)).toContain('refused');
  }), { numRuns: 5_000 });
});
