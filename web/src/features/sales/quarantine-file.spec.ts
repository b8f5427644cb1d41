import { quarantineCsv } from './quarantine-file.js';

describe('the quarantine file', () => {
  it('keeps each row as it was in one cell, whatever is in it', () => {
    expect(quarantineCsv([{ line: 12, reason: 'No product', row: 'Processed,"Mall, ""East""",,Food' }])).toBe(
      '\uFEFF"Line","Reason","Row"\r\n"12","No product","Processed,""Mall, """"East"""""",,Food"\r\n',
    );
  });
});
