/** What the benchmark takes from the product is still where it looks for it: it is run by hand, long after somebody has moved a file. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.mjs'));
const imported = files.flatMap((file) => [...readFileSync(new URL(file, import.meta.url), 'utf8').matchAll(/'(\.\.?\/[^']+\.m?js)'/g)].map(([, path]) => ({ file, path })));

test('every file that the benchmark imports is there', () => {
  assert.ok(imported.length > files.length);
  assert.deepEqual(imported.filter(({ path }) => !existsSync(new URL(path, import.meta.url))), []);
});
