/** Runs the measurements named on the command line, or all there are, and prints them as a table. Ends with 1 when an aim is missed. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const named = process.argv.slice(2);
const benches = (named.length > 0 ? named : ['appends', 'rebuild', 'screen', 'sign-in', 'sales']).filter((name) => existsSync(join(here, `${name}.mjs`)));

/** The lines a measurement prints; it has failed when it ends with anything but 0. */
function linesOf(bench) {
  return new Promise((resolve, reject) => {
    const running = spawn(process.execPath, [join(here, `${bench}.mjs`)], { stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    running.stdout.on('data', (text) => (printed += text));
    running.on('close', (code) => (code === 0 ? resolve(printed.trim().split('\n')) : reject(new Error(`${bench} ended with ${code}`))));
  });
}

/** The aim is a smallest or a largest ratio: `>= 0.5`, `<= 2`, or `-` for none. */
function isMet(ratio, aim) {
  const [sign, bound] = aim.split(' ');
  if (sign === '-') return true;
  return sign === '>=' ? Number(ratio) >= Number(bound) : Number(ratio) <= Number(bound);
}

const rows = [['what', 'ours', 'peer', 'ratio', 'aim', '']];
for (const bench of benches) {
  process.stderr.write(`${bench} ...\n`);
  for (const line of await linesOf(bench)) {
    const [name, ours, peer, ratio, aim] = line.split('\t');
    rows.push([name, ours, peer, ratio, aim, aim === '-' ? '' : isMet(ratio, aim) ? 'met' : 'MISSED']);
  }
}

const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
for (const row of rows) console.log(row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]))).join('  '));
if (rows.some((row) => row[5] === 'MISSED')) process.exitCode = 1;
