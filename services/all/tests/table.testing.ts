/** For documents that are kept under test: the lines of their tables, each with a file and words that stand in it. */
import { existsSync, readFileSync } from 'node:fs';

/** The cells of every row of every table in a document, without what the table itself needs. */
export const rowsOf = (document: string): string[][] => readFileSync(document, 'utf8').split('\n')
  .filter((row) => row.startsWith('|'))
  .map((row) => row.split(/(?<!\\)\|/).slice(1, -1).map((cell) => cell.trim().replaceAll('\\|', '|')));

/** The file that a cell names, without its marks. */
export const fileIn = (cell: string | undefined): string | undefined => /^`([^`]+)`$/.exec(cell ?? '')?.[1];

/** Fails unless the file is there and the words stand in it. */
export function expectShown(file: string, words: string): void {
  expect(words).not.toBe('');
  expect(existsSync(file)).toBe(true);
  expect(readFileSync(file, 'utf8').replaceAll("\\'", "'")).toContain(words);
}
