import { csvText } from '@larder/contracts/csv-text.js';
import { isRefusal } from '@larder/contracts/reply.js';
import { machineIdOf, readSeedLive, readSeedLiveInTurns, type SeedFile } from './seed-live.js';
import { exportLine, exportOf, HEADER, rowOf, smallExport, type ExportLine } from '../testing.js';

function read(csv: string): SeedFile {
  const file = readSeedLive(csv);
  if (isRefusal(file)) throw new Error(file.message);
  return file;
}
const refusal = (csv: string): unknown => {
  const file = readSeedLive(csv);
  return isRefusal(file) && file.message;
};
const reasonFor = (given: Partial<ExportLine>): unknown => {
  const { purchases, quarantine } = read(exportOf([given]));
  expect(purchases).toEqual([]);
  expect(quarantine).toEqual([{ line: 2, reason: expect.any(String), row: rowOf(exportLine(given)) }]);
  return quarantine[0]?.reason;
};

describe('An export', () => {
  it('becomes purchases with their real day, method, money and slots', () => {
    const purchase = { Transaction: '7', TransTotal: '5', TransDate: 'Wednesday, March 16, 2022', Type: 'Cash', Machine: 'BSQ Mall x1364 - Zales', Location: 'Brunswick Sq Mall' };
    const { purchases, rows, quarantine } = read(exportOf([{ ...purchase, Product: 'Red Bull', RCoil: '148', RPrice: '3.5' }, { ...purchase, Product: 'Takis', Category: 'Food', RCoil: '123', RPrice: '0.75', RQty: '2' }]));
    expect({ rows, quarantine }).toEqual({ rows: 2, quarantine: [] });
    expect(purchases).toEqual([{
      transaction: '7', machineId: 'BSQ-Mall-x1364-Zales', machineName: 'BSQ Mall x1364 - Zales', location: 'Brunswick Sq Mall', day: '2022-03-16', method: 'cash', totalCents: 500,
      lines: [
        expect.objectContaining({ line: 2, product: 'Red Bull', category: 'Carbonated', coil: '148', quantity: 1, unitPriceCents: 350, totalCents: 350 }),
        expect.objectContaining({ line: 3, product: 'Takis', category: 'Food', coil: '123', quantity: 2, unitPriceCents: 75, totalCents: 150 }),
      ],
    }]);
  });
  it('may come without a byte-order mark, with any line ends, with blank lines and without a last line end', () => {
    const whole = read(smallExport()).purchases.map(({ transaction, totalCents }) => [transaction, totalCents]);
    const text = smallExport().slice(1).trimEnd();
    for (const csv of [text, text.replaceAll('\r\n', '\n'), text.replaceAll('\r\n', '\r'), text.replaceAll('\r\n', '\r\n\r\n')]) {
      expect(read(csv).purchases.map(({ transaction, totalCents }) => [transaction, totalCents])).toEqual(whole);
    }
  });
  it('counts lines as an editor does, blank ones too', () => {
    const [first, second] = [exportLine({ Transaction: '1' }), exportLine({ Transaction: '2', Type: 'Barter' })];
    expect(read([HEADER.join(','), '', rowOf(first), '', '', rowOf(second)].join('\n')).quarantine).toEqual([{ line: 6, reason: 'Unknown payment type: Barter', row: rowOf(second) }]);
  });
  it('may have its columns in another order, and columns nobody knows', () => {
    const line = { ...exportLine(), Note: 'x' };
    const names = [...Object.keys(line)].reverse() as (keyof typeof line)[];
    const csv = `${names.join(',')}\n${names.map((name) => `"${line[name]}"`).join(',')}\n`;
    expect(read(csv).purchases).toEqual([expect.objectContaining({ machineId: 'Lake-House-x1', totalCents: 150 })]);
  });
  it.each([';', '\t'])('may have been saved again by a spreadsheet, with %j between its columns', (delimiter) => {
    const cells = (line: ExportLine): string => HEADER.map((column) => `"${line[column]}"`).join(delimiter);
    expect(read(`${HEADER.join(delimiter)}\r\n${cells(exportLine({ Product: 'Chips, salted' }))}\r\n`)).toMatchObject({ purchases: [{ totalCents: 150, lines: [{ product: 'Chips, salted' }] }], quarantine: [] });
  });
  it('may have been saved again where a comma stands before the cents', () => {
    const line = exportLine({ RPrice: '1,5', RQty: '2', LineTotal: '3,00', TransTotal: '3' });
    expect(read(`${HEADER.join(';')}\r\n${HEADER.map((column) => `"${line[column]}"`).join(';')}\r\n`)).toMatchObject({ purchases: [{ totalCents: 300, lines: [{ unitPriceCents: 150 }] }], quarantine: [] });
    expect(reasonFor({ RPrice: '1,505', LineTotal: '1.5' })).toBe('Price is not an amount: 1,505');
  });
  it('keeps commas and quotation marks of names', () => {
    expect(read(exportOf([{ Product: 'Chips, "salt & vinegar"' }])).purchases[0]?.lines[0]?.product).toBe('Chips, "salt & vinegar"');
    expect(read(exportOf([rowOf(exportLine({ Product: 'Sub' })).replace('Sub', '6" Sub')])).purchases[0]?.lines[0]?.product).toBe('6" Sub');
  });
  it('gives a product the same SKU in every export, and other products others', () => {
    const skuOf = (Product: string): string | undefined => read(exportOf([{ Product }])).purchases[0]?.lines[0]?.sku;
    expect(skuOf("Miss Vickie's Potato Chip - Sea Salt & Vinega")).toMatch(/^MISS-VICKIE-S-[0-9A-F]{6}$/);
    expect(skuOf("Miss Vickie's Potato Chip - Sea Salt")).not.toBe(skuOf("Miss Vickie's Potato Chip - Lime"));
    expect(skuOf('水')).toMatch(/^X-[0-9A-F]{6}$/);
  });
  it('takes lines without product or category: the money was paid', () => {
    expect(read(exportOf([{ Product: '', Category: '', RCoil: '120' }])).purchases[0]?.lines[0]).toMatchObject({ product: 'Unknown product (coil 120)', category: 'Uncategorized' });
  });
  it('takes the name of a machine for its place where none is told', () => expect(read(exportOf([{ Location: '' }])).purchases[0]?.location).toBe('Lake House x1'));
  it('takes lines from the first day on that can be meant', () => expect(read(exportOf([{ TransDate: 'January 1, 2000' }])).purchases[0]?.day).toBe('2000-01-01'));
  it('takes lines the back office has not linked to a product yet', () => expect(read(exportOf([{ Status: 'Unlinked' }])).purchases).toHaveLength(1));
  it('finds the lines of a purchase wherever they stand', () => {
    const two = { Transaction: '1', TransTotal: '3' };
    expect(read(exportOf([two, { Transaction: '2' }, { ...two, RCoil: '111' }])).purchases.map(({ lines }) => lines.map(({ line }) => line))).toEqual([[2, 4], [3]]);
  });
  it('is read in turns, whatever its length: others go on meanwhile', async () => {
    const csv = exportOf(Array.from({ length: 2_000 }, (_, n) => ({ Transaction: String(n) })));
    let turns = 0;
    let isRead = false;
    const count = (): void => void (isRead || ((turns += 1), setImmediate(count)));
    setImmediate(count);
    const file = await readSeedLiveInTurns(csv);
    isRead = true;
    expect(file).toEqual(read(csv));
    expect(turns).toBeGreaterThan(10);
  });
  it('loses no line: each is in a purchase or in the quarantine', () => {
    const lines = smallExport().split('\r\n');
    const spoiled = lines.map((line, n) => (n > 0 && n % 7 === 0 ? line.replace('Processed', '"Processed') : n % 11 === 5 ? line.replace('2022', '') : line)).join('\r\n');
    const { rows, purchases, quarantine } = read(spoiled);
    expect(quarantine.length).toBeGreaterThan(15);
    expect(purchases.length).toBeGreaterThan(20);
    expect([...purchases.flatMap((p) => p.lines), ...quarantine].map(({ line }) => line).sort((a, b) => a - b)).toEqual(Array.from({ length: rows }, (_, n) => n + 2));
    for (const { line, row } of quarantine) expect(row).toBe(spoiled.split('\r\n')[line - 1]);
  });
});

describe('A line goes to the quarantine', () => {
  it.each<[string, Partial<ExportLine>, string]>([
    ['without transaction number', { Transaction: '' }, 'Has no transaction number'],
    ['with a transaction number that a spreadsheet has rounded', { Transaction: '1.45158E+10' }, 'Transaction number cannot be read: 1.45158E+10'],
    ['with a status nobody knows', { Status: 'Declined' }, 'Unknown status: Declined'],
    ['without machine', { Machine: '' }, 'Has no machine'],
    ['whose machine\'s name makes no id', { Machine: '自販機' }, 'No machine id can be made of the name: 自販機'],
    ['with a name nobody could read', { Product: 'x'.repeat(101) }, 'Product is no name: more than 100 characters, or some that cannot be shown'],
    ['with a name that is not all signs', { Location: 'Lobby\u0000' }, 'Location is no name: more than 100 characters, or some that cannot be shown'],
    ['without date', { TransDate: '' }, 'Date cannot be read: (empty)'],
    ['with a date from before there were such machines', { TransDate: 'December 31, 1999' }, 'Date is too long ago: December 31, 1999'],
    ['with a transaction number that is too long', { Transaction: '1'.repeat(41) }, `Transaction number cannot be read: ${'1'.repeat(41)}`],
    ['with a date in another form', { TransDate: '1/1/2022' }, 'Date cannot be read: 1/1/2022'],
    ['with a day that month does not have', { TransDate: 'February 30, 2022' }, 'Date cannot be read: February 30, 2022'],
    ['whose weekday is not that day\'s', { TransDate: 'Monday, January 1, 2022' }, 'Date cannot be read: Monday, January 1, 2022'],
    ['with another payment type', { Type: 'Check' }, 'Unknown payment type: Check'],
    ['without payment type', { Type: '' }, 'Unknown payment type: (empty)'],
    ['whose price is no amount', { RPrice: 'free', LineTotal: '1.5' }, 'Price is not an amount: free'],
    ['whose price has three decimals', { RPrice: '1.505', LineTotal: '1.5' }, 'Price is not an amount: 1.505'],
    ['whose price is below zero', { RPrice: '-1.5', LineTotal: '-1.5' }, 'Price is not an amount: -1.5'],
    ['whose line total is no amount', { LineTotal: '#REF!' }, 'Line total is not an amount: #REF!'],
    ['with quantity 0', { RQty: '0', LineTotal: '0' }, 'Quantity is not a whole number above 0: 0'],
    ['with a quantity that is not whole', { RQty: '1.5', LineTotal: '2.25' }, 'Quantity is not a whole number above 0: 1.5'],
    ['without quantity', { RQty: '', LineTotal: '1.5' }, 'Quantity is not a whole number above 0: (empty)'],
    ['whose total is not quantity times price', { RQty: '2', LineTotal: '1.5' }, 'Line total 1.5 is not 2 x 1.5'],
    ['whose purchase has another total', { TransTotal: '2' }, 'Purchase 14500000001: its lines add up to 1.5, its total says 2'],
    ['whose purchase has no total', { TransTotal: '' }, 'Purchase 14500000001: its lines add up to 1.5, its total says (empty)'],
  ])('%s', (_, given, reason) => expect(reasonFor(given)).toBe(reason));

  it('with too few or too many columns', () => {
    const row = rowOf(exportLine());
    expect(read(exportOf([`${row},more`, row.replace(',1/1/2022', '')])).quarantine.map(({ reason }) => reason)).toEqual(['Has 19 columns instead of 18', 'Has 17 columns instead of 18']);
  });
  it('with an open quotation mark, alone: the lines after it are taken', () => {
    const spoiled = rowOf(exportLine({ Transaction: '2' })).replace('2022",', '2022,');
    const { purchases, quarantine } = read(exportOf([{ Transaction: '1' }, spoiled, { Transaction: '3' }, { Transaction: '4' }]));
    expect(purchases.map(({ transaction }) => transaction)).toEqual(['1', '3', '4']);
    expect(quarantine).toEqual([{ line: 3, reason: 'A quotation mark is not closed', row: spoiled }]);
  });
  it('with the other lines of its purchase, for half a purchase would never be completed', () => {
    const two = { Transaction: '9', TransTotal: '3' };
    const { purchases, quarantine } = read(exportOf([two, { Transaction: '8' }, { ...two, RCoil: '111', RQty: '0', LineTotal: '1.5' }]));
    expect(purchases.map(({ transaction }) => transaction)).toEqual(['8']);
    expect(quarantine.map(({ line, reason }) => [line, reason])).toEqual([[2, 'Belongs to purchase 9, of which line 4 cannot be taken'], [4, 'Quantity is not a whole number above 0: 0']]);
  });
  it('when its purchase mixes machines, dates or payment types', () => {
    const two = { Transaction: '9', TransTotal: '3' };
    for (const other of [{ Machine: 'Boat House' }, { TransDate: 'Sunday, January 2, 2022' }, { Type: 'Cash' }]) {
      const { purchases, quarantine } = read(exportOf([two, { ...two, ...other }]));
      expect(purchases).toEqual([]);
      expect(quarantine.map(({ reason }) => reason)).toEqual(Array(2).fill('Purchase 9 has lines of different machines, dates or payment types'));
    }
  });
  it('when one of its lines says another total than the others', () => {
    const two = { Transaction: '9', TransTotal: '3' };
    expect(read(exportOf([two, { ...two, TransTotal: '4' }])).quarantine.map(({ reason }) => reason)).toEqual(Array(2).fill('Purchase 9: its lines add up to 3, its total says 4'));
  });
  it('with all others, where a spreadsheet has made one number of all transactions of a long file', () => {
    const row = rowOf(exportLine({ Transaction: '1.45158E+10' }));
    const { rows, purchases, quarantine } = read(exportOf(Array.from({ length: 190_000 }, () => row)));
    expect([rows, purchases.length, quarantine.length, quarantine[189_999]?.reason]).toEqual([190_000, 0, 190_000, 'Transaction number cannot be read: 1.45158E+10']);
  });
  it('when a purchase is in the file twice', () => expect(read(exportOf([{}, {}])).quarantine).toHaveLength(2));
  it('when its machine\'s name gives the id of another machine of the file', () => {
    const { purchases, quarantine } = read(exportOf([{ Transaction: '1', Machine: 'Lake/House' }, { Transaction: '2', Machine: 'Lake House' }, { Transaction: '3', Machine: 'Lake/House' }]));
    expect(purchases.map(({ transaction }) => transaction)).toEqual(['1', '3']);
    expect(quarantine).toEqual([expect.objectContaining({ line: 3, reason: "Machine 'Lake House' would have the same id as machine 'Lake/House': Lake-House" })]);
  });
  it('but not when it was written with other capitals for a while: it is the same machine', () => {
    const { purchases, quarantine } = read(exportOf([{ Transaction: '1', Machine: 'Lake House' }, { Transaction: '2', Machine: 'LAKE HOUSE' }, { Transaction: '3', Machine: 'LAKE/HOUSE' }]));
    expect(purchases.map(({ transaction, machineId }) => [transaction, machineId])).toEqual([['1', 'Lake-House'], ['2', 'Lake-House']]);
    expect(quarantine).toEqual([expect.objectContaining({ line: 4, reason: "Machine 'LAKE/HOUSE' would have the same id as machine 'Lake House': Lake-House" })]);
  });
});

describe('A file that is no export is refused with a sentence', () => {
  it.each<[string, string]>([
    ['a page', '<!doctype html>\n<html></html>'], ['another table', 'id,name\n1,x'], ['an open quotation mark', '"Status,Location\n'],
  ])('%s', (_, csv) => expect(refusal(csv)).toMatch(/^This is not a Seed Live export: it has no column Status, /));
  it('and names the column that is missing, and what to do', () => expect(refusal(HEADER.filter((name) => name !== 'TransTotal').join(','))).toBe('This is not a Seed Live export: it has no column TransTotal. Please export the transactions from Seed Live with all their columns, as CSV'));
  it.each([['an Excel workbook', 'PK\u0003\u0004\u0014'], ['an old one', csvText(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1))], ['a PDF', '%PDF-1.7\n']])('but says so when it is %s', (_, file) => expect(refusal(file)).toMatch(/, not a CSV file\. Please open it and save it as CSV$/));
  it('but says so when it has more lines than an export of 20 MB', () => expect(refusal(HEADER.join(',') + '\na'.repeat(200_000))).toBe('The file has more than 200,000 lines. Please split it.'));
  it.each(['', '\uFEFF', ' \r\n\n'])('but says so when there is nothing in it: %j', (file) => expect(refusal(file)).toBe('The file is empty'));
  it('but one without any sale is an empty export', () => expect(read(exportOf([]))).toEqual({ rows: 0, purchases: [], quarantine: [] }));
});

it('makes ids of machine names that topics and addresses can carry', () => {
  expect(machineIdOf('BSQ Mall x1364 - Zales')).toBe('BSQ-Mall-x1364-Zales');
  expect(machineIdOf(' (Lobby) #2 ')).toBe('Lobby-2');
  expect(machineIdOf('x'.repeat(60))).toHaveLength(40);
});
