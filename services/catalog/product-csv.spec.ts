import { isRefusal } from '@larder/contracts/reply.js';
import { sortRows, type Sorted } from './import-rows.js';
import { present } from './presenting.js';
import { productsCsv, readProductsCsv, type CsvRow } from './product-csv.js';
import type { ProductRow } from './product-view.js';

const cola: ProductRow = {
  productId: 'p1', sku: 'COLA-033', name: 'Cola, "large"', category: 'Drinks', priceCents: 275, costCents: 80, weightGrams: 350, isActive: true, allergens: ['milk', 'soy'], imageUrl: 'https://img.example/cola.png',
  createdAt: '2026-03-01T12:00:00.000Z', deleted: false, version: 1, namedIn: 1, nameKey: '', search: '',
};
/** As a takeover from another system leaves it: with a SKU nobody may enter by hand, and without cost and weight. */
const legacy: ProductRow = { ...cola, productId: 'p2', sku: 'LEGACY SKU THAT IS TOO LONG', name: 'Ünïcode', costCents: null, weightGrams: null, allergens: [], imageUrl: undefined };
const known = new Map([cola, legacy].map((row) => [row.sku.toUpperCase(), row]));

function rowsOf(csv: string): CsvRow[] {
  const rows = readProductsCsv(csv);
  if (isRefusal(rows)) throw new Error(rows.message);
  return rows;
}
const sorted = (csv: string): Sorted[] => sortRows(rowsOf(csv), known);
const HEAD = 'SKU,Name,Category,Price,Cost,Weight (g)';

describe('The catalogue as a file', () => {
  it('comes in again unchanged, whatever is in it', () => {
    const csv = productsCsv([cola, legacy].map((row) => present(row, {})));
    expect(sorted(csv).map(({ outcome }) => outcome)).toEqual(['same', 'same']);
  });

  it.each(['=HYPERLINK("https://evil.example")', '+1', '-1', '@SUM(A1)', "'=already", '\t=tab'])('is no formula to a spreadsheet, and means the same when it comes back: %s', (name) => {
    const csv = productsCsv([present({ ...cola, name }, {})]);
    expect(csv).not.toMatch(/(^|[,"])[=+\-@\t]/m);
    expect(rowsOf(csv)[0]?.cells.name).toBe(name);
  });

  it('may have semicolons, its columns in any order and others between them', () => {
    expect(sorted('\uFEFFprice;weight;Colour;name;SKU;cost;category\r\n$2.5;90;red;Chips;CHIPS;1;Snacks\r\n')).toMatchObject([{ line: 2, outcome: 'new', wanted: { sku: 'CHIPS', name: 'Chips', priceCents: 250, costCents: 100, weightGrams: 90, isActive: true, allergens: [] } }]);
  });

  it('may have lines with nothing in them, as spreadsheets leave them, which are no products', () => {
    expect(rowsOf(`${HEAD}\nA,B,C,1,1,1\n\n,,,,,\n" ",,,,,\nD,E,F,1,1,1\n,,\n`).map(({ line, cells }) => [line, cells.sku])).toEqual([[2, 'A'], [6, 'D']]);
  });

  it('may have lines that end in several ways, as where one file was put behind another', () => {
    expect(rowsOf(`${HEAD},Note\r\nA,B,C,1,1,1,x\r\nD,E,F,1,1,1,y\nG,H,I,1,1,1,z\rJ,K,L,1,1,1,"two\nlines"\n`).map(({ line, cells }) => [line, cells.sku])).toEqual([[2, 'A'], [3, 'D'], [4, 'G'], [6, 'J']]);
  });

  it('may have ten thousand products, and is not read further than that', () => {
    expect(rowsOf(`${HEAD}\n${'A,B,C,1,1,1\n'.repeat(10_000)}`)).toHaveLength(10_000);
    expect(readProductsCsv(`${HEAD}\n${'A,B,C,1,1,1\n'.repeat(10_001)}"never closed`)).toMatchObject({ refused: 'TOO_LARGE', message: 'At most 10000 products can be imported at once' });
  });

  it('may have been saved again where a comma stands before the cents', () => {
    expect(sorted(`${HEAD.replaceAll(',', ';')}\r\nCHIPS;Chips;Snacks;2,75;0,80;90\r\nNUTS;Nuts;Snacks;1,250;1;90\r\n`)).toMatchObject([{ outcome: 'new', wanted: { priceCents: 275, costCents: 80 } }, { outcome: 'refused', reason: 'Price must be a number' }]);
    expect(sorted(`${HEAD.replaceAll(',', ';')}\r\nCHIPS;Chips;Snacks;2,75 €;£.8;90\r\nNUTS;Nuts;Snacks;€;1;90\r\n`)).toMatchObject([{ outcome: 'new', wanted: { priceCents: 275, costCents: 80 } }, { outcome: 'refused' }]);
  });

  it('may have any number of other columns', () => {
    expect(rowsOf(`${HEAD}${',Note'.repeat(200_000)}\n${'A,B,C,1,1,1\n'.repeat(1_000)}`)).toHaveLength(1_000);
  });

  it('has to name its columns', () => {
    expect(readProductsCsv('a,b\n1,2')).toMatchObject({ refused: 'BAD_INPUT', message: 'The first line has to name the columns. Missing: SKU, Name, Category, Price' });
    expect(isRefusal(readProductsCsv(''))).toBe(true);
  });

  it('has one column for each field: of two that could be meant nobody chooses silently', () => {
    const message = (head: string) => {
      const read = readProductsCsv(`${head}\nA,B,C,1,2\n`);
      return isRefusal(read) && read.message;
    };
    expect(message('SKU,Name,Category,Price,Price 2024')).toBe('Two columns would both be the Price: "Price" and "Price 2024". Please take one of them out, or call it something else');
    expect(message('SKU,Name,Category,Price,Former price')).toBe(false);
  });

  it('is no workbook, and what to do with one is said', () =>
    expect(readProductsCsv('PK\u0003\u0004\u0014"')).toMatchObject({ refused: 'BAD_INPUT', message: 'This is an Excel workbook or another archive, not a CSV file. Please open it and save it as CSV' }));

  it('says from which line on it cannot be read', () => {
    expect(readProductsCsv(`${HEAD}\nA,B,C,1,1,1\nD,"E,F,1,1,1\nG,H,I,1,1,1\n`)).toMatchObject({ refused: 'BAD_INPUT', message: 'This file cannot be read as CSV from line 3 on: a quotation mark opens there that is not closed. Please close it, or take it out' });
  });
});

describe('A row of a product file', () => {
  it('is refused with every reason, and its line', () => {
    expect(sorted(`${HEAD}\nX,Cola,Drinks,1.00,2.00,1.5\nA B,,Drinks,free,-1,9000\n`)).toMatchObject([
      { line: 2, outcome: 'refused', reason: 'SKU must be at least 2 characters; Weight must be a whole number (no decimals); Cost cannot be greater than price' },
      { line: 3, outcome: 'refused', reason: 'SKU can only contain letters, numbers, hyphens, and underscores; Name is required; Price must be a number; Cost cannot be negative; Weight must be between 1 and 5000 grams' },
    ]);
  });
  it('counts once for a SKU, in upper or lower case', () => {
    expect(sorted(`${HEAD}\nNEW,One,Drinks,1,0,1\nnew,Two,Drinks,1,0,1\n`)).toMatchObject([{ outcome: 'new' }, { line: 3, outcome: 'refused', reason: 'SKU new stands in line 2 already' }]);
    expect(sorted(`${HEAD}\nnew,One,Drinks,1,0,1\nNEW,Two,Drinks,1,0,1\n`)).toMatchObject([{ outcome: 'new' }, { line: 3, outcome: 'refused' }]);
  });
  it('is refused where a quotation mark has swallowed others, which would be missing without a word', () => {
    expect(sorted(`${HEAD}\nA-1,One,Snacks,1,0,1\nA-2,"Two,Snacks,1,0,1\nA-3,Three,Snacks,1,0,1\nA-4,"Four",Snacks,1,0,1\n`)).toMatchObject([
      { sku: 'A-1', outcome: 'new' }, { line: 5, sku: 'A-2', outcome: 'refused', reason: 'A cell goes over 3 lines, which are no products like that: a quotation mark in it is not closed, or it has a line break. Please take that out' },
    ]);
    expect(sorted(`${HEAD}\nA-1,"One\nmore",Snacks,1,0,1\n`)).toMatchObject([{ sku: 'A-1', name: 'One', outcome: 'refused', reason: expect.stringMatching(/^A cell goes over 2 lines/) }]);
  });
  it('is refused, too, where one in a column that nobody reads has swallowed others, whatever else it says', () => {
    const file = (row: string) => `${HEAD},Note\n${row},"great\nA-2,Two,Snacks,1,0,1,"so so"\nA-3,Three,Snacks,1,0,1,"good,\nor not"\n`;
    for (const row of ['A-1,One,Snacks,1,0,1', 'COLA-033,"Cola, ""large""",Drinks,2.75,0.80,350']) {
      expect(sorted(file(row))).toMatchObject([{ line: 3, outcome: 'refused', reason: expect.stringMatching(/^A cell goes over 2 lines/) }, { sku: 'A-3', outcome: 'new' }]);
    }
    expect(sorted(`${HEAD},Note\nA-1,One,Snacks,1,0,1,"""Great"",\nthey say"\n`)).toMatchObject([{ sku: 'A-1', outcome: 'new' }]);
  });
  it('changes what it says and leaves what it does not mention', () => {
    expect(sorted('SKU,Name,Category,Price\ncola-033,Cola,Drinks,3\n')).toMatchObject([{ outcome: 'changed', fields: ['name', 'price'], wanted: { sku: 'COLA-033', costCents: 80, weightGrams: 350, allergens: ['milk', 'soy'], imageUrl: 'https://img.example/cola.png' } }]);
  });
  it('may give a product a tax rate of its own, take it away, and leave it', () => {
    const rate = (...cells: string[]) => sorted(`SKU,Name,Category,Price,Tax Rate (%)\n${cells.map((cell, n) => `${n === 0 ? 'cola-033' : 'LEGACY SKU THAT IS TOO LONG'},Cola,Drinks,3,${cell}\n`).join('')}`);
    expect(rate('19')[0]).toMatchObject({ fields: ['name', 'price', 'taxRate'], wanted: { taxBasisPoints: 1_900 } });
    expect(rate('8.25 %')[0]).toMatchObject({ wanted: { taxBasisPoints: 825 } });
    expect([rate('')[0]?.wanted?.taxBasisPoints, rate('high')[0]?.reason, rate('51')[0]?.reason]).toEqual([undefined, 'Tax must be a number', 'Tax must be at most 50%']);
    const own = { ...cola, taxBasisPoints: 700 };
    expect(sortRows(rowsOf(productsCsv([present(own, {})])), new Map([['COLA-033', own]]))).toMatchObject([{ outcome: 'same' }]);
    expect(sortRows(rowsOf('SKU,Name,Category,Price\ncola-033,Cola,Drinks,3\n'), new Map([['COLA-033', own]]))).toMatchObject([{ wanted: { taxBasisPoints: 700 } }]);
    expect(sortRows(rowsOf(productsCsv([present(cola, {})])), new Map([['COLA-033', own]]))).toMatchObject([{ outcome: 'changed', fields: ['taxRate'] }]);
  });
  it('may leave cost and weight open only where nobody ever knew them', () => {
    expect(sorted(`${HEAD}\nCOLA-033,Cola,Drinks,3,,\n`)).toMatchObject([{ outcome: 'refused', reason: 'Cost is required; Weight is required' }]);
    expect(sorted('SKU,Name,Category,Price\nNEW,Nuts,Snacks,3\ncola-033,Cola,Drinks,3\n')).toMatchObject([{ outcome: 'refused', reason: 'Cost is required; Weight is required' }, { outcome: 'changed' }]);
  });
});
