import { quarantineCsv } from './quarantine-csv.js';

describe('the quarantine file', () => {
  it('keeps each row as it was in one cell, whatever is in it', () => {
    expect(quarantineCsv([{ line: 12, reason: 'No product', row: 'Processed,"Mall, ""East""",,Food' }])).toBe(
      '\uFEFF"Line","Reason","Row"\r\n"12","No product","Processed,""Mall, """"East"""""",,Food"\r\n',
    );
  });
  it.each(['=1+1', '+1', '-1', '@SUM(1)', '\t=1', '＝1+1'])('gives spreadsheets no formula to run: %j', (row) => {
    expect(quarantineCsv([{ line: 2, reason: 'Unknown', row: `${row},x` }])).toContain(`"'${row},x"`);
    expect(quarantineCsv([{ line: 2, reason: row, row: 'x' }])).toContain(`"'${row}"`);
  });
});
