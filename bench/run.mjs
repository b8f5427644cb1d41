/**
 * Runs the measurements named on the command line, or all there are, and prints them as a table. Ends with 1 when an aim is missed or a measurement
 * fails. All of them together are written to bench/RESULTS.md and bench/results.json; `RESULTS_DIR` names another folder, and then parts are written too.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cellsOf, HEADINGS, resultOf, resultsPage } from './results.mjs';

const ALL = ['appends', 'rebuild', 'hop', 'gateway', 'screen', 'sign-in', 'ingest', 'pages', 'lighthouse', 'memory', 'start', 'sales'];
const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..');
const named = process.argv.slice(2);
const unknown = named.filter((name) => !ALL.includes(name));
if (unknown.length > 0) {
  console.error(`There is no measurement called ${unknown.join(', ')}; there are ${ALL.join(', ')}`);
  process.exit(1);
}
const data = join(root, 'data');
mkdirSync(data, { recursive: true });
const kept = mkdtempSync(join(data, 'bench-kept-'));
process.on('exit', () => rmSync(kept, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

/** The lines a measurement has printed, and how it ended. */
function linesOf(bench) {
  return new Promise((resolve) => {
    const running = spawn(process.execPath, [join(here, `${bench}.mjs`)], { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, BENCH_KEPT: kept } });
    let printed = '';
    running.stdout.on('data', (text) => (printed += text));
    running.on('close', (code) => resolve({ lines: printed.split('\n').filter(Boolean), code }));
  });
}

function machine() {
  const versionOf = (name) => JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')).version;
  const libraries = ['fastify', '@nestjs/core', 'libsql', 'aedes', '@nats-io/transport-node'];
  return {
    date: new Date().toISOString(), processor: cpus()[0]?.model ?? 'unknown', cores: cpus().length, memoryGB: Math.round(totalmem() / 2 ** 30), system: `${process.platform} ${process.arch}`,
    versions: { node: process.versions.node, ...Object.fromEntries(libraries.map((name) => [name, versionOf(name)])), 'emmett-sqlite': JSON.parse(readFileSync(join(here, 'package.json'), 'utf8')).dependencies['@event-driven-io/emmett-sqlite'] },
  };
}

const began = performance.now();
const on = machine();
const results = [];
const failed = [];
for (const bench of named.length > 0 ? named : ALL) {
  const from = performance.now();
  process.stderr.write(`${bench} ...`);
  const { lines, code } = await linesOf(bench);
  process.stderr.write(` ${Math.round((performance.now() - from) / 1000)} s\n`);
  results.push(...lines.map((line) => resultOf(bench, line)));
  if (code !== 0) failed.push(bench);
}
const minutes = Math.round((performance.now() - began) / 60_000);

const rows = [HEADINGS, ...results.map(cellsOf)];
const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
for (const row of rows) console.log(row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]))).join('  '));
if (failed.length > 0) console.error(`failed: ${failed.join(', ')}`);

const into = process.env.RESULTS_DIR ?? (named.length === 0 ? here : undefined);
if (into) {
  mkdirSync(into, { recursive: true });
  const command = named.length === 0 ? 'npm run bench' : `node bench/run.mjs ${named.join(' ')}`;
  writeFileSync(join(into, 'results.json'), `${JSON.stringify({ command, machine: on, minutes, failed, results }, null, 1)}\n`);
  writeFileSync(join(into, 'RESULTS.md'), resultsPage({ command, machine: on, minutes, failed, results }));
}
if (failed.length > 0 || results.some(({ isMet }) => isMet === false)) process.exitCode = 1;
