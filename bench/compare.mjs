/** `node bench/compare.mjs <old.json> <new.json>`: ends with 1 when a ratio is worse than before by more than the noise, and says which. */
import { readFileSync } from 'node:fs';
import { compare } from './results.mjs';

const [before, after] = process.argv.slice(2).map((file) => JSON.parse(readFileSync(file, 'utf8')).results);
if (!before || !after) {
  console.error('Usage: node bench/compare.mjs <old.json> <new.json>');
  process.exit(2);
}
const { worse, gone } = compare(before, after);
for (const name of gone) console.log(`not measured again: ${name}`);
for (const { name, then, now, noise } of worse) console.log(`WORSE: ${name}: ${now}, before ${then}, noise ${noise.toFixed(3)}`);
if (worse.length === 0) console.log(`None of ${after.length} results is worse than before by more than the noise.`);
process.exit(worse.length > 0 ? 1 : 0);
