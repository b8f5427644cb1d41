/** For tests: writes transaction exports as Seed Live does. */
export const HEADER = ['Status', 'Device ID', 'Location', 'Machine', 'Product', 'Category', 'Transaction', 'TransDate', 'Type', 'RCoil', 'RPrice', 'RQty', 'MCoil', 'MPrice', 'MQty', 'LineTotal', 'TransTotal', 'Prcd Date'] as const;
export type ExportLine = Record<(typeof HEADER)[number], string>;

/** A good line of its own purchase; what is given stands in it instead. */
export function exportLine(given: Partial<ExportLine> = {}): ExportLine {
  const { RCoil = '110', RPrice = '1.5', RQty = '1' } = given;
  const LineTotal = given.LineTotal ?? String((Number(RPrice) * 100 * Number(RQty)) / 100);
  return {
    Status: 'Processed', 'Device ID': 'VJ300000001', Location: 'Lake House', Machine: 'Lake House x1', Product: 'Cola', Category: 'Carbonated', Transaction: '14500000001',
    TransDate: 'Saturday, January 1, 2022', Type: 'Credit', RCoil, RPrice, RQty, MCoil: RCoil, MPrice: RPrice, MQty: RQty, LineTotal, TransTotal: LineTotal, 'Prcd Date': '1/1/2022', ...given,
  };
}

const cell = (value: string): string => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
export const rowOf = (line: ExportLine): string => HEADER.map((column) => cell(line[column])).join(',');

/** With a byte-order mark and CRLF, like the real ones. */
export const exportOf = (lines: readonly (Partial<ExportLine> | string)[]): string =>
  `\uFEFF${[HEADER.join(','), ...lines.map((line) => (typeof line === 'string' ? line : rowOf(exportLine(line))))].join('\r\n')}\r\n`;

const DAYS = ['Saturday, January 1, 2022', 'Sunday, January 2, 2022', 'Thursday, February 3, 2022', 'Sunday, March 13, 2022', 'Thursday, June 30, 2022'];
const GOODS = [['Cola', 'Carbonated', '110', '1.5'], ['Chips, salted', 'Food', '121', '1.75'], ['Water', 'Water', '132', '1'], ['', '', '140', '2.25']] as const;

/** The lines of a small export with several machines, days, methods, and purchases of more than one line; the same every time. */
export function smallExportLines(): ExportLine[] {
  const lines: ExportLine[] = [];
  for (const [d, TransDate] of DAYS.entries()) {
    for (let n = 0; n < 12; n++) {
      const sold = GOODS.slice(n % 4, (n % 4) + 1 + (n % 2)).map(([Product, Category, RCoil, price], k) => ({
        Product: n === 5 && k === 0 ? 'Ginger Ale' : Product, Category, RCoil, RPrice: d > 2 ? String(Number(price) + 0.25) : price, RQty: String(1 + ((n + k) % 2)),
      }));
      const TransTotal = String(sold.reduce((sum, { RPrice, RQty }) => sum + Number(RPrice) * 100 * Number(RQty), 0) / 100);
      const machine = n % 3;
      const purchase = { Machine: `Lake House x${machine + 1}`, Location: machine === 2 ? 'Boat House' : 'Lake House', Transaction: String(14500000000 + d * 100 + n), TransDate, Type: n % 5 < 3 ? 'Cash' : 'Credit', TransTotal };
      lines.push(...sold.map((line) => exportLine({ ...purchase, ...line })));
    }
  }
  return lines;
}
export const smallExport = (): string => exportOf(smallExportLines());
