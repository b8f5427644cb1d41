import type { Column } from './sheet.js';
import { xlsx, type Worksheet } from './xlsx.js';
import { readXlsx } from './xlsx.testing.js';

const column = (title: string, kind: Column['kind'], at: number): Column => ({ title, kind, width: 1, of: (row) => (row as (string | number)[])[at] as string | number });
const columns = [column('SKU', 'text', 0), column('Day', 'day', 1), column('Amount', 'money', 2), column('Tax Rate', 'percent', 3)];
async function read(...sheets: Worksheet[]) {
  const parts: Buffer[] = [];
  for await (const part of xlsx(sheets)) parts.push(part);
  return readXlsx(Buffer.concat(parts));
}

describe('A workbook', () => {
  it.each(['00123', '4012345678901', '1E5', '3-4', '=SUM(A1)', '@home', ' a & <b> "c" ', 'עברית 東京 🥤', '_x0041_', 'two\nlines'])('holds %j as the text that it is', async (text) => {
    expect(await read({ name: 'Sales', columns, batches: [[[text, '2026-03-01', -1.5, 8.25]]] })).toEqual({ Sales: [['SKU', 'Day', 'Amount', 'Tax Rate'], [text, 46_082, -1.5, 0.0825]] });
  });

  it('leaves out what no reader would take, and keeps the place of what is missing', async () => {
    expect(await read({ name: 'Sales', columns, batches: [[['a\u0000\u0007b\ud800', '', '', '']]] })).toEqual({ Sales: [['SKU', 'Day', 'Amount', 'Tax Rate'], ['ab', '', '', '']] });
  });

  it('has as many worksheets as it is given, however their records come', async () => {
    async function* batches() {
      for (let from = 0; from < 3; from++) yield [[`A${from}`, '2026-03-01', from, 7], [`B${from}`, '2026-03-01', from, 7]];
    }
    const { Many = [], None } = await read({ name: 'None', columns, batches: [] }, { name: 'Many', columns, batches: batches() });
    expect([None, Many.map(([sku]) => sku)]).toEqual([[['SKU', 'Day', 'Amount', 'Tax Rate']], ['SKU', 'A0', 'B0', 'A1', 'B1', 'A2', 'B2']]);
  });

  it('that cannot be written to its end is not taken for a whole one', async () => {
    async function* broken() {
      yield [['A', '2026-03-01', 1, 7]];
      throw new Error('The log is gone');
    }
    await expect(read({ name: 'Sales', columns, batches: broken() })).rejects.toThrow('The log is gone');
  });
});
