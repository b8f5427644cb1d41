/** The table of what the operator area and the guest's pages promise: each line of it names a test, and no screen, call or sentence is without a line. */
import { existsSync, readFileSync } from 'node:fs';
import { routes } from '@larder/gateway/routes.js';
import { expectShown, fileIn, rowsOf } from './table.testing.js';

const TABLE = 'docs/operator-area.md';
/** The specification, where it is at hand. */
const SPECIFICATION = '../shared/spec/operator-and-guest.md';
/** Sentences of the specification in whose place something real stands, each in the table under what it says now. */
const REPLACED = new Set([
  'Map Integration Coming Soon', 'Sales Analytics Coming Soon',
  'No user data available / Please log in again.', // nobody gets past the door without a user
]);
/** Calls of the operator area and of guests. */
const OURS = /^\/api\/(cognito-auth\/(machines|products|setup-profiles|dashboard)|admin\/(sales|dashboard|alert-rules)|hardware|vend\/)/;

interface Line {
  what: string;
  file: string;
  /** Words of the test that shows it. */
  words: string;
}
const lines: Line[] = rowsOf(TABLE).flatMap(([what = '', cell, words = '']) => {
  const file = fileIn(cell);
  return file && /\.(spec|browser|suite|testing)\.ts$/.test(file) ? [{ what, file, words }] : [];
});
const table = lines.map(({ what }) => what).join('\n');

it.each(lines)('$what', ({ file, words }) => expectShown(file, words));

it('has a line for every call', () => {
  const calls = routes.filter(({ path }) => OURS.test(path)).map(({ method, path }) => `${method} ${path}`);
  expect(calls.length).toBeGreaterThan(40);
  expect(calls.filter((call) => !lines.some(({ what }) => what === call))).toEqual([]);
});

it('has a line for every screen', () => {
  const screens = [...readFileSync('web/src/app/routes.tsx', 'utf8').matchAll(/\{ path: '([^']+)', lazy: [^}]*\.\.\.(?:needs|personal)/g)].map(([, path]) => `/app/${path}`);
  expect(screens.length).toBeGreaterThan(10);
  expect(screens.filter((screen) => !lines.some(({ what }) => what === `Screen ${screen}`))).toEqual([]);
});

const specification = existsSync(SPECIFICATION) ? readFileSync(SPECIFICATION, 'utf8') : undefined;
if (!specification) process.stderr.write('The specification is not here: that every sentence of it has a line was not checked\n');
(specification ? it : it.skip)('has a line for every sentence of the specification', () => {
  const sentences = [...(specification ?? '').matchAll(/'((?:[^'\n]|(?<=\w)'(?=\w)){3,160}?)'(?![a-z])/g)].map(([, text]) => text as string);
  expect(sentences.length).toBeGreaterThan(90);
  expect([...new Set(sentences)].filter((sentence) => !REPLACED.has(sentence) && !table.includes(sentence))).toEqual([]);
});
