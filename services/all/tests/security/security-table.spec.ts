/** The table of docs/security.md: each requirement of OWASP ASVS 5.0 at level 1 and 2 has a line, and each line names something that is there. */
import { readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { expectShown, fileIn, rowsOf } from '../table.testing.js';

const TABLE = 'docs/security.md';
/** The numbers by level, those of a section behind its own: `1.2.1,2` is 1.2.1 and 1.2.2. */
const NUMBERS: Record<string, string> = {
  1: '1.2.1,2,3,4,5 1.3.1,2 1.5.1 2.1.1 2.2.1,2 2.3.1 3.2.1,2 3.3.1 3.4.1,2 3.5.1,2,3 4.1.1 4.4.1 5.2.1,2 5.3.1,2 6.1.1 6.2.1,2,3,4,5,6,7,8 6.3.1,2 6.4.1,2 7.2.1,2,3,4 7.4.1,2 8.1.1 8.2.1,2 8.3.1 9.1.1,2,3 9.2.1 10.4.1,2,3,4,5 11.3.1,2 11.4.1 12.1.1 12.2.1,2 13.4.1 14.2.1 14.3.1 15.1.1 15.2.1 15.3.1',
  2: '1.1.1,2 1.2.6,7,8,9 1.3.3,4,5,6,7,8,9,10,11 1.4.1,2,3 1.5.2 2.1.2,3 2.2.3 2.3.2,3,4 2.4.1 3.3.2,3,4 3.4.3,4,5,6 3.5.4,5 3.7.1,2 4.1.2,3 4.2.1 4.3.1,2 4.4.2,3,4 5.1.1 5.2.3 5.4.1,2,3 6.1.2,3 6.2.9,10,11,12 6.3.3,4 6.4.3,4 6.5.1,2,3,4,5 6.6.1,2,3 6.8.1,2,3,4 7.1.1,2,3 7.3.1,2 7.4.3,4,5 7.5.1,2 7.6.1,2 8.1.2 8.2.3 8.4.1 9.2.2,3,4 10.1.1,2 10.2.1,2 10.3.1,2,3,4 10.4.6,7,8,9,10,11 10.5.1,2,3,4,5 10.6.1,2 10.7.1,2,3 11.1.1,2 11.2.1,2,3 11.3.3 11.4.2,3,4 11.5.1 11.6.1 12.1.2,3 12.3.1,2,3,4 13.1.1 13.2.1,2,3,4,5 13.3.1,2 13.4.2,3,4,5 14.1.1,2 14.2.2,3,4 14.3.2,3 15.1.2,3 15.2.2,3 15.3.2,3,4,5,6,7 16.1.1 16.2.1,2,3,4,5 16.3.1,2,3,4 16.4.1,2,3 16.5.1,2,3 17.1.1 17.2.1,2,3,4 17.3.1,2',
};
const STATES = ['met', 'partly', 'not met', 'not applicable'];

interface Line { number: string; level: string; what: string; state: string; file?: string; words: string; remark: string }
const lines: Line[] = rowsOf(TABLE).filter(([number = '']) => /^\d+\.\d+\.\d+$/.test(number))
  .map(([number = '', level = '', what = '', state = '', cell, words = '', remark = '']) => ({ number, level, what, state, file: fileIn(cell), words, remark }));

const numbersOf = (level: string): string[] => (NUMBERS[level] as string).split(' ').flatMap((section) => {
  const [, head = '', last = ''] = /^(\d+\.\d+)\.(.+)$/.exec(section) ?? [];
  return last.split(',').map((n) => `${head}.${n}`);
});

it.each(['1', '2'])('has a line for every requirement of level %s, and for nothing else', (level) => {
  expect(lines.filter((line) => line.level === level).map(({ number }) => number).sort()).toEqual(numbersOf(level).sort());
});

it.each(lines)('$number $what: $state', ({ state, file, words, remark }) => {
  expect(STATES).toContain(state);
  // What holds can be looked at; what does not hold, or not wholly, says why.
  expect(file !== undefined || state === 'not met' || state === 'not applicable').toBe(true);
  expect(remark !== '' || state === 'met').toBe(true);
  if (file) expectShown(file, words);
});

it('counts its own lines right', () => {
  const count = (state: string): number => lines.filter((line) => line.state === state).length;
  const told = `Of ${lines.length} requirements ${count('met')} are met, ${count('partly')} partly, ${count('not met')} not, and ${count('not applicable')} do not apply.`;
  process.stderr.write(`${told}\n`);
  expectShown(TABLE, told);
});

it('names commands that find their tests', () => {
  const paths = rowsOf(TABLE).flatMap((cells) => cells.flatMap((cell) => [...cell.matchAll(/`npx jest ([^`]+)`/g)].map(([, path = '']) => path)));
  expect(paths).not.toEqual([]);
  expect(paths.filter((path) => !readdirSync(dirname(path)).some((file) => file.startsWith(basename(path)) && file.endsWith('.spec.ts')))).toEqual([]);
});
