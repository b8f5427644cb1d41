import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { compare, resultOf } from './results.mjs';

const rate = (...ratios) => resultOf('appends', ['appends', '900/s', '1000/s', String(ratios[1]), '>= 0.5', ratios.join(' ')].join('\t'));
const delay = (...ratios) => resultOf('screen', ['screen', '2.00 ms', '1.00 ms', String(ratios[1]), '<= 3', ratios.join(' ')].join('\t'));
const isWorse = (before, after) => compare([before], [after]).worse.length > 0;

test('a line says whether its aim is met', () => {
  assert.equal(rate(0.4, 0.5, 0.6).isMet, true);
  assert.equal(rate(0.4, 0.49, 0.6).isMet, false);
  assert.equal(delay(2.9, 3.01, 3.1).isMet, false);
  assert.equal(resultOf('x', 'x\t1/s\t1/s\t1.00\t-\t1.0').isMet, undefined);
});

test('a rate that fell beyond what it moved by before is worse, one that rose is not', () => {
  assert.equal(isWorse(rate(0.78, 0.8, 0.82), rate(0.68, 0.7, 0.71)), true);
  assert.equal(isWorse(rate(0.68, 0.7, 0.71), rate(0.78, 0.8, 0.82)), false);
});

test('a delay that grew beyond what it moved by before is worse, one that shrank is not', () => {
  assert.equal(isWorse(delay(1.9, 2, 2.1), delay(2.4, 2.5, 2.6)), true);
  assert.equal(isWorse(delay(2.4, 2.5, 2.6), delay(1.9, 2, 2.1)), false);
});

test('the larger spread of the two is the noise, whichever run it is from', () => {
  assert.equal(isWorse(rate(0.6, 0.8, 0.85), rate(0.69, 0.7, 0.71)), false);
  assert.equal(isWorse(rate(0.79, 0.8, 0.81), rate(0.6, 0.7, 0.8)), false);
});

test('what was measured once may move by a fiftieth', () => {
  const bytes = (ratio) => resultOf('pages', `page\t1 kB\t1 kB\t${ratio}\t<= 1\t${ratio}`);
  assert.equal(isWorse(bytes(0.9), bytes(0.91)), false);
  assert.equal(isWorse(bytes(0.9), bytes(0.93)), true);
});

test('what was not measured again is named, and what is new is let be', () => {
  assert.deepEqual(compare([rate(0.7, 0.8, 0.9)], [delay(1, 2, 3)]), { worse: [], gone: ['appends'] });
});

test('the command ends with 1 and names what is worse', () => {
  const folder = mkdtempSync(join(tmpdir(), 'larder-compare-'));
  const keep = (name, result) => {
    writeFileSync(join(folder, name), JSON.stringify({ results: [result] }));
    return join(folder, name);
  };
  const [before, after] = [keep('old.json', rate(0.79, 0.8, 0.81)), keep('new.json', rate(0.49, 0.5, 0.51))];
  const run = (...files) => spawnSync(process.execPath, [join(dirname(fileURLToPath(import.meta.url)), 'compare.mjs'), ...files], { encoding: 'utf8' });
  try {
    const worse = run(before, after);
    assert.equal(worse.status, 1);
    assert.match(worse.stdout, /^WORSE: appends: 0\.5, before 0\.8/);
    assert.equal(run(after, before).status, 0);
    assert.equal(run(before).status, 2);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
