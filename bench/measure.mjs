/** How everything here is measured: peer, ours, peer, ours, peer in turns on the same machine, and the median of five such turns. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** As `npm start` gives to Node. */
export const NODE_FLAGS = ['--max-semi-space-size=64', '--initial-old-space-size=256'];

/** As the image gives to a service that runs apart. */
export const SERVICE_FLAGS = ['--max-semi-space-size=8'];

const TURNS = Number(process.env.TURNS ?? 5);
/** A turn whose two peer runs differ by more says more about the machine than about the program. */
const STEADY = 0.15;
const REPEATS = 5;

/** Beside the program, not in the system's temporary folder: that may lie in memory, where a sync costs nothing. */
const data = join(root, 'data');
mkdirSync(data, { recursive: true });
const folder = mkdtempSync(join(data, 'bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

let made = 0;
export const freshFile = () => join(folder, `${(made += 1)}.db`);
export const freshFolder = () => mkdtempSync(join(folder, 'larder-'));

export const pause = (ms) => new Promise((done) => setTimeout(done, ms));
export const quantile = (numbers, q) => numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * q))];
export const median = (numbers) => quantile(numbers, 0.5);
const differ = (a, b) => Math.abs(a - b) / Math.max(a, b);

const units = { '/s': (n) => `${Math.round(n)}/s`, ms: (n) => `${n.toFixed(2)} ms`, s: (n) => `${n.toFixed(2)} s`, MB: (n) => `${n.toFixed(0)} MB`, kB: (n) => `${(n / 1000).toFixed(1)} kB`, '': (n) => String(Math.round(n * 100) / 100) };

/**
 * Prints one line, its parts separated by tabs: name, ours, peer or limit, ratio, aim, and the ratio of every turn.
 *
 * @param turns what each turn measured, `{ own, around }` in `unit`
 * @param aim `>= 0.5` or `<= 2`: the ratio that is good enough; `-` for none
 */
export function report(name, turns, { unit = '/s', aim = '-', digits = 2 } = {}) {
  const ratios = turns.map(({ own, around }) => own / around);
  const [own, around] = [median(turns.map((turn) => turn.own)), median(turns.map((turn) => turn.around))].map(units[unit]);
  process.stdout.write(`${[name, own, around, median(ratios).toFixed(digits), aim, ratios.map((ratio) => ratio.toFixed(4)).join(' ')].join('\t')}\n`);
}

/** What was measured, each against a limit that stands. */
export const against = (limit, measured) => measured.map((own) => ({ own, around: limit }));

/**
 * Runs peer and ours in turns and answers what each turn measured. Turns whose peer runs differ too much are repeated, five times at most.
 *
 * @param steady the number of a peer's result by which its runs are compared
 */
export async function inTurns({ ours, peer, steady = (result) => result }) {
  const turns = [];
  let before = await peer();
  for (let repeats = 0; turns.length < TURNS; ) {
    const own = await ours();
    const after = await peer();
    if (differ(steady(before), steady(after)) > STEADY && repeats < REPEATS) repeats += 1;
    else turns.push({ own, before, after });
    before = after;
  }
  return turns;
}

/** Of results that are objects: the turns of one field. */
export const turnsOf = (turns, field) => turns.map(({ own, before, after }) => ({ own: own[field], around: (before[field] + after[field]) / 2 }));

/** Measures `ours` and `peer`, which run once and answer one number, and prints the line. */
export async function measure(name, { ours, peer, ...shown }) {
  const turns = await inTurns({ ours, peer });
  report(name, turns.map(({ own, before, after }) => ({ own, around: (before + after) / 2 })), shown);
}

/** Measures `ours` against a limit that stands, and prints the line. What takes minutes may have fewer `turns`. */
export async function measureAgainst(limit, name, { ours, turns = TURNS, ...shown }) {
  const measured = [];
  while (measured.length < Math.min(turns, TURNS)) measured.push(await ours());
  report(name, against(limit, measured), shown);
}

/** A fact as a guest's purchase makes them. */
export const newFact = () => ({
  id: randomUUID(),
  type: 'ItemTaken',
  data: { sessionId: randomUUID(), item: { sku: 'cola-330', name: 'Cola 0,33 l', priceCents: 250, slot: 'A3', weightGrams: 350 }, takenAt: '2026-03-01T12:00:00.000Z' },
  meta: { commandId: randomUUID(), account: 'acme', actor: 'device:m1', at: '2026-03-01T12:00:00.000Z', correlationId: randomUUID() },
});
